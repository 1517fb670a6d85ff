package dsn

import "strings"

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
		if p != "" && !strings.Contains(name, "pass") && !strings.Contains(name, "authmechanismproperties") && !strings.Contains(name, "%") {
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
