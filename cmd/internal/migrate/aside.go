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

// SetAside notes that a table has bad rows, which run moves if the request says so.
func (p *Plan) SetAside(table string, rows int64, readers []*Reader) {
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
		a.Keys = append(a.Keys, r.Keys[:min(len(r.Keys), MaxKeys-len(a.Keys))]...)
	}
	p.Aside = append(p.Aside, a)
}

// AsideOf returns what run moves away from a table, or nil.
func (p *Plan) AsideOf(table string) *Aside {
	for i := range p.Aside {
		if p.Aside[i].Table == table {
			return &p.Aside[i]
		}
	}
	return nil
}

// Kept says which tables cleanup leaves, since they have the rows that run has moved away.
func Kept(list []Status) (says []string) {
	for _, st := range list {
		for _, a := range st.Plan.Aside {
			says = append(says, a.Into+" stays: it holds rows of "+a.Table+" whose values were not UUIDs; drop it when you no longer need them")
		}
	}
	return says
}
