package migrate

// An Aside says which rows run moves from a table or collection to a new one, since they have
// a value that does not convert: --bad-rows.
type Aside struct {
	Table string   `json:"table"`
	Into  string   `json:"into"`
	Rows  int64    `json:"rows"`
	Keys  []string `json:"keys"` // of the first bad values

	Create string `json:"create,omitempty"` // the statement that makes Into
}

// setAside notes that a table has bad rows, which run moves if the request says so.
func (p *Plan) setAside(table string, rows int64, readers []*reader) {
	if p.BadRows == "" || rows == 0 {
		return
	}
	a := Aside{Table: table, Into: p.BadRows, Rows: rows}
	for _, c := range p.Columns {
		if c.Table != p.Columns[0].Table {
			a.Into = p.BadRows + "_" + table
		}
	}
	for _, r := range readers {
		a.Keys = append(a.Keys, r.keys[:min(len(r.keys), maxKeys-len(a.Keys))]...)
	}
	p.Aside = append(p.Aside, a)
}

// aside returns what run moves away from a table, or nil.
func (p *Plan) aside(table string) *Aside {
	for i := range p.Aside {
		if p.Aside[i].Table == table {
			return &p.Aside[i]
		}
	}
	return nil
}

// kept says which tables cleanup leaves, since they have the rows that run has moved away.
func kept(list []Status) (says []string) {
	for _, st := range list {
		for _, a := range st.Plan.Aside {
			says = append(says, a.Into+" stays: it has the rows of "+a.Table+" that were no UUIDs; drop it when you need them no more")
		}
	}
	return says
}
