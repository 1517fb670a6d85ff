package mysql

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// countUpTo is how many rows of a table are counted. Above it the server's estimate is
// taken.
const countUpTo = 100_000

// systems are databases of the server's own, which are not read.
var systems = []string{"information_schema", "mysql", "performance_schema", "sys"}

// A relation is what Read needs of a table beside store.Table.
type relation struct {
	name    string // quoted
	columns []column
	primary []string
	denied  bool // the user may read none of the columns that may hold UUIDs

	cardinality []int64 // of the first column of each of the table's Indexes
	unfit       []bool  // whether each has a part of a column only, an expression, or is hidden from the optimizer
}

type column struct {
	name     string
	dataType string // int, char, …
	charset  string
	raw      bool // a text in which a program can have put the bytes of a UUID
	json     bool // the server checks that it is JSON
	denied   bool // the user may not read it
}

func quote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func literal(s string) string { return fmt.Sprintf("_utf8mb4 x'%x'", s) }

// Tables reads information_schema.
func (r *reader) Tables(ctx context.Context, f store.Filter) (tables []*store.Table, notSeen []store.NotSeen, err error) {
	of, notSeen, err := r.here(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.query(ctx, `table_schema, table_name, table_type, engine, coalesce(table_rows, -1), coalesce(data_length, 0), coalesce(index_length, 0), table_comment
		FROM information_schema.tables
		WHERE `+of("table_schema")+` AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
		ORDER BY table_type = 'VIEW', table_schema, table_name`)
	if err != nil {
		return nil, nil, err
	}
	r.relations = map[*store.Table]*relation{}
	byName := map[[2]string]*store.Table{}
	indexBytes := map[*store.Table]int64{}
	comment := map[*store.Table]string{}
	rows = slices.DeleteFunc(rows, func(row record) bool { return !f.Table(row.text(0), row.text(1)) })
	for _, row := range rows {
		t := &store.Table{Schema: row.text(0), Name: row.text(1), View: row.text(2) == "VIEW", Rows: row.int(4), DataBytes: row.int(5), Selects: map[string]string{}}
		t.Clustered = strings.EqualFold(row.text(3), "InnoDB")
		tables, r.relations[t], byName[[2]string{t.Schema, t.Name}] = append(tables, t), &relation{name: quote(t.Schema) + "." + quote(t.Name)}, t
		indexBytes[t], comment[t] = row.int(6), row.text(7)
	}
	if len(tables) == 0 {
		return nil, notSeen, nil
	}
	more, err := r.columns(ctx, of, byName)
	notSeen = append(notSeen, more...)
	if err == nil {
		err = r.indexes(ctx, of, byName)
	}
	if err == nil {
		err = r.foreignKeys(ctx, of, byName)
	}
	if err != nil {
		return nil, nil, err
	}
	r.indexSizes(ctx, of, byName, indexBytes)

	seen := tables[:0]
	for _, t := range tables {
		if r.relations[t].denied {
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: "no permission to read it"})
			continue
		}
		switch why, err := r.count(ctx, t), ctx.Err(); {
		case err != nil:
			return nil, nil, r.clean(err)
		case t.View && len(t.Columns) == 0 && comment[t] != "VIEW": // a view of tables that are gone has no columns in MariaDB, and a message for a comment
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: store.Printable(comment[t], 300)})
		case len(t.Columns) == 0:
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: "the server shows none of its columns to this user"})
		case why != "":
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: why})
		default:
			seen = append(seen, t)
		}
	}
	return seen, notSeen, nil
}

// here returns a condition for the tables whose rows are in this server, of which the argument is the
// column that has the schema, and says which others there are or may be. MariaDB asks another server for the
// number of rows, and fails if that does not answer, so that those are in no question.
func (r *reader) here(ctx context.Context, f store.Filter) (of func(schema string) string, notSeen []store.NotSeen, err error) {
	all := func(schema string) string {
		if len(f.Schemas) == 0 && r.about.Database != "" {
			return schema + " = " + literal(r.about.Database)
		}
		return schema + " NOT IN ('" + strings.Join(systems, "', '") + "')"
	}
	notSeen = r.hidden(ctx, f)
	rows, err := r.query(ctx, `table_schema, table_name, engine FROM information_schema.tables
		WHERE `+all("table_schema")+` AND engine IN ('FEDERATED', 'CONNECT', 'SPIDER', 'BLACKHOLE')`)
	if err != nil || len(rows) == 0 {
		return all, notSeen, err
	}
	var names []string
	for _, row := range rows {
		t := &store.Table{Schema: row.text(0), Name: row.text(1)}
		names = append(names, fmt.Sprintf("x'%x'", t.Schema+"\x00"+t.Name))
		if f.Table(t.Schema, t.Name) {
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: "a table of the engine " + strings.ToUpper(row.text(2)) + ": its rows are not in this server"})
		}
	}
	return func(schema string) string {
		// Bytes, since the server may compare these names without case and accents.
		return all(schema) + " AND CAST(CONCAT(" + schema + ", x'00', table_name) AS BINARY) NOT IN (" + strings.Join(names, ", ") + ")"
	}, notSeen, nil
}

func (r *reader) columns(ctx context.Context, of func(string) string, tables map[[2]string]*store.Table) (notSeen []store.NotSeen, err error) {
	isJSON, err := r.jsonChecks(ctx, of)
	if err != nil {
		return nil, err
	}
	rows, err := r.query(ctx, `table_schema, table_name, column_name, data_type, column_type, coalesce(character_maximum_length, -1), coalesce(character_octet_length, -1),
			character_set_name, collation_name, is_nullable, column_default, extra, coalesce(generation_expression, ''), privileges,
			coalesce(numeric_precision, 0), coalesce(numeric_scale, 0)
		FROM information_schema.columns WHERE `+of("table_schema")+` ORDER BY table_schema, table_name, ordinal_position`)
	if err != nil {
		return nil, err
	}
	denied := map[*store.Table][]store.NotSeen{}
	for _, row := range rows {
		t := tables[[2]string{row.text(0), row.text(1)}]
		if t == nil {
			continue
		}
		mine := column{name: row.text(2), dataType: strings.ToLower(row.text(3)), charset: row.text(7), raw: row.text(7) != "" && row.int(5) == 16 && row.int(6) == 16}
		mine.json = mine.dataType == "json" || isJSON[[3]string{row.text(0), row.text(1), mine.name}]
		c := store.Column{Name: mine.name, Type: row.text(4), Nullable: row.text(9) == "YES", Generated: row.text(12) != ""}
		if row[10] != nil && !c.Generated {
			c.Default = r.defaultOf(row.text(10), row.text(11))
		}
		if mine.charset != "" {
			c.Collation = row.text(8)
			c.CompareCase = comparesCase(c.Collation)
			c.TextBytes = textBytes(mine.dataType, mine.charset, row.int(5), row.int(6))
		}
		switch mine.dataType {
		case "char", "varchar", "binary", "varbinary", "tinytext", "text", "mediumtext", "longtext", "tinyblob", "blob", "mediumblob", "longblob":
			c.Read = row.int(5) >= 16
		case "json", "uuid":
			c.Read = true
		case "decimal":
			c.Read = row.int(14) >= 38 && row.int(15) == 0
		}
		mine.denied = row.text(13) != "" && !strings.Contains(row.text(13), "select")
		if c.Read && mine.denied {
			c.Read = false
			denied[t] = append(denied[t], store.NotSeen{Where: t.String() + "." + c.Name, Why: "no permission to read it"})
		}
		t.Columns = append(t.Columns, c)
		switch {
		case mine.json:
			t.Selects[c.Name] = "JSON_UNQUOTE(" + quote(c.Name) + ")"
		case mine.raw: // or the server would convert it to the program's character set
			t.Selects[c.Name] = "CAST(" + quote(c.Name) + " AS BINARY)"
		}
		rel := r.relations[t]
		rel.columns = append(rel.columns, mine)
	}
	for t, columns := range denied {
		if r.relations[t].denied = !readable(t); !r.relations[t].denied {
			notSeen = append(notSeen, columns...)
		}
	}
	slices.SortFunc(notSeen, func(a, b store.NotSeen) int { return strings.Compare(a.Where, b.Where) })
	return notSeen, nil
}

// comparesCase reports whether a collation does. In utf8mb4_cs_0900_ai_ci the cs is Czech, and after that of
// utf8mb4_ja_0900_as_cs_ks comes what it does with kana.
func comparesCase(collation string) bool {
	return strings.HasSuffix(collation, "_bin") || strings.HasSuffix(collation, "_cs") ||
		strings.Contains(collation, "_as_cs_") || collation == "binary"
}

// jsonChecks returns the columns of MariaDB's type JSON, which is LONGTEXT with a check, by schema,
// table and name.
func (r *reader) jsonChecks(ctx context.Context, of func(string) string) (map[[3]string]bool, error) {
	if r.about.Dialect != store.MariaDB {
		return nil, nil
	}
	rows, err := r.query(ctx, "constraint_schema, table_name, check_clause FROM information_schema.check_constraints WHERE "+of("constraint_schema"))
	columns := map[[3]string]bool{}
	for _, row := range rows {
		if c, ok := strings.CutPrefix(row.text(2), "json_valid(`"); ok {
			columns[[3]string{row.text(0), row.text(1), strings.ReplaceAll(strings.TrimSuffix(c, "`)"), "``", "`")}] = true
		}
	}
	return columns, err
}

// defaultOf returns a default as an expression. MySQL quotes in its catalog what is in
// an expression, and does not quote a text that is not.
func (r *reader) defaultOf(text, extra string) string {
	switch {
	case r.about.Dialect == store.MariaDB && text == "NULL":
		return ""
	case r.about.Dialect == store.MariaDB:
		return text
	case strings.Contains(extra, "DEFAULT_GENERATED"):
		return strings.ReplaceAll(text, `\'`, `'`)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// textBytes returns how many bytes 36 characters of ASCII take in a column of InnoDB.
func textBytes(dataType, charset string, chars, octets int64) int {
	width := 1 // of a character of ASCII
	switch charset {
	case "ucs2", "utf16", "utf16le":
		width = 2
	case "utf32":
		width = 4
	}
	n := 36 * width
	switch {
	case chars < 36:
		return 0
	case dataType == "char" && chars*int64(width) == octets: // all characters have this width, and CHAR all its characters
		return int(octets)
	case dataType == "char": // at least a byte for each character
		return max(n, int(chars)*width) + 1
	case octets > 255 && n > 127:
		return n + 2
	}
	return n + 1
}

func (r *reader) indexes(ctx context.Context, of func(string) string, tables map[[2]string]*store.Table) error {
	// MySQL calls such an index invisible, and MariaDB ignored. Old servers have none.
	ignored := "FALSE"
	names, err := r.query(ctx, "column_name FROM information_schema.columns WHERE table_schema = 'information_schema' AND table_name = 'STATISTICS' AND column_name IN ('IS_VISIBLE', 'IGNORED')")
	if err != nil {
		return err
	}
	for _, row := range names {
		ignored = row.text(0) + map[string]string{"IS_VISIBLE": " = 'NO'", "IGNORED": " = 'YES'"}[row.text(0)]
	}
	// Names that differ in an accent are one name to the order of texts, and the columns of two indexes would mix.
	rows, err := r.query(ctx, `table_schema, table_name, index_name, non_unique, coalesce(column_name, ''), sub_part, coalesce(cardinality, 0), `+ignored+`
		FROM information_schema.statistics WHERE `+of("table_schema")+` AND index_type NOT IN ('FULLTEXT', 'SPATIAL')
		ORDER BY table_schema, table_name, index_name <> 'PRIMARY', CAST(index_name AS BINARY), seq_in_index`)
	if err != nil {
		return err
	}
	// The server shows all indexes of a table to whom it shows only some of its columns. By an index
	// of others, or of those that he may only write, he cannot read.
	hidden := map[[3]string]bool{}
	for _, row := range rows {
		t, name := tables[[2]string{row.text(0), row.text(1)}], row.text(4)
		if t != nil && name != "" && (t.Column(name) == nil || r.relations[t].column(name).denied) {
			hidden[[3]string{row.text(0), row.text(1), row.text(2)}] = true
		}
	}
	for _, row := range rows {
		t := tables[[2]string{row.text(0), row.text(1)}]
		if t == nil || hidden[[3]string{row.text(0), row.text(1), row.text(2)}] {
			continue
		}
		rel := r.relations[t]
		if n := len(t.Indexes); n == 0 || t.Indexes[n-1].Name != row.text(2) {
			t.Indexes = append(t.Indexes, store.Index{Name: row.text(2), Unique: row.text(3) == "0", Primary: row.text(2) == "PRIMARY"})
			rel.cardinality, rel.unfit = append(rel.cardinality, row.int(6)), append(rel.unfit, false)
		}
		last := len(t.Indexes) - 1
		x := &t.Indexes[last]
		x.Columns = append(x.Columns, row.text(4))
		x.Partial = x.Partial || row[5] != nil
		x.Hidden = row.text(7) == "1"
		rel.unfit[last] = rel.unfit[last] || row[5] != nil || row.text(4) == "" || x.Hidden
		if x.Primary {
			rel.primary = x.Columns
		}
	}
	return nil
}

func (r *reader) foreignKeys(ctx context.Context, of func(string) string, tables map[[2]string]*store.Table) error {
	rows, err := r.query(ctx, `table_schema, table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
		FROM information_schema.key_column_usage WHERE `+of("table_schema")+` AND referenced_table_name IS NOT NULL
		ORDER BY table_schema, table_name, CAST(constraint_name AS BINARY), ordinal_position`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		t := tables[[2]string{row.text(0), row.text(1)}]
		if t == nil {
			continue
		}
		if n := len(t.ForeignKeys); n == 0 || t.ForeignKeys[n-1].Name != row.text(2) {
			t.ForeignKeys = append(t.ForeignKeys, store.ForeignKey{Name: row.text(2), Schema: row.text(4), Table: row.text(5)})
		}
		k := &t.ForeignKeys[len(t.ForeignKeys)-1]
		k.Columns, k.RefColumns = append(k.Columns, row.text(3)), append(k.RefColumns, row.text(6))
	}
	return nil
}

// indexSizes asks InnoDB for the size of each index. A user who may not read its
// statistics gets an equal share of the table's.
func (r *reader) indexSizes(ctx context.Context, of func(string) string, tables map[[2]string]*store.Table, total map[*store.Table]int64) {
	rows, err := r.query(ctx, "database_name, table_name, index_name, stat_value * @@innodb_page_size FROM mysql.innodb_index_stats WHERE stat_name = 'size' AND "+of("database_name"))
	known := map[*store.Table]map[string]int64{}
	for _, row := range rows {
		table, _, _ := strings.Cut(row.text(1), "#") // t#p#p0 and t#P#p0 are partitions of t
		t := tables[[2]string{row.text(0), table}]
		if t == nil {
			continue
		}
		if known[t] == nil {
			known[t] = map[string]int64{}
		}
		known[t][row.text(2)] += row.int(3)
	}
	for _, t := range tables {
		secondary := len(t.Indexes)
		if t.Clustered && len(r.relations[t].primary) > 0 {
			secondary--
		}
		for i := range t.Indexes {
			switch x := &t.Indexes[i]; {
			case x.Primary && t.Clustered: // is the table itself
			case err == nil && known[t] != nil:
				x.Bytes = known[t][x.Name]
			default:
				x.Bytes = total[t] / int64(max(1, secondary))
			}
		}
	}
}

// hidden says of which databases the user may not read all, by a privilege that no role gives. For all databases and for
// a name with wildcards that is a privilege on all.
func (r *reader) hidden(ctx context.Context, f store.Filter) (notSeen []store.NotSeen) {
	databases := f.Schemas
	if len(databases) == 0 {
		databases = []string{r.about.Database}
	}
	for _, name := range databases {
		rows, err := r.query(ctx, `COUNT(*) FROM (SELECT grantee, privilege_type, '%' AS on_database FROM information_schema.user_privileges
				UNION ALL SELECT grantee, privilege_type, table_schema FROM information_schema.schema_privileges) p
			WHERE privilege_type = 'SELECT' AND grantee = CONCAT('\'', REPLACE(CURRENT_USER(), '@', '\'@\''), '\'') AND `+literal(name)+` LIKE on_database`)
		if err != nil || rows[0].int(0) == 0 {
			notSeen = append(notSeen, store.NotSeen{Where: cmp.Or(name, "all databases"), Why: store.Hides})
		}
	}
	for _, name := range r.revoked(ctx) {
		if (len(f.Schemas) > 0 || r.about.Database == "" || r.about.Database == name) && f.Schema(name) && !slices.Contains(systems, name) {
			notSeen = append(notSeen, store.NotSeen{Where: name, Why: store.Hides})
		}
	}
	return notSeen
}

// revoke matches a line of SHOW GRANTS.
var revoke = regexp.MustCompile("^REVOKE .*(?:SELECT|ALL).* ON `((?:[^`]|``)+)`\\.\\* FROM ")

// revoked returns the databases that a privilege on all of them leaves out, by MySQL's partial_revokes.
func (r *reader) revoked(ctx context.Context) (names []string) {
	rows, err := r.db.QueryContext(ctx, "SHOW GRANTS")
	if err != nil {
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return names
		}
		if m := revoke.FindStringSubmatch(line); m != nil {
			names = append(names, strings.ReplaceAll(m[1], "``", "`"))
		}
	}
	return names
}

func readable(t *store.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c store.Column) bool { return c.Read })
}

// count counts the rows of a table that has few, and returns why it could not.
func (r *reader) count(ctx context.Context, t *store.Table) (why string) {
	if t.View || len(t.Columns) == 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	rows, err := r.query(ctx, fmt.Sprintf("COUNT(*) FROM (SELECT 1 FROM %s LIMIT %d) t", r.relations[t].name, countUpTo+1))
	if err != nil {
		if readable(t) {
			return err.Error()
		}
		return ""
	}
	if n := rows[0].int(0); n <= countUpTo {
		t.Rows, t.Exact = n, true
	} else {
		t.Rows = max(t.Rows, n)
	}
	return ""
}
