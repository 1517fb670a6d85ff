// Package show prints what a program does: the line, what it is, and what comes out.
package show

import (
	"fmt"
	"runtime"
	"strings"
)

// Row prints what a call returns, or its error, on a line.
func Row(what string, f func() string) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("%d\t%s\tpanic: %v\n", line(), what, r)
		}
	}()
	text := f()
	fmt.Printf("%d\t%s\t%s\n", line(), what, strings.ReplaceAll(text, "\n", `\n`))
}

// line returns the line of the program that called Row.
func line() int {
	for skip := 2; ; skip++ {
		_, file, line, ok := runtime.Caller(skip)
		if !ok || strings.HasSuffix(file, "main.go") {
			return line
		}
	}
}

// Bytes is what a library has written.
func Bytes(b []byte, err error) string {
	if err != nil {
		return "error"
	}
	return fmt.Sprintf("%x", b)
}

// Text is what a library has written as text.
func Text(b []byte, err error) string {
	if err != nil {
		return "error"
	}
	return strings.TrimSpace(string(b))
}
