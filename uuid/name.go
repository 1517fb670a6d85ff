package uuid

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/fips"
)

// NamespaceDNS returns the namespace of fully qualified domain names,
// 6ba7b810-9dad-11d1-80b4-00c04fd430c8 (RFC 9562, section 6.6).
func NamespaceDNS() UUID { return namespace(0x6ba7b810) }

// NamespaceURL returns the namespace of URLs,
// 6ba7b811-9dad-11d1-80b4-00c04fd430c8.
func NamespaceURL() UUID { return namespace(0x6ba7b811) }

// NamespaceOID returns the namespace of ISO object identifiers,
// 6ba7b812-9dad-11d1-80b4-00c04fd430c8.
func NamespaceOID() UUID { return namespace(0x6ba7b812) }

// NamespaceX500 returns the namespace of X.500 distinguished names, in DER or
// as text, 6ba7b814-9dad-11d1-80b4-00c04fd430c8.
func NamespaceX500() UUID { return namespace(0x6ba7b814) }

func namespace(first uint32) UUID {
	return FromUint128(uint64(first)<<32|0x9dad11d1, 0x80b400c04fd430c8)
}

// NewV5 returns the version 5 UUID of a name in a namespace (RFC 9562,
// section 5.5): at any time and place the same UUID for the same two, and for any
// others another one, with near certainty.
//
// The namespace is one of the four of this package, or any UUID, such as one
// made once with [NewV4]. The name is hashed byte for byte: "Example.com",
// "example.com" and "example.com." are three names, and it is for the namespace to
// say which of them to use.
//
// A name that may change makes a poor primary key: there use [NewV7] (RFC 9562,
// section 6.13).
//
// The hash is SHA-1, also where FIPS 140-3 is enforced (GODEBUG=fips140=only); with
// Go 1.24 and 1.25 NewV5 panics there. It protects nothing (RFC 6194): whoever
// chooses the names can make two that have the same UUID.
func NewV5[T string | []byte](namespace UUID, name T) UUID {
	return newV5(namespace, bytesOf(name))
}

// NewV3 is [NewV5] with the hash MD5 (RFC 6151): a version 3 UUID (RFC 9562,
// section 5.3). Use NewV5 unless other programs already use version 3.
func NewV3[T string | []byte](namespace UUID, name T) UUID {
	return newV3(namespace, bytesOf(name))
}

// NewV8SHA256 is [NewV5] with the hash SHA-256: a version 8 UUID, the example
// of RFC 9562, appendix B.2. For another hash, of 16 bytes at least, call
// [NewV8] with its first 16 bytes.
func NewV8SHA256[T string | []byte](namespace UUID, name T) UUID {
	return newV8SHA256(namespace, bytesOf(name))
}

// bytesOf returns the bytes of a name without copying those of a string: hashes
// only read them. TestNameAllocs counts the allocations.
func bytesOf[T string | []byte](name T) []byte {
	if s, ok := any(name).(string); ok {
		return unsafe.Slice(unsafe.StringData(s), len(s))
	}
	return []byte(name)
}

// The functions below hash a name without an allocation: in the body
// that calls sha1.New, and in no function that h were passed to or that is
// generic, the compiler knows what h is and keeps it on the stack.

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
