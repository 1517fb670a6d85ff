package upstream

// typeFaults are those of other UUID types.
var typeFaults = []Fault{{
	Key: "google-scan-null", Module: "github.com/google/uuid", In: Integration,
	Wrong: "`Scan` of NULL or of an empty text returns no error and leaves the UUID as it was.",
	Got:   "00112233-4455-6677-8899-aabbccddeeff", Want: "an error",
	Issue:  "https://github.com/google/uuid/issues/109",
	Around: []string{"docs/faq.md", "integration/matrix/impossible.go", "pgxtype/scalar.go"},
	Sketch: `
--- a/sql.go
 	case nil:
-		return nil
+		return errors.New("Scan: NULL is no UUID: scan into a NullUUID or a pointer")
 
 	case string:
-		// if an empty UUID comes from a table, we return a null UUID
-		if src == "" {
-			return nil
-		}
 `,
}, {
	Key: "google-scan-empty", Module: "github.com/google/uuid", In: Integration,
	Wrong: "`NullUUID.Scan` of an empty text is the valid Nil UUID.",
	Got:   "true", Want: "false",
	Issue:  "https://github.com/google/uuid/issues/109",
	Around: []string{"integration/matrix/impossible.go"},
	Sketch: `
--- a/null.go
-	if value == nil {
+	if value == nil || value == "" {
 		nu.UUID, nu.Valid = Nil, false
 		return nil
 	}
`,
}, {
	Key: "google-version-6", Module: "github.com/google/uuid", In: Integration,
	Wrong: "`NewV6` writes the time four bits too low, and loses four bits of it: by RFC 9562 its UUIDs are of the 17th century.",
	Got:   "centuries ago", Want: "today",
	Issue:  "https://github.com/google/uuid/pull/161",
	Around: []string{"docs/uuid.md", "cmd/internal/audit/report.go"},
	Sketch: `
--- a/version6.go
-	binary.BigEndian.PutUint64(uuid[0:], uint64(now))
+	binary.BigEndian.PutUint64(uuid[0:], uint64(now)<<4&^0xffff|uint64(now)&0xfff)
`,
}, {
	Key: "google-parse-braces", Module: "github.com/google/uuid", In: Integration,
	Wrong: "`Parse` takes any two characters for the braces around a UUID.",
	Got:   "00112233-4455-6677-8899-aabbccddeeff", Want: "an error",
	Around: []string{"docs/moving/to-std.md", "docs/moving/from-google.md"},
	Sketch: `
--- a/uuid.go
 	case 36 + 2:
+		if s[0] != '{' || s[37] != '}' {
+			return uuid, ErrInvalidBracketedFormat
+		}
 		s = s[1:]
`,
}, {
	Key: "google-null-binary", Module: "github.com/google/uuid", In: Integration,
	Wrong: "`NullUUID.UnmarshalBinary` does not read what `MarshalBinary` writes of null, so null is lost in gob and CBOR.",
	Got:   "an error", Want: "null",
	Around: []string{"cborx/null.go", "integration/matrix/impossible.go"},
	Sketch: `
--- a/null.go
 func (nu *NullUUID) UnmarshalBinary(data []byte) error {
+	if len(data) == 0 {
+		*nu = NullUUID{}
+		return nil
+	}
 	if len(data) != 16 {
`,
}, {
	Key: "gofrs-scan-zeroes", Module: "github.com/gofrs/uuid/v5", In: Integration,
	Wrong: "`Scan` of a text sets the UUID to zero before it returns an error.",
	Got:   "00000000-0000-0000-0000-000000000000", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Around: []string{"integration/matrix/impossible.go"},
	Sketch: `
--- a/sql.go
 	case string:
 		uu, err := FromString(src)
+		if err != nil {
+			return err
+		}
 		*u = uu
-		return err
+		return nil
`,
}, {
	Key: "gofrs-null-valid", Module: "github.com/gofrs/uuid/v5", In: Integration,
	Wrong: "`NullUUID.Scan` is valid after an error.",
	Got:   "true", Want: "false",
	Around: []string{"integration/matrix/impossible.go"},
	Sketch: `
--- a/sql.go
-	u.Valid = true
-	return u.UUID.Scan(src)
+	err := u.UUID.Scan(src)
+	u.Valid = err == nil
+	return err
`,
}}
