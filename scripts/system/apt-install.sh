#!/bin/sh
# Installs Debian packages, run as root. The tests start their own PostgreSQL, Redis and Prometheus: no package may start a service
# (policy-rc.d) or create a database cluster (createcluster.d).
set -eu

policy=/usr/sbin/policy-rc.d
cluster=/etc/postgresql-common/createcluster.d/bunting-tests.conf

trap 'exit 1' HUP INT TERM
if [ -e "$policy" ]; then
  trap 'rm -f "$cluster"' EXIT
else
  trap 'rm -f "$cluster" "$policy"' EXIT
  # Should this script be killed before it can take its policy away, the policy goes at its next use.
  printf '#!/bin/sh\nkill -0 %s 2>/dev/null && exit 101\nrm -f "$0"\n' "$$" >"$policy"
  chmod 755 "$policy"
fi
mkdir -p "$(dirname "$cluster")"
echo 'create_main_cluster = false' >"$cluster"

export DEBIAN_FRONTEND=noninteractive
# Another source that cannot be reached need not matter.
apt-get -q update || echo 'apt-get update had errors; going on with the lists at hand.'
apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends "$@"
