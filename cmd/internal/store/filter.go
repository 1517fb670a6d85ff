package store

// Match reports whether the filter lets a table through.
func (f Filter) Match(schema, table string) bool {
	return some(f.Schemas, schema) && some(f.Tables, table)
}

func some(patterns []string, name string) bool {
	for _, p := range patterns {
		if match(p, name) {
			return true
		}
	}
	return len(patterns) == 0
}

// match is path.Match without sets, and * matches a slash.
func match(pattern, name string) bool {
	for i := range len(pattern) {
		switch c := pattern[i]; {
		case c == '*':
			for rest := i; rest <= len(name); rest++ {
				if match(pattern[i+1:], name[rest:]) {
					return true
				}
			}
			return false
		case i >= len(name) || c != '?' && c != name[i]:
			return false
		}
	}
	return len(pattern) == len(name)
}
