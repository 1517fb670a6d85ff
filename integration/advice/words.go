package advice

import (
	"fmt"
	"regexp"
	"strings"
)

// ways are words of the advice that stand for code.
var ways = map[string]string{
	"connector": "NewConnector[",
	"plugin":    "gormtype.NewPlugin[",
	"override":  "overrides:",
}

// stands has what a program has for code that it does not have as it is: packages by their paths, and a command.
var stands = map[string]string{
	"uuid/generator": "generator.",
	"uuid/uuidtest":  "uuidtest.",
	"run":            "",
}

// Unsaid returns what the words name, in code or by a word of ways, and the program does not have.
func Unsaid(words, program string) (missing []error) {
	for _, span := range Spans(words) {
		code, ok := stands[span]
		if !ok {
			code = span
		}
		if !Has(program, code) {
			missing = append(missing, fmt.Errorf("the program has no %s", span))
		}
	}
	for word, code := range ways {
		if regexp.MustCompile(`\b`+word+`s?\b`).MatchString(unlinked(words)) && !strings.Contains(program, code) {
			missing = append(missing, fmt.Errorf("the words name a %s, and the program has no %s", word, code))
		}
	}
	return missing
}

var span = regexp.MustCompile("``\\s*(.+?)\\s*``|`([^`]+)`")

// Spans returns the inline code of a text.
func Spans(text string) (spans []string) {
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		spans = append(spans, m[1]+m[2])
	}
	return spans
}

// unlinked returns a text without its inline code and the addresses of its links.
func unlinked(text string) string {
	return regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(span.ReplaceAllString(text, ""), "]")
}

// Has reports whether a program has a piece of code, in which … stands for anything on the line.
func Has(program, code string) bool {
	expr := strings.ReplaceAll(regexp.QuoteMeta(strings.ReplaceAll(code, `\|`, "|")), "…", `.*`)
	expr = strings.ReplaceAll(expr, " ", `\s+`)
	if regexp.MustCompile(`^\w`).MatchString(code) {
		expr = `\b` + expr
	}
	if regexp.MustCompile(`\w$`).MatchString(code) {
		expr += `\b`
	}
	return regexp.MustCompile(expr).MatchString(program)
}
