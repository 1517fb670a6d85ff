package migrate

import (
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// Reserved begins the names of what migrations make in a database: tables, triggers, and in PostgreSQL schemas.
const Reserved = "uuidkit_"

// StateTable is the journal: a row for each migration until cleanup. Package sqlkit has its
// statements. In MongoDB it is a collection.
const StateTable = "uuidkit_migration"

// ErrClock is the error of a run while the newest migration is dated in the future.
var ErrClock = Errorf(CodeConflict, "migrate: the newest migration is dated in the future: correct the clock, and run again")

// Now16 returns the form that 16-byte values have now. The request names the one that they
// had before: if these columns are native since an earlier run, they are in network order,
// and the same request has nothing to do.
func (p *Plan) Now16(list []Status) (layout.Form, error) {
	converted, name, same := 0, "", true
	p.Was = map[string]layout.Form{}
	for _, c := range p.Columns {
		var latest *Plan
		for _, st := range list {
			if st.State == Switched && slices.ContainsFunc(st.Plan.Columns, func(o Column) bool { return o.Table == c.Table && o.Name == c.Name }) {
				latest = st.Plan
			}
		}
		if latest == nil || latest.To != ToNative {
			continue
		}
		converted, name = converted+1, c.Table+"."+c.Name
		same = same && latest.Bytes == p.Bytes && p.To == ToNative
		if latest.Bytes != layout.Bytes {
			p.Was[name] = latest.Bytes
		}
	}
	p.InOrder = converted == len(p.Columns)
	switch {
	case converted == 0 || p.Bytes == layout.Bytes:
		return p.Bytes, nil
	case converted == len(p.Columns) && same:
		return layout.Bytes, nil
	}
	return 0, Errorf(CodeRefused, "migrate: %s is native since an earlier run, and its values are in the form bytes, not %s: leave --bytes out, or name other columns", name, p.Bytes)
}

// Unfinished says what a migration that is not switched needs, and is "" for others.
func (st Status) Unfinished() string {
	says := "interrupted, or another process does it now: "
	switch documents := st.Plan.Documents(); {
	case st.State == Switched:
		return ""
	case st.State == Copying && documents:
		return says + "run goes on, or begins again; undo takes it back"
	case st.State == Undoing && documents:
		return says + "undo goes on, or begins again"
	case st.State == Copying: // MySQL's journal may be behind the switch
		says += "before the switch run goes on, or begins again, and undo takes it back; after it both finish it, or switch back"
	case st.State == Undoing:
		says += "before the switch undo goes on, or begins again, and run takes it back; after it both finish it, or switch back"
	default:
		return says + "run, undo and cleanup finish it first"
	}
	if st.Online() {
		says += ". Until then triggers uuidkit_… write each change to the new tables, too"
	}
	return says
}

// Latest is the ID of the latest migration, or "".
func Latest(list []Status) string { return lastOf(list).id() }
