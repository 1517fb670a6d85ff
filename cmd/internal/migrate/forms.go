package migrate

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

// Forms says how many values of a column have each form.
type Forms map[layout.Form]int64

// String returns "text 5000, bytes 3".
func (f Forms) String() string {
	var parts []string
	for _, form := range f.List() {
		parts = append(parts, fmt.Sprintf("%s %d", form, f[form]))
	}
	return strings.Join(parts, ", ")
}

// List returns the forms in order.
func (f Forms) List() []layout.Form { return slices.Sorted(maps.Keys(f)) }

// BytesForm returns the form that the request names for 16-byte values.
func BytesForm(name string) (f layout.Form, err error) {
	if name == "" {
		return layout.Bytes, nil
	}
	if err := f.UnmarshalText([]byte(name)); err != nil || !f.IsOrder() {
		return 0, Errorf(CodeUsage, "migrate: %q is no form of 16 bytes: use bytes, bytes-swapped, bytes-mixed, bytes-java or bytes-reversed", name)
	}
	return f, nil
}

// BytePlaces lists, for each form of 16 bytes, where the bytes in network order are.
var BytePlaces = map[layout.Form][16]int{
	layout.Bytes:    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	layout.Swapped:  {4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15},
	layout.Mixed:    {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15},
	layout.Java:     {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
	layout.Reversed: {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
}

// A Reader reads the values of a column, and collects what a plan must know of them.
type Reader struct {
	Bytes layout.Form // the form of 16-byte values
	Rows  int64
	Nulls int64
	Forms Forms
	upper Forms // those with letters in upper case
	Bad   int64
	Keys  []string    // of the first bad rows
	Moves bool        // run moves the bad rows away
	Known bool        // the form of 16-byte values is known from an earlier run, whatever versions they have
	Was   layout.Form // the one before that run, or None
	// Proven counts the 16-byte values that have a version and the variant in each order,
	// of Marked, which are all but Nil and Max.
	Proven map[layout.Form]int64
	Marked int64
}

// MaxKeys is how many bad rows a plan lists, and ShownKeys how many of them people see.
const MaxKeys, ShownKeys = 1000, 20

// NewReader returns a reader of values whose 16 bytes have the form.
func NewReader(sixteen layout.Form) *Reader {
	return &Reader{Bytes: sixteen, Forms: Forms{}, upper: Forms{}, Proven: map[layout.Form]int64{}}
}

// Read returns the UUID of a value: nil, a string or a []byte. It reports whether there is
// one; key, which tells the row, is called for values that are none.
func (r *Reader) Read(v any, key func() string) (u uuid.UUID, ok bool) {
	r.Rows++
	form := layout.None
	switch v := v.(type) {
	case nil:
		r.Nulls++
		return u, false
	case string:
		if f := TextForms[len(v)]; f != layout.None {
			u, form = Decode(f, layout.KindText, []byte(v))
		}
		if form != layout.None && strings.ToLower(v) != v {
			r.upper[form]++
		}
	case []byte:
		switch {
		case len(v) == 36:
			u, form = Decode(layout.BytesText, layout.KindBytes, v)
		case len(v) == 32:
			u, form = Decode(layout.BytesHex, layout.KindBytes, v)
		case len(v) == 16:
			// A text that was cut to 16 bytes cannot be read.
			readings := layout.Read(nil, layout.Value{Kind: layout.KindBytes, Data: v})
			for _, reading := range readings {
				if reading.Form == r.Bytes {
					u, form = reading.UUID, r.Bytes
				}
			}
			if form != layout.None && u != uuid.Nil() && u != uuid.Max() {
				r.Marked++
				for _, reading := range readings {
					if w := reading.UUID; w.Variant() == uuid.VariantRFC9562 && w.Version() >= 1 && w.Version() <= 8 {
						r.Proven[reading.Form]++
					}
				}
			}
		}
		if (form == layout.BytesText || form == layout.BytesHex) && !bytes.Equal(bytes.ToLower(v), v) {
			r.upper[form]++
		}
	}
	if form == layout.None {
		if r.Bad++; len(r.Keys) < MaxKeys {
			r.Keys = append(r.Keys, fmt.Sprintf("%s: %s", key(), QuoteValue(v)))
		}
		return u, false
	}
	r.Forms[form]++
	return u, true
}

// TextForms are the forms of texts by their length.
var TextForms = map[int]layout.Form{36: layout.Text, 32: layout.Hex, 38: layout.Braces, 45: layout.URN}

// Decode reads a value of the form. It returns layout.None if the value is no UUID.
func Decode(f layout.Form, kind layout.Kind, data []byte) (uuid.UUID, layout.Form) {
	u, err := f.Decode(layout.Value{Kind: kind, Data: data})
	if err != nil {
		return u, layout.None
	}
	return u, f
}

// Mostly returns the form that most values have, or None.
func Mostly(forms Forms) layout.Form {
	best := layout.None
	for _, f := range forms.List() {
		if forms[f] > forms[best] {
			best = f
		}
	}
	return best
}

// Found returns the planned forms of a column. If it had no value, those that are written since are of
// the form that undo writes.
func (p *Plan) Found(c *Column, to layout.Form) Forms {
	if len(c.Forms) > 0 {
		return c.Forms
	}
	return Forms{p.Back(c, to): 1}
}

// Back returns the form that undo writes: that of most values. If the column had none, it is
// that of the other columns of its type, or else the usual one of its type.
func (p *Plan) Back(c *Column, to layout.Form) layout.Form {
	if f := Mostly(c.Forms); f != layout.None {
		return f
	}
	all := Forms{}
	for _, o := range p.Columns {
		if strings.EqualFold(o.OldType, c.OldType) {
			for f, n := range o.Forms {
				all[f] += n
			}
		}
	}
	if f := Mostly(all); f != layout.None {
		return f
	}
	typ := strings.ToLower(c.OldType)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(typ, part) })
	}
	size := 0 // as in char(32)
	if _, brackets, ok := strings.Cut(typ, "("); ok {
		fmt.Sscan(brackets, &size)
	}
	switch {
	case typ == "":
		return to // SQLite: any value
	case has("blob", "bytea", "binary"):
		switch {
		case size == 32:
			return layout.BytesHex
		case size == 36:
			return layout.BytesText
		}
		return p.Bytes
	case size == 32 && has("char"):
		return layout.Hex
	}
	return layout.Text
}

// Spelling counts the values that undo would write otherwise than they were: those in
// another form than most, and in upper case.
func (r *Reader) Spelling() (n int64) {
	back := Mostly(r.Forms)
	for f, count := range r.Forms {
		if f != back {
			n += count
		}
	}
	return n + r.upper[back]
}

// QuoteValue returns at most 64 characters of a text, or 64 bytes, for people.
func QuoteValue(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%.64q", v)
	case []byte:
		return fmt.Sprintf("0x%.64x", v)
	}
	return fmt.Sprint(v)
}

// NoneMoves refuses --bad-rows for a column of which all values are bad: it is another one than
// the user means, more likely than not.
func NoneMoves(column string, bad int64) []Refusal {
	if bad == 0 {
		return nil
	}
	return []Refusal{{Kind: KindBadRows, Object: column, Accept: true,
		Reason: fmt.Sprintf("none of its %d values is a UUID in a form that run converts, and --bad-rows would move all their rows away", bad),
		Manual: "name another column, or correct the values"}}
}

// Refusals says what is wrong with the values of a column. named says that the user has
// named the form of 16-byte values.
func (r *Reader) Refusals(column string, named bool) (list []Refusal) {
	if r.Bad > 0 && !r.Moves {
		list = append(list, Refusal{
			Kind:   KindValue,
			Object: column,
			Reason: fmt.Sprintf("%d of %d values are no UUIDs, or are in a form that run does not convert", r.Bad, r.Rows),
			Manual: fmt.Sprintf("correct the values, such as to text in lower case, or delete these rows, or say --bad-rows TABLE; -o json lists up to %d of them", MaxKeys),
			Keys:   r.Keys,
		})
	}
	if r.Moves && len(r.Forms) == 0 {
		list = append(list, NoneMoves(column, r.Bad)...)
	}
	if r.Known {
		if found := r.Restored(r.Was); found != "" {
			list = append(list, Refusal{Kind: KindByteOrder, Object: column, Accept: true, Reason: found,
				Manual: "if the table was restored from a backup, forget the earlier run with uuid migrate cleanup, and plan again"})
		}
		return list
	}
	// Values that were converted already suit bytes.
	if r.Bytes != layout.Bytes && r.Marked > 0 && r.Proven[layout.Bytes] == r.Marked && r.Proven[r.Bytes] == r.Marked {
		return append(list, Refusal{Kind: KindByteOrder, Object: column, Accept: true,
			Reason: fmt.Sprintf("all %d 16-byte values have a version and variant of RFC 9562 in the form %s, and in the form bytes, too", r.Marked, r.Bytes),
			Manual: "find out which of the two it is"})
	}
	if r.Marked == 0 || r.Proven[r.Bytes] == r.Marked {
		return list
	}
	best := r.Bytes
	for _, f := range slices.Sorted(maps.Keys(BytePlaces)) {
		if r.Proven[f] > r.Proven[best] {
			best = f
		}
	}
	reason := fmt.Sprintf("%d of %d 16-byte values have no version and variant of RFC 9562 in the form %s", r.Marked-r.Proven[r.Bytes], r.Marked, r.Bytes)
	switch {
	case r.Proven[best] == r.Marked:
		list = append(list, Refusal{Kind: KindByteOrder, Object: column, Reason: reason + fmt.Sprintf(", and all have them in the form %s", best),
			Manual: "if that is their form, say --bytes " + best.String()})
	case r.Proven[best] > r.Proven[r.Bytes] && named:
		list = append(list, Refusal{Kind: KindByteOrder, Object: column, Reason: reason + fmt.Sprintf(", and %d in the form %s", r.Marked-r.Proven[best], best), Accept: true,
			Manual: "find out who writes them, and name the form: --bytes FORM"})
	case !named:
		list = append(list, Refusal{Kind: KindByteOrder, Object: column, Reason: reason + ", and no other form suits all of them",
			Manual: "find out who writes them, and name the form: --bytes FORM"})
	}
	return list
}

// Restored says what it has found if most values look as they did before an earlier run, when their form was another one than
// bytes. The journal knows nothing of a table that was restored from a backup. It is "" for others.
func (r *Reader) Restored(was layout.Form) string {
	if n := r.Proven[was]; n > r.Proven[layout.Bytes] && 2*n > r.Marked {
		return fmt.Sprintf("%d of %d 16-byte values have a version and variant of RFC 9562 in the form %s, as before the earlier run, and %d in the form bytes, which that run has written", n, r.Marked, was, r.Proven[layout.Bytes])
	}
	return ""
}

// Unrestored returns an error of undo if a Reader of values in network order has found what [Reader.Restored] says.
func (p *Plan) Unrestored(r *Reader, object string) error {
	found := r.Restored(p.Bytes)
	if found == "" || p.To != ToNative || slices.Contains(p.Accepted, object) {
		return nil
	}
	return Errorf(CodeConflict, "migrate: undo: %s: %s: if the table was restored from a backup, it has the old form: forget the run with uuid migrate cleanup", object, found)
}
