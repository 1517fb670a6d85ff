package audit

import (
	"encoding/json"
	"fmt"
	"slices"
)

// nested is a table with plants inside of documents and arrays.
func (s *schema) nested(d *dealer) {
	t := s.table(s.rows(), true)
	if s.store != "mongo" {
		t.document(s, d)
		if s.store == "postgres" {
			t.array(s, planted(s, d.good.deal(), 2*t.n))
			t.array(s, planted(s, d.wrong.deal(), 2*t.n))
			t.array(s, planted(s, d.decoy.deal(), 2*t.n))
		}
		return
	}
	t.document(s, d)
	t.document(s, d)
}

// array adds an array of PostgreSQL: with no, some or several values in each row.
func (t *table) array(s *schema, p plant) {
	c, l := t.column(s), &leaf{path: "[]", plant: p}
	element := map[kind]string{text: "text", bytes: "bytea", native: "uuid"}[p.kind]
	c.decl, c.leaves = element+"[]", []*leaf{l}
	l.soften(orderLost, mixedVersions)
	for _, vs := range t.deal(s, p.values) {
		if p.kind == bytes {
			bs := [][]byte{}
			for _, v := range vs {
				b, _ := v.([]byte)
				bs = append(bs, b)
			}
			c.values = append(c.values, bs)
			continue
		}
		texts := []*string{}
		for _, v := range vs {
			if s, ok := v.(string); ok {
				texts = append(texts, &s)
			} else {
				texts = append(texts, nil)
			}
		}
		c.values = append(c.values, texts)
	}
}

// deal deals values to the rows.
func (t *table) deal(s *schema, values []any) [][]any {
	rows := make([][]any, t.n)
	for i := range rows {
		rows[i] = []any{}
	}
	for _, v := range values {
		i := s.IntN(t.n)
		rows[i] = append(rows[i], v)
	}
	return rows
}

// document adds a column of JSON, or in MongoDB documents, with plants at paths.
func (t *table) document(s *schema, d *dealer) {
	c := t.column(s)
	docs := make([]any, t.n)
	for i := range docs {
		docs[i] = map[string]any{"kind": "order", "n": i}
	}
	c.decl = map[string]string{"postgres": pick(s.gen, "json", "jsonb"), "mysql": "json", "mariadb": pick(s.gen, "json", "longtext"), "sqlite": pick(s.gen, "TEXT", "JSON", "")}[s.store]

	add := func(d *deck) {
		// Arrays and maps have values for more or for less than one in each row.
		place, n := pick(s.gen, "field", "deep", "array", "array of documents", "values of a map"), 2*t.n
		if place == "field" || place == "deep" {
			n = t.n
		}
		p := planted(s, d.deal(), n)
		if p.kind != text && s.store != "mongo" || p.decl != "" {
			return
		}
		l := &leaf{plant: p}
		l.soften(orderLost, mixedVersions)
		if s.store != "mongo" { // how JSON compares is the program's choice
			l.soften(mixedCase)
		}
		c.leaves = append(c.leaves, l)
		name := func() string {
			return pick(s.gen, "ref", "by", "meta", "a b", "été", "Items", "x-1", "id") + fmt.Sprintf("%s%d", s.word("abcdefgh", 2), len(c.leaves))
		}
		a, b := name(), name()
		switch place {
		case "field":
			l.path = "." + a
			for i, v := range p.values {
				docs[i].(map[string]any)[a] = v
			}
		case "deep":
			l.path = "." + a + "." + b
			for i, v := range p.values {
				docs[i].(map[string]any)[a] = map[string]any{b: v, "other": 7}
			}
		case "array":
			l.path = "." + a + "[]"
			for i, vs := range t.deal(s, p.values) {
				docs[i].(map[string]any)[a] = vs
			}
		case "array of documents":
			l.path = "." + a + "[]." + b
			for i, vs := range t.deal(s, p.values) {
				of := []any{}
				for _, v := range vs {
					of = append(of, map[string]any{b: v, "count": s.IntN(9)})
				}
				docs[i].(map[string]any)[a] = of
			}
		case "values of a map":
			l.path = "." + a + ".*"
			for i, vs := range t.deal(s, p.values) {
				of := map[string]any{}
				for _, v := range vs {
					of[s.word("abcdefghijklmnopqrstuvwxyz", 12)] = v
				}
				docs[i].(map[string]any)[a] = of
			}
		}
	}
	for _, deck := range []*deck{&d.good, &d.good, &d.wrong, &d.decoy} {
		add(deck)
	}
	if s.IntN(2) == 0 { // the keys of a map
		p := inText(s.gen, pick(s.gen, "canonical", "hex"), s.ids(pick(s.gen, usual...), 2*t.n))
		c.leaves = append(c.leaves, &leaf{path: ".by{}", plant: p})
		for i, vs := range t.deal(s, p.values) {
			of := map[string]any{}
			for _, v := range vs {
				of[v.(string)] = s.IntN(100)
			}
			docs[i].(map[string]any)["by"] = of
		}
	}
	for _, doc := range docs {
		c.values = append(c.values, s.document(doc.(map[string]any)))
	}
}

// A pair are the forms of a key and of a column with the same ids.
type pair struct{ key, ref string }

// referring are tables whose ids are those of a key, in another form or in the same one.
func (s *schema) referring() {
	pairs := []pair{{"canonical", "hex"}, {"hex", "canonical"}, {"canonical", "ulid"}, {"canonical", "upper"}, {"braces", "canonical"},
		{"canonical", "rfc"}, {"rfc", "canonical"}, {"swapped", "rfc"}, {"rfc", "hex"}, {"rfc", "mixed"}, {"java", "rfc"}, {"canonical", "base64url"}}
	ids := s.ids(pick(s.gen, "v1", "v4", "v4", "v7"), s.rows())
	of := func(form string, ids *series) plant {
		if _, ok := texts[form]; ok {
			return inText(s.gen, form, ids)
		}
		return inBytes(s.gen, form, ids, 4)
	}

	one := pick(s.gen, pairs...)
	keys := s.table(len(ids.ids), false)
	c := keys.plant(s, of(one.key, ids), true)
	c.leaves[0].may = append(slices.Clone(c.leaves[0].may), randomKey, orderLost, subtype)
	clear := func(l *leaf) { l.may = append(slices.Clone(l.may), orderLost, subtype) }
	where := keys.where(s, c)

	// Rows refer to keys at random, a few of them more than once.
	refs := &series{maker: ids.maker, span: ids.span}
	for range s.rows() {
		refs.ids = append(refs.ids, ids.ids[s.IntN(len(ids.ids))])
	}
	t := s.table(len(refs.ids), true)
	other := t.plant(s, of(one.ref, refs), false).leaves[0]
	other.findings, other.refersTo = append(slices.Clone(other.findings), reference), where
	if _, isText := texts[one.ref]; s.store != "postgres" && s.store != "sqlite" && s.store != "mongo" && isText && one.ref == "upper" {
		// MySQL's join finds them if neither column compares case.
		other.soften(reference)
	}
	clear(other)
	column := t.columns[len(t.columns)-1]
	if s.IntN(2) == 0 { // a foreign key that was not enforced when the rows came
		if one.key == "canonical" && one.ref == "hex" && s.store != "mongo" {
			s.foreignKey(keys, c, t, column)
		}
	}

	same := t.plant(s, of(one.key, refs), false).leaves[0]
	same.refersTo = where
	clear(same)

	// The first rows refer to what is gone; and there are references in documents and arrays.
	strange := &series{maker: ids.maker, span: ids.span, ids: slices.Clone(refs.ids)}
	copy(strange.ids, s.ids(ids.maker, len(refs.ids)/10).ids)
	l := t.plant(s, of(one.key, strange), false).leaves[0]
	l.ids, l.refersTo = nil, where
	l.may = append(slices.Clone(l.may), orphans)
	clear(l)
	if p := of(one.ref, refs); s.store == "mongo" || p.kind == text {
		c := t.column(s)
		c.decl = map[string]string{"postgres": "jsonb", "mysql": "json", "mariadb": "json", "sqlite": "TEXT"}[s.store]
		inner := &leaf{path: ".items[].ref", plant: p, refersTo: where}
		inner.name += " in JSON, of keys " + one.key
		inner.findings = append(slices.Clone(p.findings), reference)
		inner.soften(orderLost, mixedVersions, upperCase)
		if _, isText := texts[one.key]; !isText && s.store != "mongo" {
			inner.soften(reference) // JSON has no bytes: this is the form that it can have
		}
		clear(inner)
		c.leaves = []*leaf{inner}
		for _, v := range p.values {
			c.values = append(c.values, s.document(map[string]any{"items": []any{map[string]any{"ref": v, "n": s.IntN(5)}}}))
		}
	}
	// Rows refer to rows of their own table.
	parents := &series{maker: ids.maker, span: ids.span}
	for range ids.ids {
		parents.ids = append(parents.ids, ids.ids[s.IntN(len(ids.ids))])
	}
	parent := keys.plant(s, of(one.key, parents), false).leaves[0]
	parent.refersTo = where
	clear(parent)
}

// document returns a document as the store takes it.
func (g *gen) document(doc map[string]any) any {
	if g.store == "mongo" {
		return doc
	}
	b, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	return string(b)
}
