#!/bin/sh
# What a container runs: it prepares the data folder, then serves.
set -eu
python manage.py migrate --verbosity 0
python manage.py collectstatic --noinput --verbosity 0
exec python manage.py serve "$@"
