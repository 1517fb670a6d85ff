package cli

import (
	"io"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A planJSON is what plan -o json prints. docs/migrate.md promises that the names of the fields stay.
type planJSON struct {
	Store    string            `json:"store"`
	To       string            `json:"to"`
	Bytes    layout.Form       `json:"bytes"`
	Online   bool              `json:"online"`
	Columns  []migrate.Column  `json:"columns"`
	Others   []migrate.Other   `json:"others"`
	Tables   []migrate.Table   `json:"tables"`
	Aside    []migrate.Aside   `json:"aside"`
	Refusals []migrate.Refusal `json:"refusals"`
	Nothing  bool              `json:"nothing"`
	Run      []stepJSON        `json:"run"`
	Undo     []stepJSON        `json:"undo"`
	Notes    []string          `json:"notes"`
	Hash     string            `json:"hash"`
	Command  string            `json:"command"`
}

type stepJSON struct {
	Does  string   `json:"does"`
	Locks string   `json:"locks"`
	SQL   []string `json:"sql"`
}

// A statusJSON is a migration that status -o json prints.
type statusJSON struct {
	ID         string           `json:"id"`
	State      string           `json:"state"`
	Time       time.Time        `json:"time"`
	To         string           `json:"to"`
	Online     bool             `json:"online"`
	Columns    []migrate.Column `json:"columns"`
	Aside      []migrate.Aside  `json:"aside"`
	Unfinished string           `json:"unfinished"`
	Commands   []string         `json:"commands"`
}

func printPlanJSON(w io.Writer, p *migrate.Plan, command string) error {
	return printJSON(w, "  ", planJSON{
		Store: p.Store, To: p.To, Bytes: p.Bytes, Online: p.Online, Columns: list(p.Columns), Others: list(p.Others), Tables: list(p.Tables),
		Aside: list(p.Aside), Refusals: list(p.Refusals), Nothing: p.Nothing(), Run: steps(p.Steps), Undo: steps(p.Undo),
		Notes: list(p.Notes), Hash: p.Hash, Command: command,
	})
}

// printStatusJSON prints an array, which is empty if there is no migration.
func printStatusJSON(w io.Writer, url string, all []migrate.Status) error {
	out := []statusJSON{}
	for i, st := range all {
		s := statusJSON{
			ID: st.Plan.ID, State: string(st.State), Time: st.Switched, To: st.Plan.To, Online: st.Plan.Online,
			Columns: list(st.Plan.Columns), Aside: list(st.Plan.Aside), Unfinished: st.Unfinished(), Commands: []string{},
		}
		if i == len(all)-1 {
			s.Commands = statusLines(url, st)
		}
		out = append(out, s)
	}
	return printJSON(w, "  ", out)
}

// list returns a list that is [] in JSON if it is empty.
func list[T any](l []T) []T { return append([]T{}, l...) }

func steps(l []migrate.Step) []stepJSON {
	out := []stepJSON{}
	for _, s := range l {
		out = append(out, stepJSON{s.Does, s.Locks, list(s.SQL)})
	}
	return out
}
