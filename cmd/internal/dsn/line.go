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

// WithoutPassword returns a URL that could be opened without its passwords. Package net/url does
// not read those of MongoDB that have several hosts.
func WithoutPassword(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		if scheme, path, ok := strings.Cut(url, ":"); ok && strings.EqualFold(scheme, "sqlite") {
			return "sqlite:" + path
		}
		return url
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, slash := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, _, _ := strings.Cut(authority[:i], ":")
		authority = user + authority[i:]
	}
	out := strings.ToLower(scheme) + "://" + authority
	if slash {
		out += "/" + path
	}
	var parameters []string
	for p := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(strings.ToLower(p), "=")
		if p != "" && !strings.HasSuffix(name, "password") && name != "authmechanismproperties" && !strings.Contains(name, "%") {
			parameters = append(parameters, p)
		}
	}
	if parameters != nil {
		out += "?" + strings.Join(parameters, "&")
	}
	return out
}

// HasPassword reports whether WithoutPassword leaves something out of the URL.
func HasPassword(url string) bool {
	scheme, rest, ok := strings.Cut(url, "://")
	return ok && WithoutPassword(url) != strings.ToLower(scheme)+"://"+strings.Replace(rest, ":@", "@", 1) // which is an empty one
}
