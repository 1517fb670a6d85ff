package cli

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/spf13/cobra"
)

// convertOptions are the flags of convert.
type convertOptions struct {
	from, to, delimiter string
	columns, paths      []string
}

func newConvert() *cobra.Command {
	var o convertOptions
	cmd := &cobra.Command{
		Use:   "convert [FILE...]",
		Short: "Convert ids from one form to another",
		Long: `Convert reads one id a line, from the files or from standard input, and writes the ids in
another form. With --csv it converts columns of CSV, and with --json strings and numbers
of JSON, and writes strings. It copies everything else byte for byte.

Convert copies empty lines, empty CSV fields and JSON nulls. If it cannot read a value as
--from, or cannot write it as --to, it copies the value and reports its line. With
--from bytes or --to bytes it leaves such values and empty lines out. The exit status is
1 if there is such a value, a row without the column #N, a row with text behind the quotes
of a field, or no such path. If the quotes of a field do not end, a file is no JSON, or a
header has no such column, convert ends with status 2.

` + formHelp,
		Example: `  uuid convert --to base58 ids.txt
  uuid convert --from hex-swapped ids.txt             # MySQL's HEX(id)
  uuid convert --csv id --csv parent_id --to hex users.csv
  uuid convert --json user.id --json 'items[].id' --from uuid --to ulid log.json
  uuid convert --from bytes --to canonical ids.bin`,
		RunE: withOutput(o.run),
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "uuid", "FORM of the input")
	f.StringVar(&o.to, "to", "canonical", "FORM of the output")
	f.StringArrayVar(&o.columns, "csv", nil, "convert the CSV column of this name, or #2: the second one, if there is no header (repeatable)")
	f.StringVar(&o.delimiter, "delimiter", ",", `what separates the columns; \t is a tab`)
	f.StringArrayVar(&o.paths, "json", nil, `convert the strings and numbers at this path of JSON, such as user.id or items[].id (repeatable)`)
	cmd.MarkFlagsMutuallyExclusive("csv", "json")
	cmd.RegisterFlagCompletionFunc("from", completeForms)
	cmd.RegisterFlagCompletionFunc("to", completeForms)
	return cmd
}

func (o *convertOptions) run(cmd *cobra.Command, files []string, out *output) (err error) {
	c := converter{out: out, errors: cmd.ErrOrStderr()}
	if c.from, err = findForm(o.from); err != nil {
		return fmt.Errorf("convert: --from: %w", err)
	}
	if c.to, err = findForm(o.to); err != nil {
		return fmt.Errorf("convert: --to: %w", err)
	}
	structured := len(o.columns) > 0 || len(o.paths) > 0
	switch {
	case c.to.append == nil:
		return fmt.Errorf("convert: --to: %s is for reading only", c.to.name)
	case structured && (c.from.bytes || c.to.bytes):
		return errors.New("convert: CSV and JSON cannot have bytes: want another form, such as hex or base64")
	case c.to.bytes && out.format != table:
		return fmt.Errorf("convert: --output %s cannot have bytes", out.format)
	case structured && out.format != table:
		return fmt.Errorf("convert: --output %s is for input of lines or bytes: CSV stays CSV, and JSON stays JSON", out.format)
	case len(o.columns) == 0 && cmd.Flags().Changed("delimiter"):
		return errors.New("convert: --delimiter is for --csv")
	case out.format == csvRows:
		out.WriteString("input,output,error\n")
	}
	mark := io.Writer(out)
	if out.format != table || c.to.bytes { // the output is no copy of the input
		mark = io.Discard
	}
	err = eachFile(cmd.InOrStdin(), files, !c.from.bytes, func(name string, in io.Reader) error {
		c.file = name
		if !c.from.bytes {
			in = &afterMark{in, mark}
		}
		switch {
		case len(o.columns) > 0:
			return c.csv(newScanner(in, out), o.columns, o.delimiter)
		case len(o.paths) > 0:
			return c.json(newScanner(in, out), o.paths)
		case c.from.bytes:
			return c.records(in)
		}
		return c.lines(in)
	})
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	return c.result()
}

// A converter converts values and counts them.
type converter struct {
	from, to   textForm
	file       string // that is read, "" for the standard input
	out        *output
	errors     io.Writer
	total, bad int
	text       []byte // of the last value
}

// convert returns the text of a value in the new form, until the next call. If there is
// an error, it is reported with the place of the value.
func (c *converter) convert(value []byte, err error, place func() string) ([]byte, error) {
	c.total++
	if err == nil {
		c.text, err = c.appendText(c.text[:0], value)
	}
	if err != nil {
		c.report(place(), err.Error())
	}
	return c.text, err
}

// appendText appends the text of a value in the new form. The value is not copied for
// parse, and an error may have a part of it.
func (c *converter) appendText(b, value []byte) ([]byte, error) {
	u, err := c.from.parse(unsafe.String(unsafe.SliceData(value), len(value)))
	if err != nil {
		return b, err
	}
	return c.to.append(b, u)
}

func (c *converter) report(place, problem string) {
	c.bad++
	if c.file != "" {
		place = c.file + ": " + place
	}
	fmt.Fprintf(c.errors, "uuid: convert: %s: %s\n", place, problem)
}

// result returns errFindings if there were bad values.
func (c *converter) result() error {
	if c.bad == 0 {
		return nil
	}
	s := "s"
	if c.bad == 1 {
		s = ""
	}
	fmt.Fprintf(c.errors, "uuid: convert: %d values, %d problem%s\n", c.total, c.bad, s)
	return errFindings
}

// records converts records of 16 bytes.
func (c *converter) records(stdin io.Reader) error {
	in, n := bufio.NewReaderSize(stdin, bufferSize), 0
	place := func() string { return fmt.Sprintf("record %d", n) }
	value := make([]byte, 16)
	for {
		n++
		k, err := io.ReadFull(in, value)
		if err == io.EOF {
			return nil
		}
		if err != nil && err != io.ErrUnexpectedEOF {
			return err
		}
		text, err := c.convert(value[:k], nil, place)
		input := value[:k]
		if c.out.format != table {
			input = hex.AppendEncode(nil, input)
		}
		if _, err := c.out.Write(c.appendRecord(c.out.AvailableBuffer(), input, text, []byte("\n"), err)); err != nil {
			return err
		}
	}
}

// appendRecord appends what has become of an input: its text and what followed the input,
// or the error.
func (c *converter) appendRecord(b, input, text, end []byte, err error) []byte {
	switch {
	case c.out.format == jsonLines:
		b = appendJSON(append(b, `{"input":`...), input)
		if err != nil {
			b = appendJSON(append(b, `,"error":`...), []byte(err.Error()))
		} else {
			b = appendJSON(append(b, `,"output":`...), text)
		}
		return append(b, "}\n"...)
	case c.out.format == csvRows:
		b = append(appendCSV(b, input, ',', false), ',')
		if err != nil {
			b = appendCSV(append(b, ','), []byte(err.Error()), ',', false)
		} else {
			b = append(appendCSV(b, text, ',', false), ',')
		}
		return append(b, '\n')
	case err != nil && (c.from.bytes || c.to.bytes):
		return b
	case err != nil:
		text = input
	}
	b = append(b, text...)
	if !c.to.bytes {
		b = append(b, end...)
	}
	return b
}
