#!/usr/bin/env bash
# The whole check, from an empty clone. ./test.sh -h explains it; its steps are a table in
# internal/tools/check/steps.go. exec: signals reach the program, which ends its steps.
set -euo pipefail
cd -P "$(dirname "$0")"
command -v go >/dev/null || { echo "go is not installed"; exit 1; }
check=$(mktemp)
trap 'rm -f "$check"' EXIT
GOWORK=off go build -C internal/tools/check -buildvcs=false -o "$check"
exec {program}<"$check"
rm "$check"
exec "/dev/fd/$program" "$@"
