//go:build go1.26

package uuid_test

import (
	"crypto/fips140"
	"crypto/md5"
	"crypto/sha1"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestFIPS runs itself again in each of the modes of FIPS 140.
func TestFIPS(t *testing.T) {
	const childEnv = "UUID_TEST_FIPS"
	switch mode := os.Getenv(childEnv); mode {
	case "":
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"on", "only"} {
			t.Run("GODEBUG=fips140="+mode, func(t *testing.T) {
				cmd := exec.Command(exe, "-test.run=^(TestFIPS|TestNames)$", "-test.v")
				cmd.Env = append(os.Environ(), childEnv+"="+mode, "GODEBUG=fips140="+mode)
				out, err := cmd.CombinedOutput()
				if strings.Contains(string(out), "FIPS 140-3 mode is not supported on") || errors.Is(err, syscall.ENOEXEC) {
					t.Skipf("%v: %s", err, out) // not on this machine, or not in this emulator
				}
				if err != nil || !strings.Contains(string(out), "--- PASS: TestFIPS") || !strings.Contains(string(out), "--- PASS: TestNames ") {
					t.Fatalf("%v\n%s", err, out)
				}
			})
		}
	default:
		if !fips140.Enabled() || fips140.Enforced() != (mode == "only") {
			t.Fatalf("FIPS 140 is enabled: %v, enforced: %v; want %s", fips140.Enabled(), fips140.Enforced(), mode)
		}
		if mode == "only" {
			for name, f := range map[string]func(){"MD5": func() { md5.Sum(nil) }, "SHA-1": func() { sha1.Sum(nil) }} {
				if !panics(f) {
					t.Errorf("%s is allowed: then this test shows nothing", name)
				}
			}
		}
		for _, h := range hashes {
			checkNameAllocs(t, h.ofString, h.ofBytes)
		}
		if fips140.Enforced() != (mode == "only") {
			t.Error("enforcement did not come back")
		}
	}
}
