#!/usr/bin/env bash
# The whole check, from an empty clone: ./test.sh [-full]
#
# It needs Go, and Node with npm, on Debian or Ubuntu for amd64. It gets the rest: the
# other Go release through GOTOOLCHAIN, real PostgreSQL, MongoDB, MariaDB and
# Tarantool servers and clients in other languages into the user's cache folder, and,
# if there is no C compiler, gcc from apt. All servers listen on loopback only and
# end with this script.
#
# -full adds what takes long: 32-bit and big-endian machines, fuzzing, the race
# detector everywhere, the oldest versions of the libraries that we promise, a
# hundred million UUIDs, each benchmark once, go vet for Windows and macOS, and MySQL
# 9 where Debian's development suite can be had.
set -euo pipefail
cd "$(dirname "$0")"

releases="go1.26.8 go1.27.3"
full=
case ${1-} in
  "") ;;
  -full) full=1 ;;
  *) sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//p}' "$0"; [ "$1" = -h ] && exit 0; exit 2 ;;
esac

tmp=$(mktemp -d)
chmod 711 "$tmp" # PostgreSQL, which root must run as another user, gets through
export TMPDIR=$tmp
export GOWORK=off # a go.work would raise the library's requirements to integration's
export CI=true # a test that finds no server or client fails, instead of being skipped
child= up=
finish() {
  code=$?
  trap - EXIT
  # Each background job is a process group, because of set -m: the signal
  # reaches what the job has started.
  # cmd/go removes its work on an interrupt, but not on SIGTERM.
  if [ -n "$child" ]; then kill -INT -- "-$child" 2>/dev/null || true; wait "$child" 2>/dev/null || true; fi
  if [ -n "$up" ]; then kill -TERM "$up" 2>/dev/null || true; wait "$up" 2>/dev/null || true; fi
  rm -rf "$tmp"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
set -m

# step NAME COMMAND...: runs the command in the background, so that a signal to
# this script is handled at once.
step() {
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@" </dev/null &
  child=$!
  if ! wait "$child"; then echo "== FAILED after $((SECONDS - start)) s: $name"; exit 1; fi
  child=
  echo "   $((SECONDS - start)) s"
}

install_tools() {
  for tool in go node npm; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; return 1; }
  done
  if ! command -v gcc >/dev/null; then
    apt-get update -qq || return
    apt-get install -y -qq --no-install-recommends gcc libc6-dev || return
  fi
  for r in $releases; do GOTOOLCHAIN=$r go version || return; done
}

formatted() {
  local files
  files=$(gofmt -l .)
  [ -z "$files" ] || { echo "gofmt would change: $files"; return 1; }
}

tidy() {
  go mod tidy -diff && go -C examples mod tidy -diff
}

fuzz() {
  local pkgs pkg targets target n=0
  pkgs=$(go list ./...) || return
  for pkg in $pkgs; do
    targets=$(go test -list '^Fuzz' "$pkg") || return
    for target in $(grep '^Fuzz' <<<"$targets"); do
      go test -run '^$' -fuzz "^$target\$" -fuzztime 20s "$pkg" || return
      n=$((n + 1))
    done
  done
  echo "$n targets"
  [ "$n" -gt 0 ]
}

# other_systems vets the library there, and what says that there are no servers.
other_systems() {
  local os
  for os in windows darwin; do
    GOOS=$os CGO_ENABLED=0 go vet ./... || return
    GOOS=$os CGO_ENABLED=0 go -C integration vet ./stores/... || return
  done
}

# big_endian runs the library's tests on s390x, in an emulator from apt that is
# unpacked into the cache folder and not installed.
big_endian() {
  local dir=${XDG_CACHE_HOME:-$HOME/.cache}/uuidkit/qemu
  if [ ! -x "$dir/usr/bin/qemu-s390x-static" ]; then
    mkdir -p "$dir"
    (cd "$dir" && apt-get download -qq qemu-user-static && dpkg -x qemu-user-static_*.deb . && rm qemu-user-static_*.deb) || return
  fi
  GOARCH=s390x CGO_ENABLED=0 go test -short -exec "$dir/usr/bin/qemu-s390x-static" ./...
}

start_servers() {
  "$tmp/up" ${full:+-mysql9} -env "$tmp/env" &
  up=$!
  while [ ! -f "$tmp/env" ]; do
    kill -0 "$up" 2>/dev/null || { echo "the servers did not start"; exit 1; }
    sleep 0.1
  done
  . "$tmp/env"
}

step "tools" install_tools
step "gofmt" formatted
step "go mod tidy" tidy
step "build the servers' keeper" go -C integration build -o "$tmp/up" ./stores/up
step "install the servers" "$tmp/up" -install ${full:+-mysql9}
step "install the clients" go -C integration run ./interop/install
echo "== start the servers"
start_servers
for r in $releases; do
  export GOTOOLCHAIN=$r
  step "$r: vet" bash -c 'for m in . examples integration; do go -C $m vet ./... || exit; done'
  step "$r: library" go test ./...
  step "$r: library, race detector" go test -race -short ./...
  step "$r: examples" go -C examples test ./...
  step "$r: the round-trip tour" bash -c 'go -C examples run ./roundtrip -postgres "$UUIDKIT_POSTGRES" -mysql "$UUIDKIT_MYSQL" -mongo "$UUIDKIT_MONGO"'
  step "$r: integration" go -C integration test ./...
done
step "conformance report" go run ./internal/conformance -check
if [ -n "$full" ]; then
  step "$GOTOOLCHAIN: race detector, whole" go test -race ./...
  step "$GOTOOLCHAIN: examples, race detector" go -C examples test -race ./...
  step "$GOTOOLCHAIN: integration, race detector" go -C integration test -race -timeout 30m ./...
  step "$GOTOOLCHAIN: vet for Windows and macOS" other_systems
  step "$GOTOOLCHAIN: 32 bits" env GOARCH=386 CGO_ENABLED=0 go test ./...
  step "$GOTOOLCHAIN: big-endian" big_endian
  step "$GOTOOLCHAIN: benchmarks, once" bash -c 'go -C integration run ./bench -rounds 1 -time 1ms -o "" >/dev/null'
  step "$GOTOOLCHAIN: fuzz" fuzz
  export GOTOOLCHAIN=${releases%% *}
  step "$GOTOOLCHAIN: integration at the floors" go -C integration test -modfile=floors.mod ./...
  step "$GOTOOLCHAIN: a hundred million UUIDs" env UUIDKIT_IDS=100000000 go test -timeout 30m ./uuid
fi
echo "== all passed in $SECONDS s${UUIDKIT_NO_MYSQL9+, without MySQL 9: $UUIDKIT_NO_MYSQL9}"
