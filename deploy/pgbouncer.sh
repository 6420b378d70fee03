#!/bin/sh
# Starts PgBouncer in transaction mode, for several processes of the app: it opens few connections to PostgreSQL,
# whatever the number of processes. The configuration is made here, as it contains POSTGRES_PASSWORD.
set -eu
umask 077
folder=$(mktemp -d)
printf '"scorekeeper" "%s"\n' "$POSTGRES_PASSWORD" >"$folder/users"
cat >"$folder/pgbouncer.ini" <<END
[databases]
scorekeeper = host=$POSTGRES_HOST port=${POSTGRES_PORT:-5432}

[pgbouncer]
listen_addr = ${LISTEN_ADDRESS:-*}
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
query_wait_timeout = 3
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
END
exec pgbouncer "$folder/pgbouncer.ini"
