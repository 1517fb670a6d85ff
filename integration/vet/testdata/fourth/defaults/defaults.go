// Package defaults fills what a visitor has left empty.
package defaults

import (
	"context"
	"database/sql"
	"log/slog"
	"reflect"

	google "github.com/google/uuid"
	"github.com/uuidkit/uuidkit/uuid"
)

type Visit struct {
	ID    uuid.UUID
	Guide uuid.UUID
}

func (v *Visit) unguided() bool {
	return reflect.DeepEqual(v.Guide, uuid.Nil) // WRONG(uuidfunc): the function
}

func (v *Visit) unguidedRight() bool {
	return reflect.DeepEqual(v.Guide, uuid.Nil())
}

func clear(ctx context.Context, db *sql.DB, visit uuid.UUID) error {
	_, err := db.ExecContext(ctx, `UPDATE visit SET guide = $1 WHERE visit_id = $2`, uuid.Nil, visit) // WRONG(uuidfunc): an argument
	return err
}

func clearRight(ctx context.Context, db *sql.DB, visit uuid.UUID) error {
	_, err := db.ExecContext(ctx, `UPDATE visit SET guide = $1 WHERE visit_id = $2`, uuid.Nil(), visit)
	return err
}

func logRange(l *slog.Logger, from uuid.UUID) {
	l.Info("export", "from", from, "to", uuid.Max) // WRONG(uuidfunc): an address in the log
}

func logRangeRight(l *slog.Logger, from uuid.UUID) {
	l.Info("export", "from", from, "to", uuid.Max())
}

func params(v *Visit) map[string]any {
	m := map[string]any{"visit": v.ID}
	if v.unguided() {
		m["guide"] = uuid.Nil // WRONG(uuidfunc): in a map
	}
	return m
}

func paramsRight(v *Visit) map[string]any {
	m := map[string]any{"visit": v.ID}
	if v.unguidedRight() {
		m["guide"] = uuid.Nil()
	}
	return m
}

func args(from *uuid.UUID) []any {
	if from == nil {
		return []any{uuid.Nil, uuid.Max()} // WRONG(uuidfunc): in a list of any
	}
	return []any{*from, uuid.Max()}
}

func argsRight(from *uuid.UUID) []any {
	if from == nil {
		return []any{uuid.Nil(), uuid.Max()}
	}
	return []any{*from, uuid.Max()}
}

func orElse(v any, ok bool) any {
	if !ok {
		return uuid.Nil // WRONG(uuidfunc): returned as any
	}
	return v
}

func orElseRight(v any, ok bool) any {
	if !ok {
		return uuid.Nil()
	}
	return v
}

func google0(id google.UUID) bool { return reflect.DeepEqual(id, google.Nil) }

func maker() func() uuid.UUID { return uuid.Nil }

func fill(ids []uuid.UUID, f func() uuid.UUID) {
	for i := range ids {
		ids[i] = f()
	}
}

func fillMax(ids []uuid.UUID) { fill(ids, uuid.Max) }

var _ = []any{clear, clearRight, logRange, logRangeRight, params, paramsRight, args, argsRight, orElse, orElseRight, google0, maker, fillMax}
