// Package title has what is shared by those who write and who check links in Markdown files.
package title

import (
	"strings"
	"unicode"
)

// Anchor is what GitHub makes of a heading for links to it.
func Anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
