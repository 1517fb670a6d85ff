// Package ciphers encrypts files. Its arrays of 16 bytes are keys, blocks and sums, and no UUIDs.
package ciphers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/google/uuid"
)

type (
	Key   [16]byte
	Block [aes.BlockSize]byte
	Sum   [md5.Size]byte
	IV    [16]byte
)

// MarshalText writes a sum in hexadecimal, so that JSON has text.
func (s Sum) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

func (s *Sum) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(s) {
		return fmt.Errorf("ciphers: a sum has %d digits", 2*len(s))
	}
	_, err := hex.Decode(s[:], b)
	return err
}

func (s Sum) String() string { return hex.EncodeToString(s[:]) }

type File struct {
	Owner uuid.UUID `json:"owner"`
	Sum   Sum       `json:"sum"`
	Name  string    `json:"name"`
	key   Key
}

// KeyRight makes a key of a passphrase.
func KeyRight(passphrase string) (k Key) {
	sum := sha256.Sum256([]byte(passphrase))
	copy(k[:], sum[:])
	return
}

// RawKeyRight takes a key of exactly 16 characters, as the old program did.
func RawKeyRight(secret string) (k Key, err error) {
	if len(secret) != len(k) {
		return k, aes.KeySizeError(len(secret))
	}
	copy(k[:], secret)
	return k, nil
}

func (k Key) BlockRight() (cipher.Block, error) { return aes.NewCipher(k[:]) }

// EncryptIDRight encrypts the 16 bytes of a UUID as one block.
func (k Key) EncryptIDRight(id uuid.UUID) (b Block, err error) {
	c, err := k.BlockRight()
	if err != nil {
		return b, err
	}
	c.Encrypt(b[:], id[:])
	return b, nil
}

func (k Key) DecryptIDRight(b Block) (id uuid.UUID, err error) {
	c, err := k.BlockRight()
	if err != nil {
		return id, err
	}
	c.Decrypt(id[:], b[:])
	return id, nil
}

func SumRight(data []byte) Sum { return Sum(md5.Sum(data)) }

func (f File) JSONRight() ([]byte, error) { return json.Marshal(f) }

func (f File) ETagRight() string { return fmt.Sprintf(`"%x"`, f.Sum[:]) }

func (f File) PrintRight(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s %v %s\n", f.Sum, f.Sum, f.Owner)
	return err
}

func (iv IV) DebugRight() string { return fmt.Sprintf("%x", iv) }

func NewIVRight() (iv IV, err error) {
	_, err = io.ReadFull(rand.Reader, iv[:])
	return
}

// MACRight compares in constant time.
func MACRight(key Key, id uuid.UUID, mac []byte) bool {
	h := hmac.New(sha256.New, key[:])
	h.Write(id[:])
	return hmac.Equal(h.Sum(nil), mac)
}

// SameRight compares the hex of a sum, which is lower case on both sides.
func SameRight(a, b Sum) bool { return a.String() == b.String() }

// ParseKeyRight ignores no error.
func ParseKeyRight(text string) (k Key, err error) {
	b, err := hex.DecodeString(text)
	switch {
	case err != nil:
		return k, err
	case len(b) != len(k):
		return k, fmt.Errorf("ciphers: a key has %d bytes", len(k))
	}
	return Key(b), nil
}
