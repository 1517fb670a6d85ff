//go:build go1.27

package uuid_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	std "uuid"

	"github.com/uuidkit/uuidkit/uuid"
)

// TestStd runs the standard library's own tests of its package uuid on this
// one: only the import path in them is changed.
func TestStd(t *testing.T) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "src", "uuid", "uuid_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	const path, ours = "\n\t\"uuid\"\n", "\n\t\"github.com/uuidkit/uuidkit/uuid\"\n"
	if n := strings.Count(string(src), path); n != 1 {
		t.Fatalf("uuid_test.go imports uuid %d times, want once", n)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"uuid_test.go": strings.Replace(string(src), path, ours, 1),
		"go.mod": "module stdtest\n\ngo 1.27\n\nrequire github.com/uuidkit/uuidkit v0.0.0\n\n" +
			"replace github.com/uuidkit/uuidkit => " + strconv.Quote(root) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-count=1", "-v")
	cmd.Dir = dir
	// Without a network, and for this machine even if this test runs in an
	// emulator of another.
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOOS=", "GOARCH=")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	tests := regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(src, -1)
	if len(tests) < 8 {
		t.Errorf("uuid_test.go has %d tests, want the 8 of Go 1.27 at least", len(tests))
	}
	for _, test := range tests {
		if !strings.Contains(string(out), "--- PASS: "+string(test[1])+" ") {
			t.Errorf("%s did not run", test[1])
		}
	}
}

// checkStd compares Parse with the standard library's, which reads the URN
// prefix in lower case only.
func checkStd(t *testing.T, s string) {
	t.Helper()
	in := s
	if len(s) == 45 && strings.EqualFold(s[:9], "urn:uuid:") {
		in = "urn:uuid:" + s[9:]
	}
	want, wantErr := std.Parse(in)
	got, err := uuid.Parse(s)
	if got != uuid.UUID(want) || (err == nil) != (wantErr == nil) {
		t.Errorf("Parse(%q) = %v, %v; want %v, %v", s, got, err, want, wantErr)
	}
	if text := got.String(); text != want.String() {
		t.Errorf("String() = %q, want %q", text, want)
	}
}

func TestParseStd(t *testing.T) {
	for _, form := range forms {
		text := write(form, uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
		b := []byte(text)
		for i := range b {
			for c := range 256 {
				b[i] = byte(c)
				checkStd(t, string(b))
			}
			b[i] = text[i]
		}
	}
}

func FuzzParseStd(f *testing.F) {
	addTexts(f)
	f.Fuzz(checkStd)
}
