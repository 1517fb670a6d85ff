package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A finding is what a check reports.
type finding struct {
	Check    string `json:"check"`
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	File     string `json:"file"` // with slashes, from the folder where uuidvet runs
	Path     string `json:"-"`    // with slashes, from the root of the repository
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Message  string `json:"message"`
}

// options are the flags of uuidvet itself.
type options struct {
	json, sarif, updateBaseline bool
	baseline                    string
	vet                         []string // what go vet gets
}

func parse(args []string) (o options, err error) {
	for i := 0; i < len(args); i++ {
		name, value, has := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		flag := strings.HasPrefix(args[i], "-")
		switch {
		case flag && name == "json":
			o.json = true
		case flag && name == "sarif":
			o.sarif = true
		case flag && name == "update-baseline":
			o.updateBaseline = true
		case flag && name == "baseline":
			if !has && i+1 < len(args) {
				i++
				value = args[i]
			}
			if o.baseline = value; value == "" {
				return o, errors.New("-baseline needs a file")
			}
		default:
			o.vet = append(o.vet, args[i])
		}
	}
	switch {
	case o.json && o.sarif:
		return o, errors.New("-json and -sarif exclude each other")
	case o.updateBaseline && o.baseline == "":
		return o, errors.New("-update-baseline needs -baseline FILE")
	}
	return o, nil
}

// drive runs go vet with this program as its tool, and prints what it reports.
func drive(args []string, stdout, stderr io.Writer) (status int, err error) {
	o, err := parse(args)
	if err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self, "-json"}, o.vet...)...)
	out, runErr := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return 0, runErr
	}
	if cmd.ProcessState.ExitCode() == 2 { // a wrong flag; 1 is a package that does not compile
		return 0, fmt.Errorf("go vet: %s", bytes.TrimSpace(out))
	}
	found, rest, err := findings(out)
	if err != nil {
		return 0, err
	}
	if runErr != nil && len(rest) > 0 {
		status = 1
	}
	stderr.Write(rest)
	if o.updateBaseline && status == 1 {
		fmt.Fprintf(stderr, "uuidvet: a package cannot be analyzed, so %s stays as it is\n", o.baseline)
		return status, nil
	}
	if o.updateBaseline {
		return status, writeBaseline(o.baseline, found)
	}
	if o.baseline != "" {
		if found, err = withoutBaseline(o.baseline, found); err != nil {
			return 0, err
		}
	}
	switch {
	case o.json:
		err = printJSON(stdout, found)
	case o.sarif:
		err = printSARIF(stdout, found)
	default:
		for _, f := range found {
			fmt.Fprintf(stdout, "%s:%d:%d: %s: %s (%s)\n", f.File, f.Line, f.Column, f.Severity, f.Message, f.Check)
		}
	}
	if len(found) > 0 && status == 0 {
		status = 3
	}
	return status, err
}

// findings reads what go vet -json prints: an object for each package, and lines of other
// text, which it returns as the rest.
func findings(out []byte) (found []finding, rest []byte, err error) {
	type diagnostic struct{ Category, Posn, Message string }
	folder, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	root := repository(folder)
	for len(out) > 0 {
		line, after, _ := bytes.Cut(out, []byte("\n"))
		if !bytes.HasPrefix(line, []byte("{")) {
			if !bytes.HasPrefix(line, []byte("# ")) && len(line) > 0 {
				rest = append(append(rest, line...), '\n')
			}
			out = after
			continue
		}
		var tree map[string]map[string]json.RawMessage // by package and check
		d := json.NewDecoder(bytes.NewReader(out))
		if err := d.Decode(&tree); err != nil {
			return nil, nil, fmt.Errorf("go vet -json: %w", err)
		}
		out = out[d.InputOffset():]
		for _, byCheck := range tree {
			for check, raw := range byCheck {
				var list []diagnostic
				if json.Unmarshal(raw, &list) != nil {
					rest = append(append(rest, raw...), '\n') // an error of the check
					continue
				}
				for _, d := range list {
					found = append(found, newFinding(folder, root, check, d.Category, d.Posn, d.Message))
				}
			}
		}
	}
	slices.SortFunc(found, compare)
	return slices.Compact(found), rest, nil // a package and its test have the same files
}

// repository is the root of the repository of git that the folder is in, or else the folder of the go.work or the
// go.mod around.
func repository(folder string) string {
	for _, mark := range []string{".git", "go.work", "go.mod"} {
		for dir := folder; ; dir = filepath.Dir(dir) {
			if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
				return dir
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return folder
}

func newFinding(folder, root, check, kind, place, message string) finding {
	f := finding{Check: check, Kind: kind, Severity: severity(kind), Message: message}
	parts := strings.Split(place, ":")
	if n := len(parts); n >= 3 {
		f.Line, _ = strconv.Atoi(parts[n-2])
		f.Column, _ = strconv.Atoi(parts[n-1])
		place = strings.Join(parts[:n-2], ":")
	}
	f.File, f.Path = within(folder, place), within(root, place)
	return f
}

// within is the place from the folder, if it is in it, with slashes.
func within(folder, place string) string {
	if rel, err := filepath.Rel(folder, place); err == nil && filepath.IsLocal(rel) {
		place = rel
	}
	return filepath.ToSlash(place)
}

func compare(a, b finding) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	if a.Column != b.Column {
		return a.Column - b.Column
	}
	if c := strings.Compare(a.Check, b.Check); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}
