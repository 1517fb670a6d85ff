/*
Package form writes and reads UUIDs in other texts than the canonical one: base32,
base58, base64url, decimal, OIDs, .NET's forms and others.

	s := form.Base58.Text(id)          // Xe22UfxT3rxcKJEAfL5373
	b = form.ULID.Append(b, id)        // no allocation
	id, err := form.Base58.Parse(s)    // errors.As finds a *uuid.ParseError in err

Name the form when you parse: no function here guesses, because the same 22 or 26
characters can be different UUIDs in different forms. Store UUIDs in a database's own
type, and use these forms where people or programs see them.

	Form           Bytes  Sorts  Use it for
	Canonical      36     yes    the standard text: use it unless another fits better
	Upper          36     yes    Windows and SQL Server tools
	Hex            32     yes    file names; N in .NET
	Braces         38     yes    the Windows registry; B in .NET
	Parens         38     yes    P in .NET
	Fields         68     yes    C and C++ initializers; X in .NET
	URN            45     yes    XML and RDF (uuid.UUID has a method URN, too)
	BracedHex      34     yes    text that gofrs/uuid reads
	URNHex         41     yes    text that gofrs/uuid reads
	ULID           26     yes    systems with ULIDs; read aloud
	TypeIDSuffix   26     yes    what follows the prefix of a TypeID
	Base32Hex      26     yes    sorted text in upper or lower case (RFC 4648)
	Base32Human    26     yes    as Base32Hex, with Crockford's digits (Internet-Draft)
	Base64URL      22     no     short text in a URL
	Base64Sort     22     yes    short text in a URL that sorts (Internet-Draft)
	Base36         25     yes    short text in upper or lower case
	Base57         22     yes    Python's and Go's shortuuid
	Base58         22     yes    short text to copy by hand
	Base58Flickr   22     no     JavaScript's short-uuid
	Base62         22     yes    short text of letters and digits
	Decimal        1-39   no     columns of numbers
	OID            6-44   no     ASN.1, LDAP, DICOM
	Z85            20     no     the shortest printable text
	NCName32       26     no     names in XML, HTML and CSS, in upper or lower case
	NCName58       23     no     such names, shorter, where case is kept
	NCName64       22     no     such names, shortest, where case is kept

Sorts means that the texts, compared byte by byte, are in the order of the UUIDs: those
of version 7 are in the order of time.

Append writes one text in each form. Parse also reads the other case of letters, where case
has no meaning: compare UUIDs, not texts. It rejects every other text: shorter and longer text,
padding, white space, signs, leading zeros, letters that look like digits, and numbers
of more than 128 bits. Base36, Base57, Base58 and Base62 are numbers that are padded
with zeros. Many programs leave some of these zeros out: pad their text before you
parse it.

The form is chosen where text is made, not in a UUID's type. For JSON in another form,
define a type with the methods MarshalText and UnmarshalText: see the example.

Which form to choose, and more traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/texts.md
*/
package form

// For contributors: a form has a slow twin in the table twins in twin_test.go, and text that it
// rejects is a row of TestParseReject in parse_test.go.
