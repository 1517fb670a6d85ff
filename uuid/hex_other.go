//go:build !(amd64 || arm64) || !gc || purego || race || msan || asan

package uuid

func decode(u *UUID, s string) bool    { return decodePortable(u, s) }
func encode(b *[textLen]byte, u *UUID) { encodePortable(b, u) }
