package gen

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/fips140"
	"crypto/rand"
	"runtime"
	"unsafe"
)

// randomBits are the random bits of a batch: a key stream, or crypto/rand's if stream
// is nil.
//
// A key stream is used for one batch only: after a fork, or in a copy of a virtual
// machine, it would give the same bytes twice.
type randomBits struct{ stream cipher.Stream }

// newRandom returns the random bits for n UUIDs. A key stream takes 3 allocations and
// the time of 16 UUIDs to begin with.
func newRandom(n int) randomBits {
	if n < 32 || !FastAES || fips140.Enabled() {
		return randomBits{}
	}
	var seed [2 * aes.BlockSize]byte
	rand.Read(seed[:])
	block, err := aes.NewCipher(seed[:aes.BlockSize])
	if err != nil {
		panic(err) // impossible: the key has the right size
	}
	return randomBits{cipher.NewCTR(block, seed[aes.BlockSize:])}
}

// FastAES says whether Go has AES in assembly for this architecture. Elsewhere AES is
// slower than crypto/rand.
const (
	arch    = runtime.GOARCH
	FastAES = arch == "amd64" || arch == "arm64" || arch == "ppc64" || arch == "ppc64le" || arch == "s390x"
)

func (r randomBits) fill(ids [][16]byte) {
	b := unsafe.Slice(&ids[0][0], 16*len(ids))
	if r.stream == nil {
		rand.Read(b)
		return
	}
	clear(b)
	r.stream.XORKeyStream(b, b)
}
