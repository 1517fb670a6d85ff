package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// spread reads about n rows from all over the table. It divides the range of the keys in halves, and those again, and reads
// some rows from the middle of each. Each range ends with a row: one key far from the others costs one more step.
func (r *reader) spread(ctx context.Context, n int) error {
	rows, err := r.chunk(ctx, "", nil, 1)
	if err != nil || rows == 0 {
		return err
	}
	type span struct{ lo, hi []any }                             // without lo, which was read
	ranges := []span{{lo: slices.Clone(r.rows[0][:len(r.key)])}} // a clone keeps no row
	if ranges[0].hi, err = r.last(ctx, "", nil); err != nil {
		return err
	}
	chunks := min(maxChunks, n)
	each := (n + chunks - 1) / chunks
	for rows < n && len(ranges) > 0 {
		lo, hi := ranges[0].lo, ranges[0].hi
		ranges = ranges[1:]
		if reflect.DeepEqual(lo, hi) {
			continue
		}
		middle := r.middle(lo, hi)
		from := r.by[:len(middle)]
		// With a + the index is not used for lo, in whose place middle is.
		got, err := r.chunk(ctx, " WHERE "+compare("", from, ">=")+" AND "+compare("", r.by, "<=")+" AND "+compare("+", r.by, ">"),
			slices.Concat(middle, hi, lo), each)
		if err != nil {
			return err
		}
		before, err := r.last(ctx, " WHERE "+compare("", r.by, ">")+" AND "+compare("", from, "<"), slices.Concat(lo, middle))
		if err != nil {
			return err
		}
		if before != nil && (got > 0 || !reflect.DeepEqual(before, hi)) { // else middle is behind hi, by a collation that is not known
			ranges = append(ranges, span{lo, before})
		}
		if got > 0 {
			if end := slices.Clone(r.rows[got-1][:len(r.key)]); !reflect.DeepEqual(end, hi) {
				ranges = append(ranges, span{end, hi})
				got = each // or fewer, and large
			}
		}
		rows += got
	}
	return nil
}

// last returns the last key, or nil.
func (r *reader) last(ctx context.Context, where string, args []any) ([]any, error) {
	query := fmt.Sprintf("SELECT %s FROM %s%s ORDER BY %s LIMIT 1", list("+", r.by, ""), qualified(r.table), where, list("", r.by, " DESC"))
	key, err := scan(r.QueryRowContext(ctx, query, args...), len(r.key))
	if err == sql.ErrNoRows {
		return nil, nil
	}
	return key, err
}

// middle returns the beginning of a key between lo and hi, or of hi: the columns in which they are equal, and one more.
func (r *reader) middle(lo, hi []any) []any {
	for i := range hi {
		from, to := lo[i], hi[i]
		if r.folds[i] {
			from, to = fold(from), fold(to)
		}
		if !reflect.DeepEqual(from, to) {
			return append(slices.Clone(hi[:i]), halfway(from, to))
		}
	}
	return hi
}

func fold(v any) any {
	if s, ok := v.(string); ok {
		return sqltext.Fold(s)
	}
	return v
}

// halfway returns a value greater than lo, and not greater than hi. SQLite orders numbers before texts, and those before blobs.
func halfway(lo, hi any) any {
	switch hi := hi.(type) {
	case int64:
		switch lo := lo.(type) {
		case int64:
			n := uint64(hi - lo)
			return lo + int64(n-n/2)
		case float64:
			return halfway(lo, float64(hi))
		}
	case float64:
		switch lo := lo.(type) {
		case int64:
			return halfway(float64(lo), hi)
		case float64:
			if middle := lo/2 + hi/2; middle > lo {
				return middle
			}
		}
	case string:
		lo, _ := lo.(string)
		return string(middleBytes([]byte(lo), []byte(hi)))
	case []byte:
		lo, _ := lo.([]byte)
		return middleBytes(lo, hi)
	}
	return hi
}

// middleBytes is halfway for bytes: what both begin with, and then 8 bytes as a number.
func middleBytes(lo, hi []byte) []byte {
	n := 0
	for n < min(len(lo), len(hi)) && lo[n] == hi[n] {
		n++
	}
	var a, b [8]byte
	copy(a[:], lo[n:])
	copy(b[:], hi[n:])
	from, to := binary.BigEndian.Uint64(a[:]), binary.BigEndian.Uint64(b[:])
	if from >= to {
		return hi
	}
	middle := binary.BigEndian.AppendUint64(slices.Clone(hi[:n]), from+(to-from)-(to-from)/2)
	return bytes.TrimRight(middle, "\x00")
}
