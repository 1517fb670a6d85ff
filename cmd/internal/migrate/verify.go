package migrate

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Snapshot of a schema has the definition of each of its objects.
type Snapshot map[string]string

// Hash identifies a plan: the schema, and what would be done to it.
func (s Snapshot) Hash(p *Plan) string {
	h := sha256.New()
	for _, object := range slices.Sorted(maps.Keys(s)) {
		if strings.HasPrefix(object, "sequence ") || strings.HasPrefix(object, "view ") {
			continue // each INSERT changes it; the steps have the views that they change
		}
		fmt.Fprintf(h, "%q %q\n", object, s[object])
	}
	for _, c := range p.Columns {
		fmt.Fprintf(h, "%q %q %q %v\n", c.Table, c.Name, c.NewType, c.Forms.List())
	}
	for _, a := range p.Aside {
		fmt.Fprintf(h, "%q %q %d\n", a.Table, a.Into, a.Rows)
	}
	for _, text := range slices.Sorted(slices.Values(p.Checked)) {
		fmt.Fprintf(h, "%q\n", text)
	}
	for _, step := range p.Steps {
		fmt.Fprintf(h, "%q\n", step.SQL)
	}
	return fmt.Sprintf("%.8x", h.Sum(nil))
}

// Compare returns an error if after differs from s by anything but the changes.
func (s Snapshot) Compare(after Snapshot, changes []Change, undo bool) error {
	want := maps.Clone(s)
	for _, c := range changes {
		if undo {
			c.Old, c.New = c.New, c.Old
		}
		if want[c.Object] != c.Old {
			return Errorf(CodeConflict, "migrate: %s is %q, not %q: rolled back", c.Object, want[c.Object], c.Old)
		}
		want[c.Object] = c.New
		if _, exists := after[c.Object]; !exists && c.New == "" {
			delete(want, c.Object)
		}
	}
	var diff []string
	for object, def := range want {
		if got, ok := after[object]; !ok {
			diff = append(diff, object+" is missing")
		} else if got != def {
			diff = append(diff, fmt.Sprintf("%s is %q, not %q", object, got, def))
		}
	}
	for object, def := range after {
		if _, ok := want[object]; !ok && def != "" {
			diff = append(diff, object+" is new")
		}
	}
	if diff == nil {
		return nil
	}
	slices.Sort(diff)
	return Errorf(CodeDiffers, "migrate: the schema would not be what the plan says: rolled back:\n  %s", strings.Join(diff, "\n  "))
}
