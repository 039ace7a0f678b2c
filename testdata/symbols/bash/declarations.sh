#!/usr/bin/env bash
set -euo pipefail

LIMIT=10
export NAME=x

# Logs
# a line.
log() {
  printf '%s\n' "$*" >&2
  cat <<EOT
text   with spaces and $LIMIT
EOT
}

function usage {
  echo "usage: $0   [options]"
}

function die() { log "$1"; exit 1; }

lib::join() (
  local IFS=,
  echo "$*"
)

if [[ -n ${DEBUG:-} ]]; then
  trace() { log "trace: $*"; }
else
  trace() { :; }
fi

main() {
  nested() { :; }
  usage
}

main "$@"
