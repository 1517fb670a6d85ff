package upstream_test

import (
	"encoding/binary"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/upstream"
)

var typePrograms = map[string]upstream.Program{
	"google-scan-null": func(testing.TB) string {
		u := google.UUID(id)
		err := u.Scan(nil)
		return upstream.Outcome(u, err)
	},
	"google-scan-empty": func(testing.TB) string {
		var u google.NullUUID
		err := u.Scan("")
		return upstream.Outcome(u.Valid, err)
	},
	"google-version-6": func(t testing.TB) string {
		u, err := google.NewV6()
		if err != nil {
			t.Fatal(err)
		}
		high, low := int64(binary.BigEndian.Uint32(u[:])), int64(binary.BigEndian.Uint32(u[4:])) // RFC 9562, section 5.6
		ticks := high<<28 | low>>16<<12 | low&0xfff
		epoch := time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC)
		if years := time.Now().Year() - time.Unix(epoch.Unix()+ticks/1e7, 0).Year(); years > 100 {
			return "centuries ago"
		}
		return "today"
	},
	"google-parse-braces": func(testing.TB) string {
		return upstream.Outcome(google.Parse("x" + text + "y"))
	},
	"google-null-binary": func(t testing.TB) string {
		b, err := google.NullUUID{}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		u := google.NullUUID{UUID: id, Valid: true}
		if err := u.UnmarshalBinary(b); err != nil {
			return "an error"
		}
		return map[bool]string{false: "null"}[u.Valid]
	},
	"gofrs-scan-zeroes": func(t testing.TB) string {
		u := gofrs.UUID(id)
		if err := u.Scan("no UUID"); err == nil {
			t.Fatal("no error")
		}
		return u.String()
	},
	"gofrs-null-valid": func(t testing.TB) string {
		var u gofrs.NullUUID
		err := u.Scan("no UUID")
		if err == nil {
			t.Fatal("no error")
		}
		return upstream.Outcome(u.Valid, nil)
	},
}
