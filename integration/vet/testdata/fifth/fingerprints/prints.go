// Package fingerprints finds duplicate pictures by a hash of 16 bytes, in MongoDB, CBOR and MessagePack.
package fingerprints

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// Hash is a perceptual hash.
type Hash [16]byte

func (h Hash) MarshalBinary() ([]byte, error) { return h[:], nil }

func (h *Hash) UnmarshalBinary(b []byte) error {
	if len(b) != len(h) {
		return fmt.Errorf("fingerprints: %d bytes", len(b))
	}
	copy(h[:], b)
	return nil
}

func (h Hash) String() string { return base64.RawStdEncoding.EncodeToString(h[:]) }

type Picture struct {
	Name  string
	Print Hash
	MD5   []byte
}

func OfRight(data []byte) Picture {
	sum := md5.Sum(data)
	return Picture{Print: Hash(sum), MD5: sum[:]}
}

func CBORRight(b []byte) (h Hash, err error) {
	err = cbor.Unmarshal(b, &h)
	return
}

func CBORPictureRight(p Picture) ([]byte, error) { return cbor.Marshal(p) }

func PackRight(b []byte) (h Hash, err error) {
	err = msgpack.Unmarshal(b, &h)
	return
}

// FilterRight asks by text, where the documents have text.
func FilterRight(h Hash) bson.M { return bson.M{"print": h.String()} }

// DocumentRight has bytes, and no UUID.
func DocumentRight(p Picture) ([]byte, error) {
	return bson.Marshal(bson.D{{Key: "name", Value: p.Name}, {Key: "print", Value: p.Print.String()}, {Key: "md5", Value: p.MD5}})
}

func EqualRight(a, b Picture) bool { return a.Print == b.Print && bytes.Equal(a.MD5, b.MD5) }

func HexRight(p Picture) string { return fmt.Sprintf("%x %X", p.MD5, md5.Sum(p.MD5)) }

// ParseRight is about a hash, and returns its error.
func ParseRight(text string) (h Hash, err error) {
	b, err := hex.DecodeString(text)
	if err != nil {
		return h, err
	}
	return h, h.UnmarshalBinary(b)
}

// NamespaceRight makes a UUID of a hash: 16 bytes are always one.
func NamespaceRight(h Hash) uuid.UUID {
	id, err := uuid.FromBytes(h[:])
	if err != nil {
		panic("unreachable")
	}
	return id
}

// OrRight takes Nil for a picture without a name, and says so with a bool.
func OrRight(text string) (uuid.UUID, bool) {
	id, err := uuid.Parse(text)
	return id, errors.Is(err, nil)
}
