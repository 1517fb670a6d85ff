package ids_test

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

// Twins read the texts that are not one number, slowly.

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
