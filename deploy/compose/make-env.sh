#!/bin/sh
# Writes .env, with secrets that nobody else has, for compose.yaml. One that is there is left alone.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo 'There is an .env already: it was left as it is.' >&2
  exit 1
fi
secret() {
  od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n'
}
umask 077
cat >.env <<END
POSTGRES_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
GRAFANA_PASSWORD=$(secret)
BUNTING_ADMIN_TOKEN=$(secret)
BUNTING_METRICS_TOKEN=$(secret)
BUNTING_BOOTSTRAP_SERVER_KEY=sk_$(secret)
END
echo 'Wrote .env: it is for you alone.' >&2
