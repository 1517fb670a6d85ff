package dsn

import (
	"slices"
	"strings"
)

// CommandLine returns a command line to paste into a POSIX shell.
func CommandLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if plain := strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,=") == ""; !plain || w == "" {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// Migrate returns the command line of a verb of uuid migrate. An argument may begin with a hyphen, as a flag does.
func Migrate(verb string, arguments []string, flags ...string) string {
	words := []string{"uuid", "migrate", verb}
	if slices.ContainsFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		return CommandLine(slices.Concat(words, flags, []string{"--"}, arguments)...)
	}
	return CommandLine(slices.Concat(words, arguments, flags)...)
}

// WithoutPassword returns a URL that could be opened without its passwords.
func WithoutPassword(url string) string {
	out, _ := withoutPassword(url)
	return out
}

// HasPassword reports whether WithoutPassword leaves a password out of the URL.
func HasPassword(url string) bool {
	_, has := withoutPassword(url)
	return has
}

// withoutPassword does the work of both. Package net/url does not read MongoDB's URLs of several hosts, or
// with a semicolon between two parameters.
func withoutPassword(url string) (out string, has bool) {
	scheme, rest, _ := strings.Cut(url, ":")
	scheme = strings.ToLower(scheme)
	if slices.Contains(files, scheme) {
		path, _, _ := strings.Cut(rest, "?")
		return scheme + ":" + path, false
	}
	if _, server := schemes[scheme]; !server || !strings.HasPrefix(rest, "//") {
		return url, false
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, slash := strings.Cut(rest[2:], "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, password, _ := strings.Cut(authority[:i], ":")
		authority, has = user+authority[i:], password != ""
	}
	out = scheme + "://" + authority
	if slash {
		out += "/" + path
	}
	mark := "?"
	for p := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(strings.ToLower(p), "=")
		if strings.HasSuffix(name, "password") || name == "authmechanismproperties" || strings.Contains(name, "%") {
			has = true
			continue
		}
		out, mark = out+mark+p, "&"
	}
	return out, has
}
