package uuid

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/fips"
)

// NamespaceDNS returns the namespace of domain names, 6ba7b810-9dad-11d1-80b4-00c04fd430c8.
func NamespaceDNS() UUID { return namespace(0x6ba7b810) }

// NamespaceURL returns the namespace of URLs, 6ba7b811-9dad-11d1-80b4-00c04fd430c8.
func NamespaceURL() UUID { return namespace(0x6ba7b811) }

// NamespaceOID returns the namespace of ISO OIDs, 6ba7b812-9dad-11d1-80b4-00c04fd430c8.
func NamespaceOID() UUID { return namespace(0x6ba7b812) }

// NamespaceX500 returns the namespace of X.500 names, 6ba7b814-9dad-11d1-80b4-00c04fd430c8.
func NamespaceX500() UUID { return namespace(0x6ba7b814) }

func namespace(first uint32) UUID {
	return FromUint128(uint64(first)<<32|0x9dad11d1, 0x80b400c04fd430c8)
}

// NewV5 returns the version 5 UUID of a name in a namespace (RFC 9562, section 5.5):
// the same UUID for the same name, every time. The namespace is one of this package,
// or a UUID that you made once with [NewV4].
//
// The name is hashed byte for byte: "Example.com", "example.com" and "example.com."
// are three names. A name that may change is a poor primary key: use [NewV7] there.
//
// The hash is SHA-1, for which somebody can make two names with one UUID (RFC 6194).
// It works under GODEBUG=fips140=only, too, but panics there with Go 1.24 and 1.25.
func NewV5[T string | []byte](namespace UUID, name T) UUID {
	return newV5(namespace, bytesOf(name))
}

// NewV3 is [NewV5] with MD5 (RFC 6151), a version 3 UUID. Use NewV5 unless other
// programs use version 3 already.
func NewV3[T string | []byte](namespace UUID, name T) UUID {
	return newV3(namespace, bytesOf(name))
}

// NewV8SHA256 is [NewV5] with SHA-256, a version 8 UUID (RFC 9562, appendix B.2). For
// another hash call [NewV8] with its first 16 bytes.
func NewV8SHA256[T string | []byte](namespace UUID, name T) UUID {
	return newV8SHA256(namespace, bytesOf(name))
}

// bytesOf returns the bytes of a name. It does not copy a string, since hashes only
// read. TestNameAllocs counts the allocations.
func bytesOf[T string | []byte](name T) []byte {
	if s, ok := any(name).(string); ok {
		return unsafe.Slice(unsafe.StringData(s), len(s))
	}
	return []byte(name)
}

// The functions below allocate nothing, because each calls sha1.New itself and is not
// generic: only then the compiler knows the hash's type and keeps it on the stack.

func newV5(namespace UUID, name []byte) (u UUID) {
	if fips.Enforced() {
		fips.WithoutEnforcement(func() { u = newV5(namespace, name) })
		return u
	}
	h := sha1.New()
	h.Write(namespace[:])
	h.Write(name)
	var sum [sha1.Size]byte
	u = UUID(h.Sum(sum[:0]))
	u.stamp(5)
	return u
}

func newV3(namespace UUID, name []byte) (u UUID) {
	if fips.Enforced() {
		fips.WithoutEnforcement(func() { u = newV3(namespace, name) })
		return u
	}
	h := md5.New()
	h.Write(namespace[:])
	h.Write(name)
	var sum [md5.Size]byte
	u = UUID(h.Sum(sum[:0]))
	u.stamp(3)
	return u
}

func newV8SHA256(namespace UUID, name []byte) UUID {
	h := sha256.New()
	h.Write(namespace[:])
	h.Write(name)
	var sum [sha256.Size]byte
	return NewV8([16]byte(h.Sum(sum[:0])))
}
