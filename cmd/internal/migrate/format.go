package migrate

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// PlanFormat is that of the plans that this version writes to the journal. It changes when an older
// version could misread a plan. Those of formats 1 to 3 have other checksums for MySQL and MariaDB.
const PlanFormat = 4

// NoFormat reports whether the plan was written before there were formats: it has the statements of undo in
// the place of facts, and each store reads these in a file of its own, stored.go.
func (p *Plan) NoFormat() bool { return p.Format == 0 }

// Encode returns a plan for the journal: the facts from which the actions are made again. It is ASCII: the encoding of a
// database may lack some characters.
func (p *Plan) Encode() (string, error) {
	stored := *p
	if !p.NoFormat() {
		stored.Version, stored.Steps, stored.Undo = version(), nil, nil
	}
	text, err := json.Marshal(&stored)
	var ascii []byte
	for _, r := range string(text) {
		if r < utf8.RuneSelf {
			ascii = append(ascii, byte(r))
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			ascii = fmt.Appendf(ascii, `\u%04x`, unit)
		}
	}
	return string(ascii), err
}

// Ours reports whether this version was the last that wrote the plan to the journal.
func (p *Plan) Ours() bool { return p.Version == version() }

// DecodePlan reads a plan of the journal.
func DecodePlan(text string) (*Plan, error) {
	var head struct {
		Format  int
		Version string
	}
	if err := json.Unmarshal([]byte(text), &head); err != nil {
		return nil, Errorf(CodeConflict, "migrate: %s: %w", StateTable, err)
	}
	if head.Format > PlanFormat {
		return nil, Errorf(CodeConflict, "migrate: %s has a plan of format %d, written by uuid %.64q; this is uuid %s, which reads formats up to %d: use that version or a later one", StateTable, head.Format, head.Version, version(), PlanFormat)
	}
	p := &Plan{}
	if err := json.Unmarshal([]byte(text), p); err != nil {
		return nil, Errorf(CodeConflict, "migrate: %s: %w", StateTable, err)
	}
	return p, nil
}

var version = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
})
