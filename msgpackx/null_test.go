package msgpackx_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// nulls returns the bytes of a UUID in the form of this process's uuid.UUID.
func nulls() string {
	switch os.Getenv(formEnv) {
	case "ext":
		return "d802" + rawU
	case "text":
		return "d924" + textHex(vectors.Text)
	case "dotnet":
		return "c410" + dotNetU
	}
	return "c410" + rawU
}

func TestNull(t *testing.T) {
	type S struct{ N uuid.NullUUID }
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	u := nulls()
	for _, tt := range []struct {
		in   any
		want string
	}{
		{valid, u},
		{&valid, u},
		{uuid.NullUUID{}, "c0"},
		{uuid.NullUUID{UUID: vectors.U}, "c0"},
		{[]uuid.NullUUID{valid, {}}, "92" + u + "c0"},
		{map[string]uuid.NullUUID{"k": valid}, "81a16b" + u},
		{map[uuid.NullUUID]string{{}: "v"}, "81c0a176"},
		{S{valid}, "81a14e" + u},
		{&S{}, "81a14ec0"},
		{vectors.U, u},
		{uuid.UUIDs{vectors.U, vectors.U}, "92" + u + u},
		{&uuid.UUIDs{vectors.U}, "91" + u},
		{struct{ L uuid.UUIDs }{}, "81a14cc0"},
	} {
		testWrite(t, tt.in, tt.want)
	}
	for in, want := range map[string]*uuid.NullUUID{ // nil: an error
		u:                              &valid,
		"c0":                           {},
		"d924" + textHex(vectors.Text): &valid,
		"":                             nil,
		"c40f" + rawU:                  nil,
		"c411" + rawU + "00":           nil,
		"a0":                           nil,
		"c3":                           nil,
		"d801" + rawU:                  nil,
		u[:len(u)-2]:                   nil,
	} {
		for _, old := range []uuid.NullUUID{{}, {UUID: vectors.Other, Valid: true}, {UUID: vectors.Other}} {
			got, after := old, old
			if want != nil {
				after = *want
			}
			if err := msgpack.Unmarshal(unhex(in), &got); (err == nil) != (want != nil) || got != after {
				t.Errorf("Unmarshal(%s) = %+v, %v, want %+v, ok %t", in, got, err, after, want != nil)
			}
		}
	}
}

// TestNullForms runs TestNull with uuid.UUID in the other forms.
func TestNullForms(t *testing.T) {
	if os.Getenv(formEnv) != "" {
		t.Skip("in a child process already")
	}
	for form := range forms {
		if form == "" {
			continue
		}
		t.Run(form, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestNull$", "-test.v")
			cmd.Env = append(os.Environ(), formEnv+"="+form)
			out, err := cmd.CombinedOutput()
			if errors.Is(err, syscall.ENOEXEC) {
				t.Skip("in an emulator of another machine, which starts no further process")
			}
			if err != nil || !bytes.Contains(out, []byte("--- PASS: TestNull")) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestNilZeroes(t *testing.T) {
	got := binID(vectors.Other)
	if err := msgpack.Unmarshal([]byte{0xc0}, &got); err != nil || got != (binID{}) {
		t.Errorf("Unmarshal(nil) = %v, %v, want zero, as for every type", got, err)
	}
	p := &got
	if err := msgpack.Unmarshal([]byte{0xc0}, &p); err != nil || p != nil {
		t.Errorf("Unmarshal(nil) into a pointer = %v, %v, want nil", p, err)
	}
}
