package layout

import "fmt"

// A Kind is what the database says that a value is.
type Kind uint8

const (
	KindText  Kind = iota // characters
	KindBytes             // binary data; in MongoDB of a subtype
	KindUUID              // the database's own type for UUIDs, whose bytes have one order
)

// A Value is one value of a column as the database holds it.
type Value struct {
	Kind Kind
	Data []byte // the characters or bytes; of KindUUID the 16 bytes in network order

	// Subtype is the subtype of MongoDB's binary, and 0 elsewhere.
	Subtype byte
}

// A Form is a way to hold a UUID. It says nothing of the case of letters and
// of MongoDB's subtype, which a [Reading] and a [Value] have beside it.
type Form uint8

const (
	None Form = iota // no known form

	Native // the database's own type

	Text   // f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	Hex    // f81d4fae7dec11d0a76500a0c91e6bf6
	Braces // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
	Parens // (f81d4fae-7dec-11d0-a765-00a0c91e6bf6)
	URN    // urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6

	ULID        // 26 of Crockford's digits, the two zero bits in front
	Base32Hex   // 26 digits of RFC 4648, the two zero bits behind
	Base32Human // 26 of Crockford's digits, the two zero bits behind
	Base36      // 25 digits
	Base57      // 22 digits of shortuuid
	Base58      // 22 of Bitcoin's digits
	Base62      // 22 digits
	Base64URL   // 22 digits
	Base64      // 24 digits of the standard alphabet, the last two are ==
	Decimal     // 128 bits as a number
	OID         // 2.25. and that number

	Bytes    // 16 bytes in network order
	Swapped  // 16 bytes of MySQL's UUID_TO_BIN(x, 1): bytes 6-7, 4-5, 0-3, 8-15
	Mixed    // 16 bytes of a GUID: SQL Server, .NET and MongoDB's legacy C# driver
	Java     // 16 bytes, each half reversed: MongoDB's legacy Java driver
	Reversed // all 16 bytes reversed

	BytesText // the 36 characters of Text in a column of bytes
	BytesHex  // the 32 characters of Hex in a column of bytes

	forms int = iota
)

var names = [forms]string{
	"none", "uuid",
	"text", "hex", "braces", "parens", "urn",
	"ulid", "base32hex", "base32human", "base36", "base57", "base58", "base62", "base64url", "base64", "decimal", "oid",
	"bytes", "bytes-swapped", "bytes-mixed", "bytes-java", "bytes-reversed",
	"bytes-text", "bytes-hex",
}

// String returns the form's name in reports and on the command line, such as
// "text" and "bytes-swapped".
func (f Form) String() string {
	if int(f) >= forms {
		return fmt.Sprintf("Form(%d)", uint8(f))
	}
	return names[f]
}

// MarshalText returns the name.
func (f Form) MarshalText() ([]byte, error) {
	if int(f) >= forms {
		return nil, fmt.Errorf("layout: no form has the number %d", uint8(f))
	}
	return []byte(names[f]), nil
}

// UnmarshalText reads a name.
func (f *Form) UnmarshalText(b []byte) error {
	for i, name := range names {
		if name == string(b) {
			*f = Form(i)
			return nil
		}
	}
	return fmt.Errorf("layout: %.64q is no form", b)
}

// All returns every form but None, in the order of the constants.
func All() []Form {
	all := make([]Form, 0, forms-1)
	for f := Native; int(f) < forms; f++ {
		all = append(all, f)
	}
	return all
}

// A Case is that of the letters in a text.
type Case uint8

const (
	NoCase    Case = iota // no letters, or bytes
	Lower                 // all are a to f, say
	Upper                 // all are A to F
	MixedCase             // some and some
)

// String returns "", "lower", "upper" or "mixed".
func (c Case) String() string {
	return [...]string{"", "lower", "upper", "mixed"}[c&3]
}
