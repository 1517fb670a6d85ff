//go:build linux

package main

import (
	goversion "go/version"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	// The packages and adapters are tested with both, the rest with the newest. Package
	// integration/upstream reads the newest here.
	oldest = "go1.26.8"
	newest = "go1.27.3"

	// large has libraries that are too large to be downloaded each time.
	large = "integration/ecosystem/large"
)

// lowest are what the go lines of go.mod promise: built only.
var lowest = []string{"go1.24.13", "go1.25.12"}

// table has the steps in the order in which they run.
//
//   - part: "always" runs first, then "quick", or the parts of -full. A row runs "checks".
//   - release: of Go, or - for the user's own
//   - modules: names of [sets], or folders; - is the root
//   - name: what is printed after the part and the release
//   - command: one of [job.verbs], or a line for sh, which runs in each of the modules; the
//     next one is after &&. Or "servers", "beside PART" or "join": see [lane].
const table = `
always          | -      | -                           | tools                                                 | tools

quick           | -      | -                           | gofmt                                                 | files=$(gofmt -l .); [ -z "$files" ] || { echo "gofmt would change: $files"; exit 1; }
quick           | -      | -                           | -                                                     | servers
quick           | -      | -                           | -                                                     | beside checks
quick           | newest | integration                 | integration                                           | tests -p 4 -timeout 20m
quick           | newest | cmd                         | commands                                              | tests -p 4
quick           | newest | integration/ecosystem       | other libraries, those that compile quickly           | tests
quick           | oldest | integration                 | integration, what a Go release can change             | use-tests
quick           | -      | -                           | -                                                     | join
quick           | -      | -                           | every package was tested                              | all-tested

checks          | oldest | all                         | go mod tidy                                           | tidy
checks          | -      | kit                         | the lowest Go releases build it                       | build-lowest
checks          | -      | integration                 | the exported API                                      | go run ./apichange
checks          | oldest | imported                    | library                                               | tests
checks          | oldest | analysis                    | the checks of uuidvet                                 | go test -vet=off -ldflags=-w ./internal/checks
checks          | newest | all                         | vet                                                   | go vet ./...
checks          | newest | imported                    | library, race detector                                | tests -race -short
checks          | newest | integration                 | conformance report                                    | go run ./conformance/report -check
checks          | newest | .                           | table of identifiers                                  | go run ./internal/tools/identifiers -check
checks          | newest | imported analysis           | library, uuidfix and uuidvet                          | tests -p 4
checks          | newest | internal/tools/check        | this program                                          | tests
checks          | newest | examples/...                | examples                                              | tests
checks          | newest | examples                    | the round-trip tour                                   | go run ./roundtrip -postgres "$UUIDKIT_POSTGRES" -mysql "$UUIDKIT_MYSQL" -mongo "$UUIDKIT_MONGO"
checks          | oldest | old-examples                | examples                                              | go build ./...

core            | newest | .                           | race detector, whole                                  | tests -race
core            | newest | .                           | 32 bits                                               | GOARCH=386 CGO_ENABLED=0 go test ./...
core            | newest | .                           | big-endian                                            | tests-on s390x
core            | newest | .                           | fuzz                                                  | fuzz
core            | newest | .                           | arm64                                                 | GOARCH=arm64 go vet ./... && tests-on arm64
core            | newest | .                           | assembly                                              | assembly
core            | newest | .                           | a hundred million UUIDs                               | UUIDKIT_IDS=100000000 go test -count=1 -timeout 30m ./uuid/...
core            | newest | .                           | a thousand killed processes                           | UUIDKIT_KILLS=1000 go test -count=1 -run TestKill ./uuid/generator

adapters        | newest | adapters                    | race detector, whole                                  | tests -race
adapters        | newest | adapters                    | 32 bits                                               | GOARCH=386 CGO_ENABLED=0 go test ./...
adapters        | newest | adapters                    | big-endian                                            | tests-on s390x
adapters        | newest | adapters                    | fuzz                                                  | fuzz
adapters        | newest | adapters                    | arm64                                                 | GOARCH=arm64 go vet ./... && tests-on arm64

stores          | newest | -                           | -                                                     | servers
stores          | newest | analysis cmd examples/...   | commands and examples, race detector                  | tests -race
stores          | newest | cmd                         | commands, fuzz                                        | fuzz
stores          | newest | integration                 | integration, race detector                            | tests -race -timeout 30m
stores          | newest | integration                 | the servers' keeper, killed                           | go test ./stores ./stores/up -all -timeout 20m
stores          | oldest | analysis cmd                | commands                                              | go test -vet=off ./...
stores          | newest | integration                 | uuid audit, 50 databases of each kind                 | go test ./audit -all -timeout 30m
stores          | newest | -                           | tools of the clusters                                 | installed ip iproute2
stores          | newest | integration                 | clusters, a short case of three                       | go test -p 1 ./clusters ./clusters/shards -brief -timeout 30m
stores          | newest | integration                 | PgBouncer                                             | go test ./pooler -all -timeout 30m
stores          | oldest | integration                 | matrix                                                | go test -timeout 20m ./matrix
stores          | newest | integration                 | matrix, also what equals other rows                   | go test -timeout 40m ./matrix -all
stores          | newest | .                           | benchmarks of the library, once                       | go test -run '^$' -bench . -benchtime 1x ./...
stores          | newest | integration                 | benchmarks, once                                      | go run ./bench -rounds 1 -time 1ms -o "" >/dev/null

ecosystem       | newest | -                           | -                                                     | servers
ecosystem       | newest | integration/ecosystem       | vet                                                   | go vet -tags full ./...
ecosystem       | newest | integration/ecosystem       | other libraries                                       | go test -vet=off -ldflags=-w -count=1 -tags full -timeout 40m ./...
ecosystem       | newest | integration/ecosystem/large | large libraries                                       | go test -count=1 -timeout 20m ./...
ecosystem       | newest | integration/ecosystem/large | large libraries, go mod tidy                          | go mod tidy -diff
ecosystem       | newest | -                           | the code of examples/std, made again                  | made-again

suites          | newest | -                           | -                                                     | servers
suites          | newest | integration/suites          | other people's tests                                  | go test -all -timeout 40m

public          | newest | integration                 | a release                                             | go test ./release -all
public          | newest | integration/uuidfix         | modules rewritten by uuidfix                          | go test -all -timeout 120m
public          | newest | integration                 | uuidvet on planted wrong uses                         | go test ./vet -all
public          | newest | integration                 | uuidvet on public modules                             | go test ./vet -run TestPublic -public -timeout 150m
public          | newest | integration                 | the cost of uuidvet                                   | go test ./vet -run TestCost -cost -timeout 60m
public          | newest | analysis                    | golangci-lint with uuidvet                            | go test ./uuidvet/golangci -golangci -timeout 20m

migrate         | newest | -                           | -                                                     | servers
migrate         | newest | integration/migrate         | 200 faults in each database                           | go test -all -skip 'TestEveryAction|TestParsers' -timeout 120m
migrate         | newest | integration/migrate         | killed after each action; the servers' parsers        | go test -all -run 'TestEveryAction|TestParsers' -timeout 120m
migrate         | newest | integration/faults          | black holes                                           | go test -run 'BlackHole|Silence' -all -timeout 20m

large           | newest | -                           | -                                                     | servers
large           | newest | integration/migrate         | two faults in each database at 200,000 + 200,000 rows | go test -large -run TestFaults -timeout 90m

clusters        | newest | -                           | tools                                                 | installed ip iproute2
clusters        | newest | integration                 | nodes killed and cut off                              | go test ./clusters -all -timeout 90m

floors          | newest | -                           | -                                                     | servers
floors          | oldest | integration                 | integration                                           | go test -modfile=floors.mod -tags floors -timeout 20m ./...

people          | newest | integration                 | the matrix explorer in a browser                      | go test ./matrix/browser -all

systems         | newest | kit                         | vet for windows                                       | GOOS=windows CGO_ENABLED=0 go vet ./...
systems         | newest | integration                 | vet for windows, without servers                      | GOOS=windows CGO_ENABLED=0 go vet ./stores/...
systems         | newest | kit                         | vet for darwin                                        | GOOS=darwin CGO_ENABLED=0 go vet ./...
systems         | newest | integration                 | vet for darwin, without servers                       | GOOS=darwin CGO_ENABLED=0 go vet ./stores/...

vulnerabilities | newest | kit                         | -                                                     | go run golang.org/x/vuln/cmd/govulncheck@latest -scan package ./...
`

// A step is a row of the table.
type step struct{ part, release, modules, name, command string }

func parse(table string) (steps []step) {
	for _, line := range strings.Split(table, "\n") {
		if line == "" {
			continue
		}
		cells := strings.SplitN(line, "|", 5) // a command may have more
		for i, cell := range cells {
			if cells[i] = strings.TrimSpace(cell); cells[i] == "-" {
				cells[i] = ""
			}
		}
		release := map[string]string{"oldest": oldest, "newest": newest}[cells[1]]
		steps = append(steps, step{cells[0], release, cells[2], cells[3], cells[4]})
	}
	return steps
}

// unnamed are the parts that -full cannot name: "" has the steps of the servers.
var unnamed = []string{"", "always", "quick", "checks"}

func fullParts(steps []step) (parts []string) {
	for _, s := range steps {
		if !slices.Contains(append(unnamed, append(parts, "vulnerabilities")...), s.part) {
			parts = append(parts, s.part)
		}
	}
	return parts
}

func (s step) title() string {
	title := s.name
	if s.release != "" && title != "" {
		title = ": " + title
	}
	title = s.release + title
	if !slices.Contains(unnamed, s.part) {
		title = s.part + ", " + title
	}
	return title
}

// sets returns the names that the table has for modules. A module is the folder of a
// committed go.mod file with Go code, but for large.
func sets(files []string) map[string][]string {
	sets := map[string][]string{}
	for _, file := range files {
		m := path.Dir(file)
		if path.Base(file) != "go.mod" || m == large || !slices.ContainsFunc(files, func(f string) bool {
			return path.Ext(f) == ".go" && (m == "." || strings.HasPrefix(f, m+"/"))
		}) {
			continue
		}
		add := func(set string, is bool) bool {
			if is {
				sets[set] = append(sets[set], m)
			}
			return is
		}
		example := strings.HasPrefix(m, "examples")
		tool := strings.HasPrefix(m, "internal/") // it keeps the zip of the root module small
		add("all", true)
		add("examples/...", example)
		add("old-examples", example && builds(oldest, m))
		_ = add("kit", !example && !tool && !strings.HasPrefix(m, "integration")) && // what a release has
			add("imported", m != "analysis" && m != "cmd") && // by users' programs
			add("adapters", m != ".")
	}
	return sets
}

var goLine = regexp.MustCompile(`(?m)^go (\S+)`)

// builds tells whether the go line of a module permits a release. examples/std needs the newest.
func builds(release, module string) bool {
	return goversion.Compare(release, language(module)) >= 0
}

// language returns the go line of a module as a version such as go1.26.0, or "".
func language(module string) string {
	text, _ := os.ReadFile(path.Join(module, "go.mod"))
	if m := goLine.FindSubmatch(text); m != nil {
		return "go" + string(m[1])
	}
	return ""
}
