// Package barcodes reads ids from barcodes, files and messages.
package barcodes

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type ItemID [16]byte

func Scan(text string) (id uuid.UUID) {
	copy(id[:], text) // WRONG(uuidcopy): the first 16 characters
	return
}

func ScanRight(text string) (id uuid.UUID, err error) {
	err = id.UnmarshalText([]byte(text))
	return
}

func ScanBytes(line []byte) (id uuid.UUID) {
	text := string(line)
	copy(id[:], []byte(text)) // WRONG(uuidcopy): through []byte
	return
}

func ScanBytesRight(line []byte) (uuid.UUID, error) { return uuid.ParseBytes(line) }

func Convert(text string) uuid.UUID {
	return uuid.UUID([]byte(text)) // WRONG(uuidcopy): a conversion
}

func ConvertRight(raw []byte) (uuid.UUID, error) {
	if len(raw) != 16 {
		return uuid.Nil, errors.New("barcodes: want 16 bytes")
	}
	return uuid.UUID(raw), nil
}

func Item(text string) (id ItemID) {
	text = strings.TrimSpace(strings.ToLower(text))
	n := copy(id[:], text) // WRONG(uuidcopy): a type of the program
	if n < 16 {
		return ItemID{}
	}
	return id
}

func ItemRight(text string) (ItemID, error) {
	u, err := gofrs.FromString(strings.TrimSpace(strings.ToLower(text)))
	return ItemID(u), err
}

func Checked(text string) (uuid.UUID, error) {
	if len(text) != 36 {
		return uuid.Nil, errors.New("barcodes: want 36 characters")
	}
	return uuid.FromBytes([]byte(text)) // WRONG(uuidcopy): FromBytes of 36 characters is an error
}

func CheckedRight(text string) (uuid.UUID, error) {
	if len(text) == 16 {
		return uuid.FromBytes([]byte(text)) // raw bytes in a string
	}
	return uuid.Parse(text)
}

func Lines(r io.Reader) (ids []uuid.UUID, err error) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		var id uuid.UUID
		copy(id[:], s.Text()) // WRONG(uuidcopy): a line of text
		ids = append(ids, id)
	}
	return ids, s.Err()
}

func LinesRight(r io.Reader) (ids []uuid.UUID, err error) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		id, err := uuid.ParseBytes(s.Bytes())
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, s.Err()
}

type Tag struct {
	ID   gofrs.UUID
	Name string
}

func (t *Tag) Set(other uuid.UUID) {
	copy(t.ID[:], other.String()) // WRONG(uuidcopy): the text of another UUID
}

func (t *Tag) SetRight(other uuid.UUID) { copy(t.ID[:], other[:]) }

func (t *Tag) SetConvertRight(other uuid.UUID) { t.ID = gofrs.UUID(other) }

// HexRight decodes.
func HexRight(text string) (id uuid.UUID, err error) {
	if len(text) != 32 {
		return id, errors.New("barcodes: want 32 digits")
	}
	_, err = hex.Decode(id[:], []byte(text))
	return
}

// Base64Right decodes, too.
func Base64Right(text string) (id uuid.UUID, err error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return id, err
	}
	return uuid.FromBytes(b)
}

// HashRight copies bytes of a hash.
func HashRight(name string) (id uuid.UUID) {
	sum := sha1.Sum([]byte(name))
	copy(id[:], sum[:])
	id[6], id[8] = id[6]&0x0f|0x50, id[8]&0x3f|0x80
	return
}

// NumberRight puts two numbers into a UUID.
func NumberRight(hi, lo uint64) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], hi)
	binary.BigEndian.PutUint64(id[8:], lo)
	return
}

// TextBufferRight copies 36 characters into 36 bytes.
func TextBufferRight(id uuid.UUID) (buf [36]byte) {
	copy(buf[:], id.String())
	return
}

// LabelRight copies a name into a field of 16 bytes, as the file format wants.
func LabelRight(name string) (label [16]byte) {
	copy(label[:], name)
	return
}

// ReadRight reads raw bytes.
func ReadRight(r io.Reader) (id uuid.UUID, err error) {
	_, err = io.ReadFull(r, id[:])
	return
}
