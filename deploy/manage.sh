#!/bin/sh
# Runs a command of manage.py with the user, the settings and the data of the service, for example: deploy/manage.sh link
set -eu
HOME=$(getent passwd scorekeeper | cut -d: -f6) # not of root, whose files the user may not read
export HOME
while IFS= read -r line || [ -n "$line" ]; do
    case $line in [A-Z]*=*) export "$line" ;; esac
done </etc/scorekeeper.env
cd "$(dirname "$0")/.."
exec setpriv --reuid=scorekeeper --regid=scorekeeper --init-groups .venv/bin/python manage.py "$@"
