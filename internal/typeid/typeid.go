// Package typeid has the rule of TypeID 0.3.0 for prefixes, for packages typed and ids.
package typeid

// MaxPrefix is the length of the longest prefix.
const MaxPrefix = 63

// IsPrefix reports whether s is the prefix of a TypeID. It may be empty.
func IsPrefix(s string) bool {
	if s == "" {
		return true
	}
	if len(s) > MaxPrefix || s[0] == '_' || s[len(s)-1] == '_' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && c != '_' {
			return false
		}
	}
	return true
}
