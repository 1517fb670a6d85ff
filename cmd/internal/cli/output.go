package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/uuidkit/uuidkit/uuid"
)

// The values of --output.
const (
	table     = "table" // for people
	jsonLines = "json"  // one value a line
	csvRows   = "csv"   // with a header
)

// An output is where a verb writes, and how the user wants it.
type output struct {
	*bufio.Writer
	format string // table, jsonLines or csvRows
	colors bool
}

// withOutput returns the RunE of a verb: it gives run the output, and flushes it.
func withOutput(run func(cmd *cobra.Command, args []string, out *output) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		format, err := cmd.Flags().GetString("output")
		if err != nil {
			return err
		}
		w := cmd.OutOrStdout()
		out := &output{bufio.NewWriterSize(w, 64<<10), format, wantColors(w)}
		err = run(cmd, args, out)
		if lost := out.Flush(); lost != nil && (err == nil || err == errFindings) {
			err = lost // nobody has seen the findings
		}
		return err
	}
}

// wantColors reports whether w is a terminal whose user has not said no
// (https://no-color.org).
func wantColors(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// isTerminal reports whether w, or a reader, is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// bold returns s in bold, if there are colours.
func (o *output) bold(s string) string { return o.style("1", s) }

// dim returns s in grey, if there are colours.
func (o *output) dim(s string) string { return o.style("2", s) }

func (o *output) style(code, s string) string {
	if !o.colors {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// appendText appends the text of a UUID, quoted as the format demands.
func (o *output) appendText(b []byte, f textForm, u uuid.UUID) ([]byte, error) {
	if o.format == table {
		return f.append(b, u)
	}
	text, err := f.append(nil, u)
	if o.format == csvRows {
		return appendCSV(b, text, ',', false), err
	}
	return appendQuoted(b, text), err
}

// appendJSON appends a JSON string. What is not UTF-8 becomes U+FFFD.
func appendJSON(b, text []byte) []byte {
	var buf bytes.Buffer
	printJSON(&buf, "", string(text)) // of a string, there is no error
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// printJSON prints a value and the end of the line, on one line if indent is "".
func printJSON(w io.Writer, indent string, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(v)
}

// appendCSV appends a field, in quotes if it needs them or they are wanted.
func appendCSV(b, text []byte, delimiter byte, quotes bool) []byte {
	for _, c := range text {
		quotes = quotes || c == delimiter || c == '"' || c == '\r' || c == '\n'
	}
	if !quotes {
		return append(b, text...)
	}
	b = append(b, '"')
	for _, c := range text {
		if c == '"' {
			b = append(b, '"')
		}
		b = append(b, c)
	}
	return append(b, '"')
}

// appendQuoted is appendJSON for the texts of ids, which are ASCII.
func appendQuoted(b, text []byte) []byte {
	b = append(b, '"')
	for _, c := range text {
		if c == '"' || c == '\\' {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return append(b, '"')
}

// row writes a row of CSV.
func (o *output) row(fields ...any) {
	b := o.AvailableBuffer()
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCSV(b, fmt.Append(nil, f), ',', false)
	}
	o.Write(append(b, '\n'))
}
