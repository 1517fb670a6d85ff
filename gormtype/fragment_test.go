package gormtype_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
)

// The plugin finds arguments as GORM does, also where there are too few.
func TestPluginArguments(t *testing.T) {
	id := vectors.Google(vectors.U)
	const bytes = "UNHEX('00112233445566778899aabbccddeeff')"
	for _, test := range []struct {
		sql  string
		args []any
		want string
	}{
		{"id = ? AND pointer = ?", []any{id}, "id = " + bytes + " AND pointer = ?"},
		{"id = @id OR pointer = @id", []any{sql.Named("id", id)}, "id = " + bytes + " OR pointer = " + bytes},
		{"id = @id AND name = @missing", []any{map[string]any{"id": id}}, "id = " + bytes + " AND name = @missing"},
		{"id = @ID AND name = @Name", []any{struct {
			ID     vectors.Google
			secret int
			Name   string
		}{id, 1, "x"}}, "id = " + bytes + " AND name = 'x'"},
		{"data = ?", []any{[]byte("0123456789abcdef")}, "data = '0123456789abcdef'"},
	} {
		tx := openPlugin(t, "mysql").Where(test.sql, test.args...).Find(new(row[vectors.Google]))
		got := strings.ReplaceAll(tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...), `"`, "'")
		if tx.Error != nil || !strings.HasSuffix(got, "WHERE "+test.want) {
			t.Errorf("%s: got %s, %v; want %s", test.sql, got, tx.Error, test.want)
		}
	}
}
