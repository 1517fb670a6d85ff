package ids_test

import (
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

type anID interface {
	comparable
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
}

// of is a system whose texts are numbers: digits of one base, most significant first.
type of[T anID] struct {
	name    string
	bits    int    // of the number
	pad     int    // zero bits behind the number
	digits  string // in the order of their values
	anyCase bool
	length  int  // of the text; 0 if there are no leading zeros
	ordered bool // texts sort as the numbers do

	// twin is for texts that are not one number: it returns the number and the text
	// that String writes.
	twin func(text string) (number []byte, canonical string, ok bool)
	fix  func(number []byte) // makes random bytes the number of an id; nil if all are

	sql     sqlForm
	bson    bsonForm // 0: none
	anyUUID bool     // every UUID has an id
	version int      // of the UUID, if not 8

	parse      func(string) (T, error)
	fromNumber func([]byte) T // the number's bytes, as many as it needs
	time       func(T) time.Time
	toUUID     func(T) (uuid.UUID, error)
	ofUUID     func(uuid.UUID) (T, error) // nil if there is no way back
	vectors    []vector
	bad        []bad
}

// A vector is the text of an id, its number, its time, and its UUID, if there is one.
type vector struct{ text, number, time, uuid string }

// A bad is a text that no id has, and the offset of what is wrong.
type bad struct {
	text string
	at   int
}

func (s of[T]) Name() string { return s.name }

// slow is the twin of parse.
func (s of[T]) slow(text string) (id T, ok bool) {
	if s.twin != nil {
		number, _, ok := s.twin(text)
		if !ok {
			return id, false
		}
		return s.fromNumber(number), true
	}
	if s.length > 0 && len(text) != s.length {
		return id, false
	}
	if s.length == 0 && (text == "" || text[0] == '0' && len(text) > 1) {
		return id, false
	}
	n, base := new(big.Int), big.NewInt(int64(len(s.digits)))
	for _, c := range []byte(text) {
		if s.anyCase {
			c = s.fold(c)
		}
		v := strings.IndexByte(s.digits, c)
		if v < 0 {
			return id, false
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(v)))
	}
	low := new(big.Int)
	n.DivMod(n, new(big.Int).Lsh(big.NewInt(1), uint(s.pad)), low)
	if low.Sign() != 0 || n.BitLen() > s.bits {
		return id, false
	}
	return s.fromNumber(n.FillBytes(make([]byte, (s.bits+7)/8))), true
}

// fold returns c in the case that String writes.
func (s of[T]) fold(c byte) byte {
	if strings.Contains(s.digits, "A") {
		return strings.ToUpper(string(rune(c)))[0]
	}
	return strings.ToLower(string(rune(c)))[0]
}

// canonical returns the text that String writes for the id of a valid text.
func (s of[T]) canonical(text string) string {
	if s.twin != nil {
		_, text, _ = s.twin(text)
		return text
	}
	if !s.anyCase {
		return text
	}
	b := []byte(text)
	for i := range b {
		b[i] = s.fold(b[i])
	}
	return string(b)
}

// valid is the text of a vector that most other digits keep valid.
func (s of[T]) valid() string { return s.vectors[0].text }

// The twins below read the texts that are not one number.

func twinOfInt64(text string) ([]byte, string, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return binary.BigEndian.AppendUint64(nil, uint64(n)), text, err == nil && strconv.FormatInt(n, 10) == text
}

var lexicalUUID = regexp.MustCompile(`^([0-9a-fA-F]{8})-([0-9a-fA-F]{4})-([0-9a-fA-F]{4})-([0-9a-fA-F]{16})$`)

func twinOfLexicalUUID(text string) ([]byte, string, bool) {
	return ofGroups(lexicalUUID, text)
}

var v4 = regexp.MustCompile(`^([0-9a-fA-F]{8})-([0-9a-fA-F]{4})-(4[0-9a-fA-F]{3})-([89abAB][0-9a-fA-F]{3})-([0-9a-fA-F]{12})$`)

func twinOfV4(text string) ([]byte, string, bool) {
	if text == zeroUUID {
		return make([]byte, 16), text, true
	}
	return ofGroups(v4, text)
}

const zeroUUID = "00000000-0000-0000-0000-000000000000"

func ofGroups(form *regexp.Regexp, text string) ([]byte, string, bool) {
	groups := form.FindStringSubmatch(text)
	if groups == nil || strings.HasSuffix(text, "\n") {
		return nil, "", false
	}
	b, err := hex.DecodeString(strings.Join(groups[1:], ""))
	return b, strings.ToLower(text), err == nil
}

func stampV4(b []byte) {
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
}

func twinOfSID(text string) ([]byte, string, bool) {
	digits := map[int]string{11: sid64, 13: base32hex, 16: hexDigits, 19: decimal}[len(text)/2]
	if digits == "" || len(text)%2 == 0 || text[len(text)/2] != '-' {
		return nil, "", false
	}
	var number []byte
	var canonical [2]string
	for i, word := range []string{text[:len(text)/2], text[len(text)/2+1:]} {
		n := new(big.Int)
		for _, c := range []byte(word) {
			v := strings.IndexByte(digits, c)
			if v < 0 {
				return nil, "", false
			}
			n.Add(n.Mul(n, big.NewInt(int64(len(digits)))), big.NewInt(int64(v)))
		}
		if n.Cmp(big.NewInt(math.MaxInt64)) > 0 {
			return nil, "", false
		}
		number = append(number, n.FillBytes(make([]byte, 8))...)
		for v := n.Int64(); len(canonical[i]) < 11; v /= 64 {
			canonical[i] = string(sid64[v%64]) + canonical[i]
		}
	}
	return number, canonical[0] + "-" + canonical[1], true
}

func twinOfCUID(text string) ([]byte, string, bool) {
	if len(text) != 25 || text[0] != 'c' {
		return nil, "", false
	}
	var number []byte
	for _, c := range []byte(text[1:]) {
		v := strings.IndexByte(base36, c)
		if v < 0 {
			return nil, "", false
		}
		number = append(number, byte(v))
	}
	return number, text, true
}

// cuidOf makes a CUID of 24 digits' values.
func cuidOf(number []byte) (id ids.CUID) {
	id[0] = 'c'
	for i, v := range number {
		id[i+1] = base36[v]
	}
	return id
}
