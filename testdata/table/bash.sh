#!/usr/bin/env bash
set -euo pipefail

# Prints usage.
usage() {
  cat <<EOT
usage: $0 { # not a brace
function fake() {
EOT
}

function deploy {
  local n=${#@} v="${1:-"a }"}"
  case "$v" in
    a) echo "}" ;;
    *) echo '{' ;;
  esac
  echo "$(echo "nested }" | tr '}' '{')" # }
}

function both() { echo \}; }

sub-shell.name()
{
  if [[ $x =~ ^\{ ]]; then :; fi
}
