#!/usr/bin/env bash
# Downloads the executable, and refuses any other file than the one whose checksum was pinned.
set -euo pipefail

if ! [[ ${EXECUTABLE_SHA256:-} =~ ^[0-9a-f]{64}$ ]]; then
  echo "sha256 has to be 64 hexadecimal digits, in lower case." >&2
  exit 2
fi

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/bunting-XXXXXX")
curl --fail --silent --show-error --location --proto '=https,file' --retry 3 --output "$folder/bunting" -- "$EXECUTABLE_URL"
if ! echo "$EXECUTABLE_SHA256  $folder/bunting" | sha256sum --check --status; then
  echo "The file at the address of the executable has another checksum than the one that is pinned: it is not run." >&2
  exit 1
fi
chmod +x "$folder/bunting"
echo "path=$folder/bunting" >>"$GITHUB_OUTPUT"
