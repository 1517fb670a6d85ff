package uuid

import (
	"fmt"
	"io"
)

// Format implements [fmt.Formatter]:
//
//	%s %v %+v   the canonical text
//	%q          the text in quotes
//	%x %X       32 hexadecimal digits
//	%#v         Go syntax, uuid.MustParse("...")
//
// Flags, width and precision are those of strings.
func (u UUID) Format(f fmt.State, verb rune) {
	switch verb {
	case 'v', 's':
		text := u.String()
		if verb == 'v' && f.Flag('#') {
			text = `uuid.MustParse("` + text + `")`
		}
		_, wide := f.Width()
		_, precise := f.Precision()
		if !wide && !precise { // no other flag matters to a string
			io.WriteString(f, text)
			return
		}
		fmt.Fprintf(f, fmt.FormatString(f, 's'), text)
	case 'q':
		fmt.Fprintf(f, fmt.FormatString(f, verb), u.String())
	case 'x', 'X':
		b := u // a copy, so that u itself stays on the stack
		fmt.Fprintf(f, fmt.FormatString(f, verb), b[:])
	default:
		fmt.Fprintf(f, "%%!%c(uuid.UUID=%s)", verb, u.String())
	}
}

// Format implements [fmt.Formatter] as [UUID.Format] does. Null is the empty text, also of
// %x. %#v is Go syntax.
func (n NullUUID) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'v' && f.Flag('#'):
		fmt.Fprintf(f, "uuid.NullUUID{UUID:%#v, Valid:%t}", n.UUID, n.Valid)
	case n.Valid:
		n.UUID.Format(f, verb)
	case verb == 'v':
		fmt.Fprintf(f, fmt.FormatString(f, 's'), "")
	case verb == 's' || verb == 'q' || verb == 'x' || verb == 'X':
		fmt.Fprintf(f, fmt.FormatString(f, verb), "")
	default:
		fmt.Fprintf(f, "%%!%c(uuid.NullUUID=)", verb)
	}
}
