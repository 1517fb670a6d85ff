package uuid

import (
	"fmt"
	"io"
)

// Format implements [fmt.Formatter]:
//
//	%s %v   the canonical text; %+v is the same, as structs are printed with it
//	%q      the text in quotes
//	%x %X   32 hexadecimal digits, with a flag of % x or %#x as for bytes
//	%#v     Go syntax, uuid.MustParse("...")
//
// Width, precision and the other flags are those of strings.
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
