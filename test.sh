#!/usr/bin/env bash
# The whole check, on both supported Go releases.
set -eu
cd "$(dirname "$0")"
for go in go1.26 go1.27.3; do
  [ $go = go1.26 ] || export GOTOOLCHAIN=$go
  go vet ./... && go test ./...
done
