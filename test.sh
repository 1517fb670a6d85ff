#!/usr/bin/env bash
# The whole check, from an empty clone:
#
#   ./test.sh                what CI runs, on both Go releases
#   ./test.sh -full          that, and every part below
#   ./test.sh -full PART...  these parts only
#
# The parts of -full, each less than an hour on 2 cores:
#
#   core      the root module: race detector, fuzzing, 32-bit, big-endian and arm64
#             machines, its assembly on each sort of amd64 machine, a hundred million
#             UUIDs, a thousand killed processes
#   adapters  the same for the adapters
#   stores    the integration tests with the race detector, and with MySQL 9 where
#             Debian's development suite can be had; the commands with both releases;
#             the servers' keeper, killed at any time; uuid audit on 250 databases and
#             on large tables; the examples; each benchmark once
#   ecosystem what a UUID becomes in other people's libraries: docs/works-with.md; the code
#             of examples/std, made again
#   suites    the tests of database/sql, drivers, pgx, MongoDB's drivers, CBOR,
#             MessagePack and GORM, with uuidkit in between
#   public    a release rehearsed in public modules; public modules that uuidfix
#             rewrites, and their tests; uuidvet on planted wrong uses; golangci-lint with it
#   migrate   uuid migrate under 200 faults in each database (50 in PostgreSQL 15), while
#             writers use it; black holes between it and each database
#   large     the same at 200,000 + 200,000 rows, two faults in each database
#   clusters  nodes of Galera, Group Replication, sharded MongoDB, PostgreSQL and Redis Cluster
#             killed and cut off while programs write through every adapter
#   floors    the integration tests with the oldest libraries that we promise
#   people    docs/matrix.html in Debian's headless Chromium, and axe-core
#   systems   go vet for Windows and macOS
#
#   ./test.sh -vulnerabilities   govulncheck, at the floors; needs the Internet
#
# It needs Go, and Node with npm, on Debian or Ubuntu for amd64. It gets the rest: the
# other Go releases through GOTOOLCHAIN, real PostgreSQL, MongoDB, MariaDB, Redis
# and Tarantool servers and clients in other languages into the user's cache folder, and,
# if there is no C compiler, gcc from apt. All servers listen on loopback only and
# end with this script.
set -euo pipefail
cd "$(dirname "$0")"

releases="go1.26.8 go1.27.3" # the packages and adapters with both, the rest with the newest
oldest=${releases%% *} newest=${releases##* }
lowest="go1.24.13 go1.25.12" # what the go lines of go.mod promise: built only
parts="core adapters stores ecosystem suites public migrate large clusters floors people systems"

usage() { sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//p}' "$0"; exit "$1"; }
quick=1 run=
case ${1-} in
  "") ;;
  -full) shift; [ $# -eq 0 ] || quick=; run=${*:-$parts} ;;
  -vulnerabilities) quick= run=vulnerabilities ;;
  -h) usage 0 ;;
  *) usage 2 ;;
esac
for part in $run; do
  case " $parts vulnerabilities " in *" $part "*) ;; *) echo "no part $part"; usage 2 ;; esac
done

# Every step loops over this list: the folders of all committed go.mod files with Go
# code, but for large, whose libraries are too large to be downloaded each time: -full
# ecosystem has it. kit is what a release has, and imported what users' programs import.
large=integration/ecosystem/large
modules=$(git ls-files -- go.mod '*/go.mod' | xargs -n1 dirname | grep -vx "$large" | while read -r m; do
  [ -z "$(git ls-files -- "$m/*.go")" ] || echo "$m"
done)
kit=$(grep -v '^examples\|^integration' <<<"$modules")
imported=$(grep -vx 'analysis\|cmd' <<<"$kit")
adapters=$(grep -vx '\.' <<<"$imported")

# The same folder each time, if no other run is under way: go test takes a result that it
# kept only if TMPDIR, which tests read, is what it was. A run that was killed left the
# folder, but not the lock.
tmp=${TMPDIR:-/tmp}/uuidkit-test.$UID
if mkdir -p -m 700 "$tmp" && [ -O "$tmp" ] && exec {lock}<"$tmp" && flock -n "$lock"; then
  find "$tmp" -mindepth 1 -delete
else
  tmp=$(mktemp -d)
fi
export TMPDIR=$tmp
export GOWORK=off # each module is tested with the versions of its own go.mod
export CI=true # a test that finds no server or client fails, instead of being skipped
child= beside= up=
# Each background job is a process group, because of set -m: the signal
# reaches what the job has started.
# cmd/go removes its work on an interrupt, but not on SIGTERM.
end_step() {
  if [ -n "$child" ]; then kill -INT -- "-$child" 2>/dev/null || true; wait "$child" 2>/dev/null || true; fi
}
finish() {
  code=$?
  trap - EXIT
  end_step
  if [ -n "$beside" ]; then kill -TERM "$beside" 2>/dev/null || true; wait "$beside" 2>/dev/null || true; fi
  if [ -n "$up" ]; then kill -TERM "$up" 2>/dev/null || true; wait "$up" 2>/dev/null || true; fi
  rm -rf "$tmp"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
set -m

# step NAME COMMAND...: runs the command in the background, so that a signal to
# this script is handled at once. The seconds of CPU are those of all that the command has
# started, but not of servers.
step() {
  local name=$1 start=$SECONDS took
  shift
  [ -z "$beside" ] || kill -0 "$beside" 2>/dev/null || join_beside
  echo "== $name"
  { trap 'times >"$tmp/times.$BASHPID"' EXIT; "$@"; } </dev/null &
  child=$!
  if ! wait "$child"; then echo "== FAILED after $((SECONDS - start)) s: $name"; exit 1; fi
  took="$((SECONDS - start)) s, $(sed -n 2p "$tmp/times.$child" | tr ms '  ' | awk '{ printf "%d", 60 * ($1 + $3) + $2 + $4 }') s of CPU"
  child=
  echo "   $took"
  echo "$took: $name" >>"$tmp/took"
}

# start_beside FUNCTION: runs a function of steps beside the steps that follow, which go
# first. join_beside waits for it, and prints what it has printed.
start_beside() {
  lane() {
    trap end_step EXIT
    trap 'exit 143' TERM
    set -m
    renice -n 5 -p $BASHPID >/dev/null
    "$1"
  }
  lane "$1" >"$tmp/beside" 2>&1 &
  beside=$!
}
join_beside() {
  [ -n "$beside" ] || return 0 # a step has, since it had ended
  local failed=
  wait "$beside" || failed=1
  beside=
  cat "$tmp/beside"
  [ -z "$failed" ] || exit 1
}

# go is the go command. cmd takes the root module from the folder above by its go.work,
# the other modules by a replace.
go() {
  if [ "$1 ${2-}" = "-C cmd" ]; then GOWORK= command go "$@"; else command go "$@"; fi
}

# that_build RELEASE MODULES: those of the modules whose go line the release satisfies. examples/std needs the newest.
that_build() {
  local m line
  for m in $2; do
    line=$(sed -n 's/^go //p' "$m/go.mod")
    [ "$(printf '%s\n' "$line" "${1#go}" | sort -V | head -1)" != "$line" ] || echo "$m"
  done
}

# in_each MODULES ARGUMENTS...: go ARGUMENTS in each of the modules.
in_each() {
  local m
  for m in $1; do go -C "$m" "${@:2}" || return; done
}

# tests MODULES ARGUMENTS...: go test ARGUMENTS ./... in each, and keeps the names of
# the folders that it tested, for all_tested. Tests need no DWARF, which is half of the
# linker's work, and a step of its own runs go vet. What takes longest begins first.
quickly="-vet=off -ldflags=-w"
tests() {
  local m all outside
  for m in $1; do
    all=$(go -C "$m" list -f '{{.Dir}}' ./...) || return
    all=$(sort <<<"$all")
    printf '%s\n' "$all" >>"$tmp/tested"
    # go test keeps a result until the package or a file of its module changes. These
    # depend on more: on servers, on commands, on the pages of other modules.
    case $m in
      analysis) outside=$all ;;
      integration*) outside=$(sed '/integration\/\(migrate\|matrix\)$/!d' <<<"$all"; sed '/integration\/\(migrate\|matrix\)$/d' <<<"$all") ;;
      *) outside=$(for dir in $all; do grep -lsF '"../..' "$dir"/*_test.go | xargs -rn1 dirname | uniq; done; true) ;;
    esac
    all=$(comm -23 <(printf '%s\n' "$all") <(sort <<<"$outside"))
    [ -z "$all" ] || go -C "$m" test $quickly "${@:2}" $all || return
    [ -z "$outside" ] || go -C "$m" test $quickly -count=1 "${@:2}" $outside || return
  done
}

# use_tests: the tests in integration/ of what a Go release can change: the adapters with their
# drivers, and the standard library's formats. The matrix is measured with the newest release
# here, and with both in -full stores.
use_tests() {
  local folders
  folders=$(go -C integration list ./... |
    grep -vE '/(advice|apichange|audit|bench|docs|faults|form|generators|ids|interop|matrix|migrate|pictures|pooler|release|report|stores|suites|uuidfix|vet)(/|$)') || return
  go -C integration test $quickly -count=1 -p 4 -timeout 20m $folders
}

# all_tested fails if there is Go code in a folder that no step has tested.
all_tested() {
  local missed
  missed=$(git ls-files -- '*.go' | grep -v "/testdata/\|^$large/" | xargs -n1 dirname | sort -u | sed "s|^|$PWD/|; s|/\.\$||" |
    comm -23 - <(sort -u "$tmp/tested"))
  [ -z "$missed" ] || { echo "not tested: $missed"; return 1; }
}

install_tools() {
  for tool in go node npm; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; return 1; }
  done
  if ! command -v gcc >/dev/null; then
    apt-get update -qq || return
    apt-get install -y -qq --no-install-recommends gcc libc6-dev || return
  fi
  for r in $releases $lowest; do GOTOOLCHAIN=$r go version || return; done
}

install_pg_dump() {
  ! command -v pg_dump >/dev/null || return 0
  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client
}

# What makes network namespaces: util-linux has unshare.
install_network() {
  ! command -v ip >/dev/null || return 0
  apt-get update -qq && apt-get install -y -qq --no-install-recommends iproute2
}

formatted() {
  local files
  files=$(gofmt -l .)
  [ -z "$files" ] || { echo "gofmt would change: $files"; return 1; }
}

# tidy: go mod tidy ignores go.work, so cmd's go.mod gets a replace in a copy.
tidy() {
  local m
  for m in $(grep -vx cmd <<<"$modules"); do
    if [ -n "$(that_build "${releases%% *}" "$m")" ]; then go -C "$m" mod tidy -diff; else GOTOOLCHAIN=$newest go -C "$m" mod tidy -diff; fi || return
  done
  cp cmd/go.mod "$tmp/cmd.mod"
  cp cmd/go.sum "$tmp/cmd.sum"
  go mod edit -replace=github.com/uuidkit/uuidkit=.. "$tmp/cmd.mod" || return
  GOWORK=off command go -C cmd mod tidy -diff -modfile="$tmp/cmd.mod" || return
  go -C integration mod tidy -diff -modfile=floors.mod
}

# build_lowest builds each module with the oldest release that its go line permits.
build_lowest() {
  local m r line
  for m in $kit; do
    line=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$m/go.mod")
    r=$(tr ' ' '\n' <<<"$lowest $releases" | grep -m1 "^go${line//./\\.}\.") || { echo "$m/go.mod: no release to test go $line with"; return 1; }
    echo "$m: $r"
    GOTOOLCHAIN=$r go -C "$m" build ./... || return
  done
}

# made_again runs the generators of examples/std in a copy without the code that they make, and compares.
made_again() {
  rm -rf "$tmp/std"
  cp -r examples/std "$tmp/std" || return
  go mod edit -replace=github.com/uuidkit/uuidkit="$PWD" -replace=github.com/uuidkit/uuidkit/pgxtype="$PWD/pgxtype" "$tmp/std/go.mod" || return
  grep -rlZ '^// Code generated ' --include='*.go' "$tmp/std" | xargs -0 rm || return
  CGO_ENABLED=0 go -C "$tmp/std" generate ./... || return # sqlc's parser takes minutes to compile in C
  diff -r -x go.mod examples/std "$tmp/std"
}

fuzz() {
  local m pkg targets target n=0
  for m in $1; do
    for pkg in $(go -C "$m" list ./...); do
      targets=$(go -C "$m" test -list '^Fuzz' "$pkg") || return
      for target in $(grep '^Fuzz' <<<"$targets"); do
        go -C "$m" test -run '^$' -fuzz "^$target\$" -fuzztime 20s "$pkg" || return
        n=$((n + 1))
      done
    done
  done
  echo "$n targets"
  [ "$n" -gt 0 ]
}

# on CPU GO_TEST...: runs go test for another CPU, in an emulator from apt that is unpacked
# into the cache folder and not installed.
on() {
  local dir=${XDG_CACHE_HOME:-$HOME/.cache}/uuidkit/qemu cpu=$1
  shift
  if [ ! -x "$dir/usr/bin/qemu-s390x-static" ]; then
    mkdir -p "$dir"
    (cd "$dir" && apt-get download -qq qemu-user-static && dpkg -x qemu-user-static_*.deb . && rm qemu-user-static_*.deb) || return
  fi
  CGO_ENABLED=0 "$@" -exec "$dir/usr/bin/qemu-$cpu"
}

# big_endian MODULES runs their tests, and arm64 MODULES, too.
big_endian() { GOARCH=s390x on s390x-static tests "$1"; }
arm64() { GOARCH=arm64 in_each "$1" vet ./... && GOARCH=arm64 on aarch64-static tests "$1"; }

# assembly tests package uuid's text in the other ways that it can be built and run on amd64.
assembly() {
  local text='Parse|String|Hex|Pages|OldCPU|Allocs'
  GOAMD64=v2 go test -run "$text" ./uuid || return
  GOAMD64=v3 go test -run "$text" ./uuid || return
  go test -tags purego -run "$text" ./uuid || return
  CI= on "x86_64-static -cpu qemu64,-ssse3" go test -run "$text" ./uuid
}

# start_servers [-mysql9]: starts the servers, once, and tells the tests where they are.
start_servers() {
  [ -z "$up" ] || return 0
  step "build the servers' keeper" go -C integration build -o "$tmp/up" ./stores/up
  step "install the servers" "$tmp/up" -install "$@"
  step "install the clients" go -C integration run ./interop/install
  echo "== start the servers"
  "$tmp/up" "$@" -env "$tmp/env" &
  up=$!
  while [ ! -f "$tmp/env" ]; do
    kill -0 "$up" 2>/dev/null || { echo "the servers did not start"; exit 1; }
    sleep 0.1
  done
  . "$tmp/env"
}

mysql9=
case " $run " in *" stores "* | *" migrate "* | *" large "* | *" clusters "*) mysql9=-mysql9 ;; esac

# checks are what does not wait for servers.
checks() {
  step "go mod tidy" tidy
  step "the lowest Go releases build it" build_lowest
  step "the exported API" go -C integration run ./apichange
  export GOTOOLCHAIN=$oldest
  step "$oldest: library" tests "$imported"
  step "$oldest: the checks of uuidvet" go -C analysis test $quickly ./internal/checks
  export GOTOOLCHAIN=$newest
  step "$newest: vet" in_each "$modules" vet ./...
  step "$newest: library, race detector" tests "$imported" -race -short
  step "$newest: conformance report" go -C integration run ./conformance/report -check
  step "$newest: table of identifiers" go run ./internal/tools/identifiers -check
}

step "tools" install_tools
if [ -n "$quick" ]; then
  step "gofmt" formatted
  start_servers $mysql9
  start_beside checks
  export GOTOOLCHAIN=$newest
  step "$newest: integration" tests integration -p 4 -timeout 20m # many wait for servers
  step "$newest: library and commands" tests "$kit" -p 4          # the commands' tests wait for servers and for other commands
  step "$newest: examples" tests "$(grep ^examples <<<"$modules")"
  step "$newest: the round-trip tour" go -C examples run ./roundtrip -postgres "$UUIDKIT_POSTGRES" -mysql "$UUIDKIT_MYSQL" -mongo "$UUIDKIT_MONGO"
  step "$newest: other libraries, those that compile quickly" tests integration/ecosystem
  export GOTOOLCHAIN=$oldest
  step "$oldest: examples" in_each "$(that_build "$oldest" "$(grep ^examples <<<"$modules")")" build ./...
  step "$oldest: integration, what a Go release can change" use_tests
  join_beside
  step "every package was tested" all_tested
fi
export GOTOOLCHAIN=$newest
for part in $run; do
  name="$part, $GOTOOLCHAIN"
  case $part in
    core | adapters)
      if [ $part = core ]; then of=.; else of=$adapters; fi
      step "$name: race detector, whole" tests "$of" -race
      step "$name: 32 bits" env GOARCH=386 CGO_ENABLED=0 bash -c 'for m in $1; do go -C $m test ./... || exit; done' - "$of"
      step "$name: big-endian" big_endian "$of"
      step "$name: fuzz" fuzz "$of"
      if [ $part = core ]; then
        step "$name: arm64" arm64 "$of"
        step "$name: assembly" assembly
        step "$name: a hundred million UUIDs" env UUIDKIT_IDS=100000000 go test -timeout 30m ./uuid/...
        step "$name: a thousand killed processes" env UUIDKIT_KILLS=1000 go test -count=1 -run TestKill ./uuid/generator
      fi
      ;;
    stores)
      start_servers $mysql9
      step "$name: commands and examples, race detector" tests "analysis cmd $(grep ^examples <<<"$modules")" -race
      step "$name: integration, race detector" tests integration -race -timeout 30m
      step "$name: the servers' keeper, killed" go -C integration test ./stores ./stores/up -all -timeout 20m
      step "$part, $oldest: commands" env GOTOOLCHAIN=$oldest bash -c 'go -C analysis test -vet=off ./... && GOWORK= go -C cmd test -vet=off ./...'
      step "$name: uuid audit, 50 databases of each kind" go -C integration test ./audit -all -timeout 30m
      step "$name: tools of the clusters" install_network
      step "$name: clusters, a short case of three" go -C integration test -p 1 ./clusters/... -brief -timeout 30m
      step "$name: PgBouncer" go -C integration test ./pooler -all -timeout 30m
      step "$part, $oldest: matrix" env GOTOOLCHAIN=$oldest go -C integration test -timeout 20m ./matrix
      step "$name: matrix, also what equals other rows" go -C integration test -timeout 40m ./matrix -all
      step "$name: benchmarks, once" bash -c 'go -C integration run ./bench -rounds 1 -time 1ms -o "" >/dev/null'
      ;;
    ecosystem)
      start_servers $mysql9
      step "$name: vet" go -C integration/ecosystem vet -tags full ./...
      step "$name: other libraries" go -C integration/ecosystem test $quickly -count=1 -tags full -timeout 40m ./...
      step "$name: large libraries" in_each "$large" test -count=1 -timeout 20m ./...
      step "$name: large libraries, go mod tidy" in_each "$large" mod tidy -diff
      step "$name: the code of examples/std, made again" made_again
      ;;
    suites)
      start_servers $mysql9
      step "$name: other people's tests" go -C integration/suites test -all -timeout 40m
      ;;
    public)
      step "$name: a release" go -C integration test ./release -all
      step "$name: modules rewritten by uuidfix" go -C integration/uuidfix test -all -timeout 120m
      step "$name: uuidvet on planted wrong uses" go -C integration test ./vet -all
      step "$name: golangci-lint with uuidvet" go -C analysis test ./uuidvet/golangci -golangci -timeout 20m
      ;;
    migrate)
      step "$name: pg_dump" install_pg_dump
      start_servers $mysql9
      step "$name: 200 faults in each database" go -C integration/migrate test -all -skip 'TestEveryAction|TestParsers' -timeout 120m
      step "$name: killed after each action; the servers' parsers" go -C integration/migrate test -all -run 'TestEveryAction|TestParsers' -timeout 120m
      step "$name: black holes" go -C integration/faults test -run "BlackHole|Silence" -all -timeout 20m
      ;;
    large)
      start_servers $mysql9
      step "$name: two faults in each database at 200,000 + 200,000 rows" go -C integration/migrate test -large -run TestFaults -timeout 90m
      ;;
    clusters)
      step "$name: tools" install_network
      step "$name: nodes killed and cut off" go -C integration test ./clusters -all -timeout 90m
      ;;
    floors)
      start_servers $mysql9
      step "$part, $oldest: integration" env GOTOOLCHAIN=$oldest go -C integration test -modfile=floors.mod -tags floors -timeout 20m ./...
      ;;
    people)
      step "$name: the matrix explorer in a browser" go -C integration test ./matrix/browser -all
      ;;
    systems)
      for os in windows darwin; do
        export GOOS=$os CGO_ENABLED=0
        step "$name: vet for $os" in_each "$kit" vet ./...
        step "$name: vet for $os, without servers" go -C integration vet ./stores/...
        unset GOOS CGO_ENABLED
      done
      ;;
    vulnerabilities)
      step "$name" in_each "$kit" run golang.org/x/vuln/cmd/govulncheck@latest -scan package ./...
      ;;
  esac
done
echo "== where the time went"
sort -rn "$tmp/took"
echo "== all passed in $SECONDS s${UUIDKIT_NO_MYSQL9+, without MySQL 9: $UUIDKIT_NO_MYSQL9}"
