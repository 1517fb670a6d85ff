package mysql

import "github.com/uuidkit/uuidkit/cmd/internal/migrate"

// The plans without a format have the statements of undo, which nobody executes: the definitions of
// before, which they have, too, say the same.

// wasOnline reports whether triggers follow the writers in what is unfinished. An undo of a plan
// without a format has written that over the run's.
func wasOnline(st migrate.Status) bool {
	return st.Online() || st.Plan.NoFormat() && st.Plan.Online
}
