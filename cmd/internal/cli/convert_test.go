package cli_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

// bufferSize is that of the command.
const bufferSize = 256 << 10

// TestForms converts an id to every form and back.
func TestForms(t *testing.T) {
	names, _, _ := run(strings.NewReader(""), "__complete", "convert", "--to", "")
	oneWay := map[string]string{ // reading only
		"uuid":  id,
		"ksuid": "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
		"cuid":  "cjld2cjxh0000qzrmn831i7rn",
		"sid":   "1RIZ9tSLJuE-4qQuEnzTRVo",
	}
	// A UUID contains these.
	inside := map[string]string{
		"objectid": "507f1f77bcf86cd799439011", "xid": "9m4e2mr0ui3e8a215n4g", "pushid": "-JhLeOlGIEjaIOFHR0xd",
		"elasticflake": "AVdYvXwKdV9bq1-2hDXg", "flake": "8HFaR8qWtRlGDHnO57", "lexicaluuid": "0004f2a1-5b3c-1d2e-0123456789abcdef",
		"snowflake:twitter": "1541815603606036480", "shardingid:instagram": "2215341107435898888",
		"flakeid:unix": "5828128208445124608", "sonyflake:sonyflake": "173301874793540608",
	}
	tried := 0
	for name := range strings.Lines(names) {
		name = strings.TrimSpace(name)
		kind, _, _ := strings.Cut(name, ":")
		text, known := inside[name]
		switch {
		case name == "" || strings.HasPrefix(name, ":"):
			continue
		case oneWay[name] != "":
			if got := good(t, oneWay[name]+"\n", "convert", "--from", name); len(got) != 37 {
				t.Errorf("--from %s: got %q", name, got)
			}
		case known:
			u := good(t, text+"\n", "convert", "--from", name)
			if got := good(t, u, "convert", "--to", name); got != text+"\n" || u[14] != '8' {
				t.Errorf("%s: got %q and %q of %q", name, u, got, text)
			}
		case slices.Contains([]string{"snowflake", "shardingid", "flakeid", "sonyflake"}, kind): // with another epoch
		default:
			for _, order := range []string{"", "-swapped", "-mixed", "-java", "-reversed"} {
				text := good(t, id, "convert", "--to", name+order)
				if got := good(t, text, "convert", "--from", name+order); strings.TrimSpace(got) != id {
					t.Errorf("%s: got %q of %q", name+order, got, text)
				}
				if order != "" && text == good(t, id, "convert", "--to", name) {
					t.Errorf("%s: got %q, as without the order", name+order, text)
				}
			}
		}
		tried++
	}
	if tried < 50 {
		t.Errorf("got %d forms, want more", tried)
	}
	if got := good(t, id, "convert", "--to", "typeid:user"); got != "user_7r3n7twzfc278aes80m34hwtzp" {
		t.Errorf("typeid:user: got %q", got)
	}
	if got := good(t, "175928847299117063\n", "convert", "--from", "snowflake:1420070400000"); got != good(t, "175928847299117063\n", "convert", "--from", "snowflake:discord") {
		t.Errorf("a number as the epoch: got %q", got)
	}
}

// TestBuffer puts an id at every place near the end of the buffer.
func TestBuffer(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 11
	}
	for at := bufferSize - 60; at < bufferSize+5; at += step {
		pad := strings.Repeat("x", at)
		for _, test := range []struct{ args, format string }{
			{"--csv #2", "%s,%s\r\n"},
			{"--csv #2", "%s,\"%s\",\n"},
			{"--csv #2", "\"%s\n\"\"\",%s"},
			{"--json id", `{"pad":"%s","id":"%s"}`},
			{"--json id", `{"pad%s":1.5e7, "id" : "%s"} [{},[],null]`},
		} {
			in, want := fmt.Sprintf(test.format, pad, id), fmt.Sprintf(test.format, pad, idHex)
			args := append([]string{"convert", "--to", "hex"}, strings.Fields(test.args)...)
			if got := good(t, in, args...); got != want {
				t.Fatalf("%s, the id at %d: got …%q, want …%q", test.args, at, got[at-10:], want[at-10:])
			}
		}
		line := strings.Repeat("\n", at)
		if got := good(t, line+id+"\n"+id, "convert", "--to", "hex"); got != line+idHex+"\n"+idHex {
			t.Fatalf("lines, the id at %d: got …%q", at, got[at:])
		}
	}
}

// TestSlowTwins compares with encoding/csv and encoding/json, over inputs of random
// values that arrive in pieces.
func TestSlowTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := uuidtest.New(1)
	value := func() string { // as it may be in a column
		ids := make([]uuid.UUID, 1)
		g.FillV4(ids)
		return []string{"", ids[0].String(), ids[0].String(), "a,\"b\"\n", "line\r\nline", " ", ids[0].String() + "x", "é\u2028"}[r.IntN(8)]
	}
	hexOf := func(s string) string {
		if u, err := uuid.Parse(s); err == nil {
			return strings.ReplaceAll(u.String(), "-", "")
		}
		return s
	}
	for range 200 {
		var in, want bytes.Buffer
		w, twin := csv.NewWriter(&in), csv.NewWriter(&want)
		w.UseCRLF = r.IntN(2) == 0
		twin.UseCRLF = w.UseCRLF
		w.Write([]string{"id", "x", "parent"})
		twin.Write([]string{"id", "x", "parent"})
		for range r.IntN(20) {
			a, b, c := value(), value(), value()
			w.Write([]string{a, b, c})
			twin.Write([]string{hexOf(a), b, hexOf(c)})
		}
		w.Flush()
		twin.Flush()
		got, _, _ := run(iotest.OneByteReader(bytes.NewReader(in.Bytes())), "convert", "--to", "hex", "--csv", "parent", "--csv", "id")
		if got != want.String() {
			t.Fatalf("CSV: got\n%q, want\n%q", got, &want)
		}

		in.Reset()
		var docs []any
		for range 1 + r.IntN(3) {
			doc := map[string]any{"id": value(), "n": 1.5, "items": []any{map[string]any{"id": value()}, nil, []any{value()}}, "a.b": map[string]any{"c": value()}}
			data, err := json.MarshalIndent(doc, "", strings.Repeat(" ", r.IntN(2)))
			if err != nil {
				t.Fatal(err)
			}
			in.Write(data)
			doc["id"] = hexOf(doc["id"].(string))
			item := doc["items"].([]any)[0].(map[string]any)
			item["id"] = hexOf(item["id"].(string))
			dotted := doc["a.b"].(map[string]any)
			dotted["c"] = hexOf(dotted["c"].(string))
			docs = append(docs, doc)
		}
		got, _, _ = run(iotest.HalfReader(bytes.NewReader(in.Bytes())), "convert", "--to", "hex", "--json", "id", "--json", ".items[].id", "--json", `"a.b".c`)
		d := json.NewDecoder(strings.NewReader(got))
		for _, want := range docs {
			var doc any
			if err := d.Decode(&doc); err != nil || !reflect.DeepEqual(doc, want) {
				t.Fatalf("JSON: got %v and\n%v, want\n%v", err, doc, want)
			}
		}
	}
}

// FuzzCopy converts what has nothing to convert: the output is the input.
func FuzzCopy(f *testing.F) {
	for _, in := range []string{"a,b\n", "\"a\"\"\n\",b\r\n", `{"a":["\"",1e5,null]}`, "\ufeff\"a\n,\",b", "x\n\xff", "\"", "{"} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, args := range [][]string{
			{"convert", "--from", "lexicaluuid", "--csv", "#1"},
			{"convert", "--from", "lexicaluuid", "--json", "[]"},
			{"convert", "--from", "lexicaluuid", "--json", "a"},
			{"convert", "--from", "lexicaluuid"},
		} {
			got, stderr, status := run(bytes.NewReader(in), args...)
			if status == 2 && json.Valid(in) && args[3] == "--json" {
				t.Errorf("%q of %q: %s", args, in, stderr)
			}
			if status != 2 && got != string(in) {
				t.Errorf("%q: got %q, want %q", args, got, in)
			}
			if !strings.HasPrefix(string(in), got) {
				t.Errorf("%q: got %q, want a beginning of %q", args, got, in)
			}
		}
	})
}

// TestMemory converts much, in little memory.
func TestMemory(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("with the race detector, json.Valid's sync.Pool forgets")
	}
	const n = 200_000
	for _, test := range []struct{ args, piece string }{
		{"convert --to base58", id + "\n"},
		{"convert --csv #2 --to base58", "x,\"" + id + "\",y\n"},
		{"convert --json a.id --to base58", `{"x":[1,{"y":"z"}],"a":{"id":"` + id + `"}}`},
		{"convert --to hex --from bytes", idRaw},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if status := cli.Main(strings.Fields(test.args), strings.NewReader(strings.Repeat(test.piece, n)), io.Discard, io.Discard); status != 0 {
			t.Errorf("%s: got exit status %d", test.args, status)
		}
		runtime.ReadMemStats(&after)
		size := uint64(n * len(test.piece)) // of the input, which is in memory, too
		if got := after.TotalAlloc - before.TotalAlloc - size; got > 4<<20 {
			t.Errorf("%s: got %d bytes allocated for %d bytes of input", test.args, got, size)
		}
	}
}

// TestConvertFiles converts files as if they were one input; their problems have their names.
func TestConvertFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a": id, "b": "x\n" + id + "\n", "empty": "", "c": id, "a.csv": "id\n" + id, "b.csv": "n,id\n1," + id + "\n2,x",
		"a.json": `{"id":"` + id + `"}`, "b.json": `{"id":"x"}`, "raw": idRaw,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args, stdout, stderr string
		status               int
	}{
		{"a b empty c", idHex + "\nx\n" + idHex + "\n" + idHex, "uuid: convert: b: line 1: uuid.Parse(\"x\"): not the length of a UUID: 1 bytes\nuuid: convert: 4 values, 1 problem\n", 1},
		{"a nosuch c", idHex + "\n" + idHex, "uuid: convert: open nosuch: no such file or directory\n", 2},
		{"--csv id a.csv b.csv", "id\n" + idHex + "\nn,id\n1," + idHex + "\n2,x", "uuid: convert: b.csv: line 3, column id: uuid.Parse(\"x\"): not the length of a UUID: 1 bytes\nuuid: convert: 3 values, 1 problem\n", 1},
		{"--json id a.json b.json", `{"id":"` + idHex + `"}` + "\n" + `{"id":"x"}`, "uuid: convert: b.json: line 1, id: uuid.Parse(\"x\"): not the length of a UUID: 1 bytes\nuuid: convert: 2 values, 1 problem\n", 1},
		{"--from bytes raw raw", idHex + "\n" + idHex + "\n", "", 0},
		{"--csv x nosuch a.csv c", "", "uuid: convert: open nosuch: no such file or directory\na.csv: --csv: no column \"x\" in the header [\"id\"]\n", 2},
		{"--csv id b.csv a.csv a", "n,id\n1," + idHex + "\n2,x\nid\n" + idHex + "\n", "", 2},
	} {
		stdout, stderr, status := run(strings.NewReader("not read"), append([]string{"convert", "--to", "hex"}, strings.Fields(test.args)...)...)
		if stdout != test.stdout || test.stderr != "" && stderr != test.stderr || status != test.status {
			t.Errorf("convert %s: got %q, %q and exit status %d, want %+v", test.args, stdout, stderr, status, test)
		}
	}
}
