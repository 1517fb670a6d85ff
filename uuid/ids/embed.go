package ids

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// A system is the number of an identifier in the list of RFC 9562, section 2.1. The
// version 8 UUIDs of some systems contain it, as a hint for people and for Guess.
type system uint

const (
	snowflakes  system = 3
	flakes      system = 4
	shardingIDs system = 5
	flakeIDs    system = 8
	sonyflakes  system = 9
	xids        system = 14
	objectIDs   system = 15
)

const (
	low48        = 1<<48 - 1
	low62        = 1<<62 - 1
	maxUnixMilli = low48
)

// pack returns the version 8 UUID of 122 bits, most significant first: 48, 10 and 64.
// UUIDs sort as these numbers.
//
//	custom_a: a   custom_b: b, 2 bits of c   custom_c: 62 bits of c
func pack(a uint64, b uint, c uint64) uuid.UUID {
	return uuid.FromUint128(a<<16|8<<12|uint64(b&1023)<<2|c>>62, 2<<62|c&low62)
}

// unpack is the way back. The error says why the UUID of the function's argument is not
// of that layout.
func unpack(function string, u uuid.UUID) (a uint64, b uint, c uint64, err error) {
	hi, lo := u.Uint128()
	if hi>>12&15 != 8 || lo>>62 != 2 {
		return 0, 0, 0, idError(function, u, "not version 8")
	}
	return hi >> 16, uint(hi>>2) & 1023, hi<<62 | lo&low62, nil
}

// packSystem returns the UUID of an id with its time, a system's number and 64 bits.
// The UUIDs of all systems, and of version 7, sort by time.
func packSystem(method string, s system, unixMilli int64, id uint64) (uuid.UUID, error) {
	if unixMilli < 0 || unixMilli > maxUnixMilli {
		return uuid.UUID{}, invalid.Errorf("ids.%s: %d ms since 1970 do not fit into 48 bits", method, unixMilli)
	}
	return pack(uint64(unixMilli), uint(s), id), nil
}

// unpackSystem is the way back. The caller checks the time.
func unpackSystem(function string, s system, u uuid.UUID) (unixMilli int64, id uint64, err error) {
	a, b, c, err := unpack(function, u)
	if err == nil && b != uint(s) {
		err = idError(function, u, fmt.Sprintf("the system number is %d, want %d", b, s))
	}
	return int64(a), c, err
}

// unpackNumber is unpackSystem for ids of up to 64 bits that contain the same time.
func unpackNumber[T interface {
	~int64 | ~uint64
	milli(Epoch) int64
}](function string, s system, u uuid.UUID, epoch Epoch, most uint64) (T, error) {
	milli, n, err := unpackSystem(function, s, u)
	if err == nil && (n > most || T(n).milli(epoch) != milli) {
		err = idError(function, u, "its time is not that of the id within")
	}
	if err != nil {
		return 0, err
	}
	return T(n), nil
}

func idError(function string, id fmt.Stringer, reason string) error {
	return invalid.Errorf("ids.%s(%v): %s", function, id, reason)
}

// pack120 returns the version 8 UUID of 120 bits and two zero bits.
func pack120(id [15]byte) uuid.UUID {
	tail := binary.BigEndian.Uint64(id[7:])
	middle := uint64(id[6])<<2 | tail>>62 // 10 bits
	return pack(binary.BigEndian.Uint64(id[:8])>>16, uint(middle), tail<<2)
}

func unpack120(function string, u uuid.UUID) (id [15]byte, err error) {
	a, b, c, err := unpack(function, u)
	if err == nil && c&3 != 0 {
		err = idError(function, u, "the last two bits are not zero")
	}
	if err != nil {
		return id, err
	}
	binary.BigEndian.PutUint64(id[:], a<<16)
	binary.BigEndian.PutUint64(id[7:], uint64(b)<<62|c>>2)
	id[6] = byte(b >> 2)
	return id, nil
}

// hashed returns the version 8 UUID of a time and of the first 74 bits of the SHA-256
// of the id. There is no way back.
func hashed(unixMilli uint64, id []byte) uuid.UUID {
	sum := sha256.Sum256(id)
	hi, lo := binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])
	return pack(unixMilli&low48, uint(hi>>54), hi<<10|lo>>54)
}

// timeOf returns the time of n units of 1/perSecond s since 1970, in UTC.
func timeOf(n uint64, perSecond uint64) time.Time {
	return time.Unix(int64(n/perSecond), int64(n%perSecond*(1e9/perSecond))).UTC()
}

// seconds32 returns the seconds since an epoch, or the nearest number of 32 bits.
func seconds32(t time.Time, epoch int64) uint32 {
	return uint32(min(max(0, t.Unix()-epoch), math.MaxUint32))
}

// put48 and get48 write and read a 48-bit number.
func put48(b []byte, n uint64) {
	binary.BigEndian.PutUint16(b, uint16(n>>32))
	binary.BigEndian.PutUint32(b[2:], uint32(n))
}

func get48(b []byte) uint64 {
	return uint64(binary.BigEndian.Uint16(b))<<32 | uint64(binary.BigEndian.Uint32(b[2:]))
}
