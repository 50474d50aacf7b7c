#!/bin/sh
# Does what the official image does at its first start: creates the database and its user.
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  "$bin/initdb" -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password \
    --auth-host=scram-sha-256 --auth-local=trust --no-instructions
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  "$bin/pg_ctl" -D "$data" -w -o "-c listen_addresses='' -k /tmp" start
  PGPASSWORD=$POSTGRES_PASSWORD "$bin/psql" -h /tmp -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  "$bin/pg_ctl" -D "$data" -w stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -k /tmp
