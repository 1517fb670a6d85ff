package uuid

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/fips"
	"github.com/uuidkit/uuidkit/internal/gen"
)

// NamespaceDNS returns the namespace of domain names, 6ba7b810-9dad-11d1-80b4-00c04fd430c8.
func NamespaceDNS() UUID { return namespaceDNS }

// NamespaceURL returns the namespace of URLs, 6ba7b811-9dad-11d1-80b4-00c04fd430c8.
func NamespaceURL() UUID { return namespaceURL }

// NamespaceOID returns the namespace of ISO OIDs, 6ba7b812-9dad-11d1-80b4-00c04fd430c8.
func NamespaceOID() UUID { return namespaceOID }

// NamespaceX500 returns the namespace of X.500 names, 6ba7b814-9dad-11d1-80b4-00c04fd430c8.
func NamespaceX500() UUID { return namespaceX500 }

// Variables are copied in one piece, without a wait for bytes just written.
var (
	namespaceDNS  = FromUint128(0x6ba7b810_9dad_11d1, 0x80b4_00c04fd430c8)
	namespaceURL  = FromUint128(0x6ba7b811_9dad_11d1, 0x80b4_00c04fd430c8)
	namespaceOID  = FromUint128(0x6ba7b812_9dad_11d1, 0x80b4_00c04fd430c8)
	namespaceX500 = FromUint128(0x6ba7b814_9dad_11d1, 0x80b4_00c04fd430c8)
)

// NewV5 returns the version 5 UUID of a name in a namespace (RFC 9562, section 5.5):
// the same UUID for the same name, every time. The namespace is one of this package,
// or a UUID that you made once with [NewV4].
//
// The name is hashed byte for byte: "Example.com", "example.com" and "example.com."
// are three names. A name that may change is a poor primary key: use [NewV7] there.
//
// The hash is SHA-1, for which somebody can make two names with one UUID (RFC 6194).
// It works under GODEBUG=fips140=only, too, but panics there with Go 1.24 and 1.25.
func NewV5[T ~string | ~[]byte](namespace UUID, name T) UUID {
	return newV5(namespace, bytesOf(name))
}

// NewV3 is [NewV5] with MD5 (RFC 6151), a version 3 UUID. Use NewV5 unless other
// programs use version 3 already.
func NewV3[T ~string | ~[]byte](namespace UUID, name T) UUID {
	return newV3(namespace, bytesOf(name))
}

// NewV8SHA256 is [NewV5] with SHA-256, a version 8 UUID (RFC 9562, appendix B.2). For
// another hash call [NewV8] with its first 16 bytes.
func NewV8SHA256[T ~string | ~[]byte](namespace UUID, name T) UUID {
	return newV8SHA256(namespace, bytesOf(name))
}

// bytesOf returns the bytes of a name. It does not copy a string, since hashes only
// read. TestNameAllocs counts the allocations.
func bytesOf[T ~string | ~[]byte](name T) []byte {
	// A string and a slice both begin with a pointer to their bytes.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&name)), len(name))
}

// The functions below allocate nothing, because each calls sha1.New itself and is not
// generic: only then the compiler knows the hash's type and keeps it on the stack. A short
// name is hashed together with its namespace, which takes a tenth less time.

const shortName = 128 - len(UUID{})

// join writes the namespace and a short name to b.
func join(b *[128]byte, namespace *UUID, name []byte) []byte {
	copy(b[:], namespace[:])
	return b[:len(namespace)+copy(b[len(namespace):], name)]
}

func newV5(namespace UUID, name []byte) (u UUID) {
	if fips.Enforced() {
		fips.WithoutEnforcement(func() { u = newV5(namespace, name) })
		return u
	}
	var sum [sha1.Size]byte
	if len(name) <= shortName {
		var b [128]byte
		sum = sha1.Sum(join(&b, &namespace, name))
	} else {
		h := sha1.New()
		h.Write(namespace[:])
		h.Write(name)
		h.Sum(sum[:0])
	}
	// In registers: bytes just written are slow to read as words.
	hi, lo := gen.Stamp(5, binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:]))
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

func newV3(namespace UUID, name []byte) (u UUID) {
	if fips.Enforced() {
		fips.WithoutEnforcement(func() { u = newV3(namespace, name) })
		return u
	}
	if len(name) <= shortName {
		var b [128]byte
		u = md5.Sum(join(&b, &namespace, name))
	} else {
		h := md5.New()
		h.Write(namespace[:])
		h.Write(name)
		h.Sum(u[:0])
	}
	u.stamp(3)
	return u
}

func newV8SHA256(namespace UUID, name []byte) UUID {
	var sum [sha256.Size]byte
	if len(name) <= shortName {
		var b [128]byte
		sum = sha256.Sum256(join(&b, &namespace, name))
	} else {
		h := sha256.New()
		h.Write(namespace[:])
		h.Write(name)
		h.Sum(sum[:0])
	}
	return NewV8([16]byte(sum[:16]))
}
