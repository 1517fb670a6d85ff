package gen

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A State is what a Store keeps: reservations as bytes, or zeros before the first UUID.
type State [40 + 8*blocks]byte

const (
	blocks       = 32
	perBlock     = 512 // clock sequences in a block
	maxClockSeq  = blocks*perBlock - 1
	stateVersion = "uuidgen1"
)

// reservations says which clock sequences of a node are taken, and for which ticks. A
// Generator takes a clock sequence for itself, and reserves ticks of it, up to some seconds
// ahead of the clock. There are 32 blocks of clock sequences. Generators take those of one
// block, one after the other, until they go to another block. An era begins when they do,
// and when the clock has passed all ticks that are reserved in the block.
//
// No two UUIDs have the same clock sequence and tick:
//
//   - In an era, each Generator has a clock sequence of its own.
//   - When the era is over, it reserves no more ticks of that clock sequence.
//   - If the next era is in the same block, it begins with the clock sequence that was taken
//     last, and with the end of the block. All ticks reserved until then are before it.
//   - The clock sequences after that one have not been taken since the Generators came to
//     the block: their ticks are before floor, which is the end that the block had then, and
//     they are taken for ticks from floor on.
//
// So floor must not rise within a block. If it rose with each era, 32 eras could use up all
// blocks for a clock that was set back.
type reservations struct {
	node   [6]byte
	random bool           // the node is random: the Generators have no Node
	base   uint16         // the first clock sequence of block 0: random
	block  uint8          // the block of the era
	used   uint16         // how many clock sequences of the block are taken, at least 1
	era    uint64         // its number; the first is random, and so tells two files apart
	floor  uint64         // the first tick since the Generators came to the block
	ends   [blocks]uint64 // for each block, the tick after the last one taken
}

// clockSeq returns the clock sequence that was taken last.
func (r *reservations) clockSeq() uint16 {
	return (r.base + uint16(r.block)*perBlock + r.used - 1) & maxClockSeq
}

// owners says which Generators may use r.
func (r *reservations) owners() string {
	if r.random {
		return "Generators without a Node"
	}
	return fmt.Sprintf("Node %x", r.node)
}

// follows reports whether r is old, or what became of it in the same Store: whatever old
// has taken is taken in r.
func (r *reservations) follows(old *reservations) bool {
	switch {
	case r.era-old.era > 1<<32: // before old, or of another file
		return false
	case r.era == old.era && (r.block != old.block || r.used < old.used || r.floor != old.floor):
		return false
	case r.random && r.era > old.era && r.node != old.node:
		return true // a new random node, without UUIDs
	case r.node != old.node || r.base != old.base:
		return false
	}
	for i, end := range old.ends {
		if r.ends[i] < end {
			return false
		}
	}
	return true
}

// encode returns the bytes of r. Later releases have to read them, as they are in files.
func (r *reservations) encode() (s State) {
	b := append(s[:0], stateVersion...)
	b = append(b, r.node[:]...)
	b = binary.BigEndian.AppendUint16(b, r.base)
	b = append(b, 0, r.block)
	if r.random {
		b[16] = 1
	}
	b = binary.BigEndian.AppendUint16(b, r.used)
	b = binary.BigEndian.AppendUint32(b, 0) // the checksum
	b = binary.BigEndian.AppendUint64(b, r.era)
	b = binary.BigEndian.AppendUint64(b, r.floor)
	for _, end := range r.ends {
		b = binary.BigEndian.AppendUint64(b, end)
	}
	binary.BigEndian.PutUint32(s[20:], s.checksum())
	return s
}

// checksum returns the CRC-32C of s without its own four bytes.
func (s *State) checksum() uint32 {
	c := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(s[:20], c), c, s[24:])
}

// Check returns an error if s is not the State of a Generator.
func (s State) Check() error {
	_, err := s.decode()
	return err
}

func (s State) decode() (r reservations, err error) {
	if n := len(stateVersion) - 1; string(s[:n]) != stateVersion[:n] {
		return r, Damaged("it begins with %q, not with %q", s[:n], stateVersion[:n])
	}
	if sum := binary.BigEndian.Uint32(s[20:]); sum != s.checksum() {
		return r, Damaged("its checksum is %08x, want %08x", sum, s.checksum())
	}
	if string(s[:8]) != stateVersion {
		return r, fmt.Errorf("version %q, want %q: a newer release has written it", s[7], stateVersion[7])
	}
	copy(r.node[:], s[8:])
	r.base = binary.BigEndian.Uint16(s[14:])
	r.random, r.block = s[16] == 1, s[17]
	r.used = binary.BigEndian.Uint16(s[18:])
	r.era = binary.BigEndian.Uint64(s[24:])
	r.floor = binary.BigEndian.Uint64(s[32:])
	for i := range r.ends {
		r.ends[i] = binary.BigEndian.Uint64(s[40+8*i:])
	}
	if s[16] > 1 || r.block >= blocks || r.used < 1 || r.used > perBlock {
		return r, Damaged("its bytes 16 to 19 are %x", s[16:20])
	}
	return r, nil
}

// Damaged returns an error that says what to do.
func Damaged(format string, args ...any) error {
	return fmt.Errorf("damaged ("+format+"): stop all programs that use it, remove it, and change their Node if they have one", args...)
}

// nextBlock begins an era with another block that has no UUIDs from tick on: the one
// last in use, because the others can serve even if the clock is set back further.
func (r *reservations) nextBlock(tick uint64) bool {
	found := r.block
	for i := range uint8(blocks - 1) {
		b := (r.block + 1 + i) % blocks
		if r.ends[b] <= tick && (found == r.block || r.ends[b] > r.ends[found]) {
			found = b
		}
	}
	if found == r.block {
		return false
	}
	r.block, r.used, r.era, r.floor = found, 1, r.era+1, r.ends[found]
	return true
}
