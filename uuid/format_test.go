package uuid_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"io"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestFormat(t *testing.T) {
	u, nilPtr := vectors.U, (*uuid.UUID)(nil)
	text := vectors.Text
	type order struct{ ID uuid.UUID }
	t.Run("verbs", func(t *testing.T) {
		for _, test := range []struct {
			format string
			arg    any
			want   string
		}{
			{"%s", u, text},
			{"%v", u, text},
			{"%+v", u, text},
			{"%q", u, `"` + text + `"`},
			{"%#q", u, "`" + text + "`"},
			{"%x", u, "00112233445566778899aabbccddeeff"},
			{"%X", u, "00112233445566778899AABBCCDDEEFF"},
			{"%#x", u, "0x00112233445566778899aabbccddeeff"},
			{"% x", u, "00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"},
			{"%#v", u, `uuid.MustParse("` + text + `")`},
			{"%40s|", u, "    " + text + "|"},
			{"%-40v|", u, text + "    |"},
			{"%.8s", u, "00112233"},
			{"%.4x", u, "00112233"},
			{"%s", &u, text},
			{"%v", []uuid.UUID{u, {}}, "[" + text + " 00000000-0000-0000-0000-000000000000]"},
			{"%v", order{u}, "{" + text + "}"},
			{"%+v", order{u}, "{ID:" + text + "}"},
			{"%#v", order{u}, `uuid_test.order{ID:uuid.MustParse("` + text + `")}`},
			{"%v", map[uuid.UUID]int{u: 1}, "map[" + text + ":1]"},
			{"%v", uuid.NullUUID{UUID: u, Valid: true}, text},
			{"%v", uuid.NullUUID{}, ""},
			{"%x", uuid.NullUUID{UUID: u, Valid: true}, "00112233445566778899aabbccddeeff"},
			{"%X", uuid.NullUUID{UUID: u, Valid: true}, "00112233445566778899AABBCCDDEEFF"},
			{"%q", uuid.NullUUID{UUID: u, Valid: true}, `"` + text + `"`},
			{"%d", uuid.NullUUID{UUID: u, Valid: true}, "%!d(uuid.UUID=" + text + ")"},
			{"%#v", uuid.NullUUID{UUID: u, Valid: true}, `uuid.NullUUID{UUID:uuid.MustParse("` + text + `"), Valid:true}`},
			{"%#v", uuid.NullUUID{}, `uuid.NullUUID{UUID:uuid.MustParse("00000000-0000-0000-0000-000000000000"), Valid:false}`},
			{"%s", uuid.NullUUID{}, ""},
			{"%x", uuid.NullUUID{}, ""},
			{"%X", uuid.NullUUID{}, ""},
			{"%q", uuid.NullUUID{}, `""`},
			{"%d", uuid.NullUUID{}, "%!d(uuid.NullUUID=)"},
			{"%3v|", uuid.NullUUID{}, "   |"},
			{"%-3x|", uuid.NullUUID{UUID: u}, "   |"},
			{"%v", nilPtr, "<nil>"},
			{"%s", nilPtr, "<nil>"},
			{"%T", u, "uuid.UUID"},
			{"%d", u, "%!d(uuid.UUID=" + text + ")"},
			{"%5.1z", u, "%!z(uuid.UUID=" + text + ")"},
			{"%世", u, "%!世(uuid.UUID=" + text + ")"},
		} {
			if got := fmt.Sprintf(test.format, test.arg); got != test.want {
				t.Errorf("Sprintf(%q, %T) = %s, want %s", test.format, test.arg, got, test.want)
			}
		}
		if got, want := fmt.Sprint(u, &u), text+" "+text; got != want {
			t.Errorf("Sprint = %s, want %s", got, want)
		}
		if got, want := fmt.Errorf("no %v: %w", u, io.EOF), "no "+text+": EOF"; got.Error() != want || !errors.Is(got, io.EOF) {
			t.Errorf("Errorf = %v, want %s", got, want)
		}
	})
	t.Run("flags, width and precision as those of strings", func(t *testing.T) {
		goText := `uuid.MustParse("` + text + `")`
		for mask := range 32 {
			flags := ""
			for i, flag := range "+-# 0" {
				if mask>>i&1 == 1 {
					flags += string(flag)
				}
			}
			for _, width := range []string{"", "1", "36", "50"} {
				for _, precision := range []string{"", ".", ".0", ".7", ".36", ".99"} {
					for _, verb := range []string{"s", "v", "q", "x", "X"} {
						format := "%" + flags + width + precision + verb
						var want string
						switch {
						case verb == "x" || verb == "X":
							want = fmt.Sprintf(format, u[:])
						case verb == "v" && strings.Contains(flags, "#"):
							want = fmt.Sprintf(strings.Replace(format, "v", "s", 1), goText)
						default:
							want = fmt.Sprintf(format, text)
						}
						if got := fmt.Sprintf(format, u); got != want {
							t.Errorf("Sprintf(%q) = %q, want %q", format, got, want)
						}
					}
				}
			}
		}
	})
	t.Run("every other verb is wrong", func(t *testing.T) {
		for verb := 'A'; verb <= 'z'; verb++ {
			if verb > 'Z' && verb < 'a' || strings.ContainsRune("svqxX"+"Tpw", verb) {
				continue // fmt does not ask Format for the last three
			}
			format, want := "%"+string(verb), "%!"+string(verb)+"(uuid.UUID="+text+")"
			if got := fmt.Sprintf(format, u); got != want {
				t.Errorf("Sprintf(%q) = %q, want %q", format, got, want)
			}
		}
	})
	t.Run("%#v is Go", func(t *testing.T) {
		random := seeded()
		for range 1000 {
			u := random()
			src := fmt.Sprintf("%#v", u)
			expr, err := parser.ParseExpr(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			arg := expr.(*ast.CallExpr).Args[0].(*ast.BasicLit).Value
			if got := uuid.MustParse(strings.Trim(arg, `"`)); got != u {
				t.Fatalf("%s is %v, want %v", src, got, u)
			}
		}
	})
	t.Run("allocations", func(t *testing.T) {
		if raceDetector() {
			t.Skip("with the race detector, sync.Pool forgets")
		}
		for _, test := range []struct {
			format string
			want   float64
		}{
			{"%v", 2}, // u as an any, and its text
			{"%s", 2},
			{"%x", 4},
		} {
			if got := testing.AllocsPerRun(100, func() { fmt.Fprintf(io.Discard, test.format, u) }); got > test.want {
				t.Errorf("%s: %v allocations, want %v", test.format, got, test.want)
			}
		}
	})
}
