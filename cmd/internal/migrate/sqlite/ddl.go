package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// A definition is one of the parts of CREATE TABLE between the commas: a column, or a
// constraint of the table, which has no name here.
type definition struct {
	name               string
	typeStart, typeEnd int             // of the declared type in the statement; equal if there is none
	rest               []sqltext.Token // after the name and type
}

// definitions reads CREATE TABLE as SQLite keeps it, always with a list of columns. It returns an
// error for a statement that it does not understand.
func definitions(sql string) (list []definition, err error) {
	all := sqltext.Tokens(sqltext.SQLite, sql)
	open := slices.IndexFunc(all, func(t sqltext.Token) bool { return t.Is("(") })
	if open < 2 || all[1].Is("VIRTUAL") {
		return nil, fmt.Errorf("%.64q has no list of columns", sql)
	}
	depth, from := 0, open+1
	for i := open; i < len(all); i++ {
		switch t := all[i]; {
		case t.Is("("):
			depth++
			continue
		case t.Is(")"):
			if depth--; depth > 0 {
				continue
			}
		case !t.Is(",") || depth > 1:
			continue
		}
		if from < i {
			list = append(list, define(all[from:i]))
		}
		if depth == 0 {
			return list, nil
		}
		from = i + 1
	}
	return nil, fmt.Errorf("%.64q does not end", sql)
}

func define(part []sqltext.Token) definition {
	if part[0].Is("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN") {
		return definition{rest: part}
	}
	name := part[0].Text
	if !part[0].Quoted && strings.HasPrefix(name, "'") { // SQLite takes 'id' for a name here
		name = strings.ReplaceAll(strings.Trim(name, "'"), "''", "'")
	}
	d := definition{name: name, typeStart: part[0].End, typeEnd: part[0].End}
	i := 1
	for ; i < len(part); i++ {
		t := part[i]
		if t.Is("CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS") {
			break
		}
		if t.Is("(") { // char(36)
			for ; i < len(part) && !part[i].Is(")"); i++ {
			}
			t = part[min(i, len(part)-1)]
		}
		if d.typeStart == d.typeEnd {
			d.typeStart = t.Start
		}
		d.typeEnd = t.End
	}
	d.rest = part[min(i, len(part)):]
	return d
}

// retype returns the statement with other types for some columns. A column without a type
// stays so.
func retype(sql string, types map[string]string) (string, error) {
	list, err := definitions(sql)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if t := types[sqltext.Fold(list[i].name)]; t != "" && list[i].typeStart < list[i].typeEnd {
			sql = sql[:list[i].typeStart] + t + sql[list[i].typeEnd:]
		}
	}
	return sql, nil
}
