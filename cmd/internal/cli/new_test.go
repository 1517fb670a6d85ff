package cli_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// newIDs runs uuid new and returns its UUIDs.
func newIDs(t *testing.T, stdin string, args ...string) (ids []uuid.UUID) {
	t.Helper()
	for line := range strings.Lines(good(t, stdin, append([]string{"new"}, args...)...)) {
		id, err := uuid.Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatalf("new %q: %v", args, err)
		}
		ids = append(ids, id)
	}
	return ids
}

func TestNew(t *testing.T) {
	const n = 1000
	count := []string{"--count", strconv.Itoa(n)}
	then := "2024-02-29T12:00:00.123Z"
	for _, test := range []struct {
		args    string
		version int
		ordered bool
		time    string
	}{
		{"", 7, true, "now"},
		{"--version 1", 1, false, "now"},
		{"--version 4", 4, false, ""},
		{"--version 6", 6, true, "now"},
		{"-v 7", 7, true, "now"},
		{"--time " + then, 7, true, then},
		{"--time " + then + " --version 1", 1, false, then},
		{"--time " + then + " --version 6", 6, false, then},
		{"--time 2024-02-29T13:30:00.123+01:30", 7, true, then},
		{"--seed 7", 7, true, ""},
		{"--seed 7 --version 1", 1, false, ""},
		{"--seed 7 --version 4", 4, false, ""},
		{"--seed 7 --version 6", 6, true, ""},
	} {
		ids := newIDs(t, "", append(count, strings.Fields(test.args)...)...)
		seen := map[uuid.UUID]bool{}
		for i, id := range ids {
			seen[id] = true
			if id.Version() != test.version {
				t.Fatalf("%s: got %v", test.args, id)
			}
			if test.ordered && i > 0 && id.Compare(ids[i-1]) <= 0 {
				t.Fatalf("%s: got %v after %v", test.args, id, ids[i-1])
			}
			switch got, _ := id.Time(); test.time {
			case "":
			case "now":
				if d := time.Since(got); d > time.Minute || d < -time.Second {
					t.Fatalf("%s: got the time %v", test.args, got)
				}
			default:
				if got.Format(time.RFC3339Nano) != test.time {
					t.Fatalf("%s: got the time %v", test.args, got)
				}
			}
		}
		if len(seen) != n {
			t.Errorf("%s: got %d different UUIDs, want %d", test.args, len(seen), n)
		}
		if strings.Contains(test.args, "--seed") != (ids[0] == newIDs(t, "", append(count, strings.Fields(test.args)...)...)[0]) {
			t.Errorf("%s: got the same UUIDs twice, or others with a seed", test.args)
		}
	}
	if got := good(t, "", "new", "--count", "0"); got != "" {
		t.Errorf("--count 0: got %q", got)
	}
}

func TestNames(t *testing.T) {
	dns := uuid.NamespaceDNS()
	for _, test := range []struct {
		args  string
		stdin string
		want  []uuid.UUID
	}{
		{"-v 3 --namespace dns a b", "x", []uuid.UUID{uuid.NewV3(dns, "a"), uuid.NewV3(dns, "b")}},
		{"-v 5 --namespace dns", "a\r\n\nb", []uuid.UUID{uuid.NewV5(dns, "a"), uuid.NewV5(dns, ""), uuid.NewV5(dns, "b")}},
		{"-v 5 --namespace dns", "\ufeffa\n\ufeffb", []uuid.UUID{uuid.NewV5(dns, "a"), uuid.NewV5(dns, "\ufeffb")}},
		{"-v 8 --namespace " + id, "\xff\n", []uuid.UUID{uuid.NewV8SHA256(uuid.MustParse(id), "\xff")}},
		{"-v 5 --namespace url -- -v", "", []uuid.UUID{uuid.NewV5(uuid.NamespaceURL(), "-v")}},
		{"-v 5 --namespace oid 2.5", "", []uuid.UUID{uuid.NewV5(uuid.NamespaceOID(), "2.5")}},
		{"-v 5 --namespace x500 CN", "", []uuid.UUID{uuid.NewV5(uuid.NamespaceX500(), "CN")}},
	} {
		got := newIDs(t, test.stdin, strings.Fields(test.args)...)
		if len(got) != len(test.want) {
			t.Errorf("%s: got %v, want %v", test.args, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: got %v, want %v", test.args, got, test.want)
			}
		}
	}
	if got := newIDs(t, strings.Repeat("name\n", 1000), "-v", "5", "--namespace", "dns"); len(got) != 1000 {
		t.Errorf("got %d UUIDs of 1000 names", len(got))
	}
}

func TestNewForms(t *testing.T) {
	if got := good(t, "", "new", "--form", "bytes", "--count", "1000"); len(got) != 16_000 {
		t.Errorf("bytes: got %d bytes", len(got))
	}
	if got := good(t, "", "new", "--form", "upper", "-o", "csv", "--seed", "1"); got != "id\n00DC6ACF-AC00-7000-AAE6-783F4FBDE91B\n" {
		t.Errorf("csv: got %q", got)
	}
	if got := good(t, "", "new", "--form", "fields", "-o", "csv"); !strings.HasPrefix(got, "id\n\"{0x") || !strings.HasSuffix(got, "}}\"\n") {
		t.Errorf("csv with commas: got %q", got)
	}
	var doc struct{ ID string }
	if err := json.Unmarshal([]byte(good(t, "", "new", "--form", "bytea", "-o", "json")), &doc); err != nil || !strings.HasPrefix(doc.ID, `\x`) {
		t.Errorf("json with a backslash: got %q, %v", doc.ID, err)
	}
}
