package uuid_test

import (
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestPages has text and UUIDs that begin or end with the memory of the process: to read
// or write one byte more is a fault.
func TestPages(t *testing.T) {
	size := syscall.Getpagesize()
	m, err := syscall.Mmap(-1, 0, 3*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(m)
	for _, outside := range [][]byte{m[:size], m[2*size:]} {
		if err := syscall.Mprotect(outside, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	page := m[size : 2*size]
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))

	// at calls f with n bytes at either end of the page.
	at := func(n int, f func(b []byte)) {
		clear(page)
		f(page[:n:n])
		clear(page)
		f(page[size-n:])
	}
	for _, form := range forms {
		text := write(form, vectors.Other)
		for _, s := range []string{text, strings.ToUpper(text), text[:len(text)-1] + "x", "x" + text[1:]} {
			at(len(s), func(b []byte) {
				copy(b, s)
				checkParse(t, unsafe.String(&b[0], len(b)))
				var u uuid.UUID
				if err := u.UnmarshalText(b); err == nil && u != vectors.Other {
					t.Errorf("UnmarshalText(%q) sets %v, want %v", b, u, vectors.Other)
				}
			})
		}
		at(len(vectors.U), func(b []byte) {
			u := (*uuid.UUID)(b)
			if err := u.UnmarshalText([]byte(text)); err != nil || *u != vectors.Other {
				t.Errorf("UnmarshalText(%q) sets %v, %v; want %v", text, u, err, vectors.Other)
			}
			if got := u.String(); got != stringSlow(vectors.Other) {
				t.Errorf("String() = %q, want %q", got, stringSlow(vectors.Other))
			}
		})
	}
	for n := 1; n < 80; n++ {
		at(n, func(b []byte) { checkParse(t, unsafe.String(&b[0], n)) })
	}
	at(36, func(b []byte) {
		if got, err := vectors.U.AppendText(b[:0]); &got[0] != &b[0] || string(b) != vectors.Text || err != nil {
			t.Errorf("AppendText = %q, %v; want %q", got, err, vectors.Text)
		}
	})
}
