package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A schema is what is planted into one database.
type schema struct {
	*gen
	seed, number uint64
	tables       []*table
	statements   []string // of SQL, after the rows
}

// A table, or a collection.
type table struct {
	schema  string // of PostgreSQL
	name    string
	n       int // rows
	columns []*column
	primary string // the key's name; "" if the table has none
	options string // after the columns
}

// A column is one of SQL, or a field of the documents.
type column struct {
	name    string
	decl    string // the type, and what follows it
	values  []any
	leaves  []*leaf
	primary bool
}

// A leaf is a place with values of one plant: the column, or a path in it.
type leaf struct {
	path string
	plant
	refersTo string // the column whose ids these are
	several  bool   // the report may be unsure, or wrong where it says that it is only likely
}

// A deck deals all planters of a store before it deals one again, so that few schemas
// have as many of them as there is room for.
type deck struct {
	g     *gen
	all   []planter
	cards []planter
}

func (d *deck) deal() planter {
	for {
		if len(d.cards) == 0 {
			d.cards = slices.Clone(d.all)
			d.g.Shuffle(len(d.cards), func(i, j int) { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] })
		}
		p := d.cards[0]
		d.cards = d.cards[1:]
		if p.stores == "" || strings.Contains(p.stores, d.g.store) {
			return p
		}
	}
}

// A dealer makes the schemas of a store, one after the other.
type dealer struct {
	seed               uint64
	store              string
	number             uint64
	good, wrong, decoy deck
}

func newDealer(seed uint64, store string) *dealer {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 1<<32)), store: store}
	return &dealer{seed: seed, store: store, good: deck{g: g, all: good}, wrong: deck{g: g, all: wrong}, decoy: deck{g: g, all: decoys}}
}

// next makes a schema. Skipped schemas must be made, too: the decks are dealt on.
func (d *dealer) next() *schema {
	s := &schema{gen: &gen{Rand: rand.New(rand.NewPCG(d.seed, d.number)), store: d.store, named: map[string]bool{}}, seed: d.seed, number: d.number}
	d.number++
	s.plain(d)
	s.keyed(d)
	s.nested(d)
	s.referring()
	s.small(d)
	s.several(d)
	if s.store != "mongo" {
		s.defaults()
	}
	return s
}

// names say nothing, or mislead, or must be quoted.
var names = []string{"uuid", "guid", "id_old", "n", "c7", "ref", "note", "payload", "sha", "token", "hash", "owner_id", "Order", "group", "select",
	`we"ird`, "it's", "a b", "été", "x.y", "back`tick", "MiXed", "value", "key", "data", "code", "%s", "data;--", "50%"}

// name makes a name that the schema has not.
func (g *gen) name() string {
	name := pick(g, names...)
	if g.store == "mongo" {
		name = strings.ReplaceAll(name, ".", "_")
	}
	for g.named[strings.ToLower(name)] {
		name += string('a' + rune(g.IntN(26)))
	}
	g.named[strings.ToLower(name)] = true
	return name
}

func (g *gen) rows() int { return 150 + g.IntN(250) }

// table makes one with rows, and a key of numbers unless it has none.
func (s *schema) table(n int, keyed bool) *table {
	t := &table{name: s.name(), n: n, schema: "public"}
	if s.store == "postgres" && s.IntN(3) == 0 {
		t.schema = "Other one"
	}
	s.tables = append(s.tables, t)
	if !keyed {
		return t
	}
	c := t.column(s)
	c.primary, t.primary = true, c.name
	c.decl = "INTEGER PRIMARY KEY"
	if s.store == "mongo" {
		t.primary, c.name = "_id", "_id"
	}
	for i := range n {
		c.values = append(c.values, int64(i+1))
	}
	return t
}

func (t *table) column(s *schema) *column {
	c := &column{name: s.name()}
	t.columns = append(t.columns, c)
	return c
}

// plain is a table with a column for each of some plants.
func (s *schema) plain(d *dealer) {
	t := s.table(s.rows(), s.IntN(8) > 0)
	for i, deck := range []*deck{&d.good, &d.good, &d.wrong, &d.wrong, &d.wrong, &d.decoy, &d.decoy, &d.decoy, &d.decoy} {
		if i > 0 && s.IntN(12) == 0 {
			t.filler(s)
		}
		t.plant(s, planted(s, deck.deal(), t.n), false)
	}
}

func planted(s *schema, p planter, n int) plant {
	made := p.make(s.gen, n)
	if made.name == "" {
		made.name = p.name
	}
	return made
}

// filler is a column of something else.
func (t *table) filler(s *schema) {
	c := t.column(s)
	kind := pick(s.gen, "BIGINT", "DATE", "words")
	for range t.n {
		switch kind {
		case "BIGINT":
			c.decl = kind
			c.values = append(c.values, s.Int64N(1<<50))
		case "DATE":
			c.decl = kind
			c.values = append(c.values, fmt.Sprintf("20%02d-0%d-1%d", s.IntN(26), 1+s.IntN(9), s.IntN(10)))
		default:
			c.decl = "VARCHAR(200)"
			c.values = append(c.values, s.word("abcdefghijklmnopqrstuvwxyz     .,", s.IntN(60)))
		}
	}
}

// plant adds a column of a plant.
func (t *table) plant(s *schema, p plant, primary bool) *column {
	c := t.column(s)
	l := &leaf{plant: p}
	if primary && s.store == "mongo" {
		c.name = "_id"
	}
	if primary {
		c.primary, t.primary = true, c.name
	} else { // nobody said that its order matters
		l.soften(orderLost, mixedVersions)
	}
	c.values, c.leaves = p.values, []*leaf{l}
	if s.store == "mongo" {
		return c
	}
	compares := true
	if c.decl, compares = s.declare(p, primary); p.decl != "" {
		c.decl = p.decl
	}
	if !compares {
		l.findings = slices.DeleteFunc(slices.Clone(l.findings), func(f string) bool { return f == mixedCase })
		l.may = slices.DeleteFunc(slices.Clone(l.may), func(f string) bool { return f == mixedCase || f == upperCase })
	}
	switch {
	case primary:
		c.decl += " PRIMARY KEY"
	case s.IntN(4) == 0 && !slices.Contains(p.values, nil):
		c.decl += " NOT NULL"
	}
	return c
}

// soften makes findings that must be there such as may be there.
func (l *leaf) soften(findings ...string) {
	var must []string
	for _, f := range l.findings {
		if slices.Contains(findings, f) {
			l.may = append(slices.Clone(l.may), f)
		} else {
			must = append(must, f)
		}
	}
	l.findings = must
}

// declare returns a type for a plant, and whether the column compares case.
func (s *schema) declare(p plant, primary bool) (decl string, comparesCase bool) {
	least, most := 1<<20, 1
	for _, v := range p.values {
		var n int
		switch v := v.(type) {
		case string:
			n = len(v)
		case []byte:
			n = len(v)
		default:
			continue
		}
		least, most = min(least, n), max(most, n)
	}
	fixed := least == most
	switch s.store {
	case "postgres":
		switch p.kind {
		case native:
			return "uuid", true
		case bytes:
			return "bytea", true
		}
		types := []string{"text", "varchar", fmt.Sprintf("varchar(%d)", most+s.IntN(20)), `"Other one".short_text`}
		if fixed && p.form != "" {
			types = append(types, fmt.Sprintf("char(%d)", most))
		}
		return pick(s.gen, types...), true
	case "mysql", "mariadb":
		switch p.kind {
		case native:
			return "uuid", true
		case bytes:
			types := []string{fmt.Sprintf("varbinary(%d)", most+s.IntN(20))}
			if fixed {
				types = append(types, fmt.Sprintf("binary(%d)", most), fmt.Sprintf("binary(%d)", most))
			}
			if !primary {
				types = append(types, "tinyblob", "blob")
			}
			return pick(s.gen, types...), true
		}
		types := []string{fmt.Sprintf("varchar(%d)", most+s.IntN(20))}
		if fixed {
			types = append(types, fmt.Sprintf("char(%d)", most), fmt.Sprintf("char(%d)", most))
		}
		if !primary {
			types = append(types, "tinytext", "text")
		}
		decl = pick(s.gen, types...)
		// Texts that differ in case are one key otherwise.
		collation := pick(s.gen, "", " CHARACTER SET ascii COLLATE ascii_bin", " CHARACTER SET latin1 COLLATE latin1_bin", " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
		if !primary && collation == "" {
			collation = pick(s.gen, "", " CHARACTER SET ascii", " CHARACTER SET latin1", " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
		}
		return decl + collation, strings.HasSuffix(collation, "_bin")
	default:
		switch p.kind {
		case bytes, either:
			return pick(s.gen, "BLOB", "BLOB", "", "BINARY(16)", "TEXT"), true
		}
		types := []string{"TEXT", "", fmt.Sprintf("VARCHAR(%d)", most), "CHAR(36)"}
		if strings.HasPrefix(p.name, "canonical") { // others may look like numbers
			types = append(types, "UUID", "GUID")
		}
		decl = pick(s.gen, types...)
		if !primary && s.IntN(4) == 0 {
			return decl + " COLLATE NOCASE", false
		}
		return decl, true
	}
}

// keyed is a table with a plant as its key.
func (s *schema) keyed(d *dealer) {
	n := s.rows()
	var p plant
	for {
		p = planted(s, pick(s.gen, &d.good, &d.wrong).deal(), n)
		seen := map[any]bool{}
		for _, v := range p.values {
			switch b := v.(type) {
			case []byte:
				v = string(b)
			case bson.Binary:
				v = string(b.Data) + string(b.Subtype)
			}
			if s, ok := v.(string); ok {
				v = strings.ToLower(s)
			}
			seen[v] = true
		}
		if len(seen) == n && !seen[nil] && p.form != "*" {
			break
		}
	}
	t := s.table(n, false)
	t.plant(s, p, true)
	l := t.columns[0].leaves[0]
	switch random := p.ids != nil && p.ids.maker == "v4"; {
	case s.store == "mysql" || s.store == "mariadb":
		if random {
			l.findings = append(slices.Clone(l.findings), randomKey)
		}
		t.options = " ENGINE=InnoDB"
	case s.store == "sqlite" && s.IntN(2) == 0:
		if random {
			l.findings = append(slices.Clone(l.findings), randomKey)
		}
		t.options = " WITHOUT ROWID"
	}
	l.may = append(slices.Clone(l.may), randomKey)
	t.filler(s)
	t.plant(s, planted(s, d.good.deal(), n), false)
	t.plant(s, planted(s, d.decoy.deal(), n), false)
}

// where is the report's name of a column.
func (t *table) where(s *schema, c *column) string { return t.name + "." + c.name }

// foreignKey declares one, though the ids are in different forms.
func (s *schema) foreignKey(keys *table, key *column, t *table, c *column) {
	q := s.quoted
	switch s.store {
	case "postgres":
		key.decl, c.decl = "varchar(40) PRIMARY KEY", "varchar(40)"
		s.statements = append(s.statements, fmt.Sprintf("ALTER TABLE %s.%s ADD FOREIGN KEY (%s) REFERENCES %s.%s NOT VALID",
			q(t.schema), q(t.name), q(c.name), q(keys.schema), q(keys.name)))
	case "mysql", "mariadb":
		const ascii = " CHARACTER SET ascii COLLATE ascii_bin"
		key.decl, c.decl = "varchar(40)"+ascii+" PRIMARY KEY", "varchar(40)"+ascii
		s.statements = append(s.statements, "SET foreign_key_checks = 0",
			fmt.Sprintf("ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s (%s)", q(t.name), q(c.name), q(keys.name), q(key.name)))
	case "sqlite":
		c.decl += fmt.Sprintf(" REFERENCES %s (%s)", q(keys.name), q(key.name))
	}
}

// quoted quotes a name.
func (g *gen) quoted(name string) string {
	if g.store == "mysql" || g.store == "mariadb" {
		return "`" + strings.ReplaceAll(name, "`", "``") + "`"
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// small are tables with too few rows, and with none.
func (s *schema) small(d *dealer) {
	for _, n := range []int{0, 1 + s.IntN(3)} {
		t := s.table(n, true)
		for _, p := range []plant{planted(s, good[1], n), planted(s, good[2], n), planted(s, decoys[0], n), planted(s, decoys[3], n)} {
			if s.store == "mongo" && n == 0 {
				continue
			}
			l := t.plant(s, p, false).leaves[0]
			l.ids, l.findings, l.may = nil, nil, []string{"*"}
			l.unsure = n == 0 || p.kind != text || p.form == "" // a single canonical text is no accident
			if p.form == "" {
				l.form = "few" // the report may say so, or nothing
			}
		}
	}
}

// several is a table with enough rows to say something, and too few to be certain of
// all that is said.
func (s *schema) several(d *dealer) {
	n := 4 + s.IntN(30)
	t := s.table(n, true)
	plants := []plant{planted(s, good[0], n), planted(s, d.decoy.deal(), n), planted(s, d.decoy.deal(), n)}
	if s.store != "mongo" {
		plants = append(plants, planted(s, good[2], n), planted(s, good[2], n))
	} else {
		plants = append(plants, inBytes(s.gen, pick(s.gen, "java", "mixed"), s.ids(pick(s.gen, usual...), n), 3))
	}
	for _, p := range plants {
		l := t.plant(s, p, false).leaves[0]
		l.ids, l.findings, l.may, l.several = nil, nil, []string{"*"}, true
	}
}

// defaults are columns with a default that makes ids of another form, or of the same.
func (s *schema) defaults() {
	type row struct {
		stores, form, maker, expression string
		other                           bool
	}
	rows := []row{
		{"postgres", "hex", "v4", "gen_random_uuid()::text", true},
		{"postgres", "upper", "v4", "gen_random_uuid()::text", true},
		{"postgres", "canonical", "v4", "replace(gen_random_uuid()::text, '-', '')", true},
		{"postgres", "canonical", "v4", "gen_random_uuid()::text", false},
		{"postgres", "hex", "v4", "md5(random()::text)", false}, // no id, and not of another form
		{"mysql", "rfc", "v1", "(uuid_to_bin(uuid(), 1))", true},
		{"mysql", "swapped", "v1", "(uuid_to_bin(uuid()))", true},
		{"mysql", "rfc", "v1", "(uuid_to_bin(uuid()))", false},
		{"mysql", "swapped", "v1", "(uuid_to_bin(uuid(), 1))", false},
		{"mysql mariadb", "hex", "v1", "(uuid())", true},
		{"mysql mariadb", "canonical", "v1", "(uuid())", false},
		{"mysql mariadb", "canonical", "v1", "(replace(uuid(), '-', ''))", true},
		{"mariadb", "swapped", "v1", "(unhex(replace(uuid(), '-', '')))", true},
		{"mariadb", "rfc", "v1", "(unhex(replace(uuid(), '-', '')))", false},
		{"sqlite", "canonical", "v4", "(lower(hex(randomblob(16))))", true},
		{"sqlite", "canonical", "v4", "(randomblob(16))", true},
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return !slices.Contains(strings.Fields(r.stores), s.store) })
	r := pick(s.gen, rows...)
	t := s.table(s.rows(), true)
	var p plant
	if _, ok := texts[r.form]; ok {
		p = inText(s.gen, r.form, s.ids(r.maker, t.n))
	} else {
		p = inBytes(s.gen, r.form, s.ids(r.maker, t.n), 0)
	}
	p.name += ", default " + r.expression
	if r.other {
		p.findings = []string{defaultForm}
	} else if strings.Contains(r.expression, "md5") {
		p.may = append(p.may, defaultForm)
	}
	c := t.plant(s, p, false)
	if p.kind == text {
		c.decl = "varchar(40)"
	}
	c.decl = strings.TrimSuffix(c.decl, " NOT NULL")
	if strings.Contains(c.decl, "blob") {
		c.decl = "varbinary(16)"
	}
	c.decl += " DEFAULT " + r.expression
}
