package audit

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// stalled are the last releases of MariaDB's series that were made before MDEV-41012 was mended. All of
// the series between them had ended.
var stalled = [][3]int{{10, 11, 19}, {11, 4, 13}, {11, 8, 9}, {12, 3, 3}}

// galera finds the foreign keys of MariaDB's type uuid in a Galera cluster, also those of empty tables.
func (a *audit) galera() {
	if a.about.Dialect != store.MariaDB || !a.about.Galera {
		return
	}
	severity, text := Advice, "look for MDEV-41012 in the changelog of the nodes' release; without it"
	if stalls(a.about.Version) {
		severity, text = Warning, "upgrade to a release whose changelog has MDEV-41012; before that"
	}
	for _, t := range a.tables {
		for _, k := range t.ForeignKeys {
			for _, name := range k.Columns {
				if c := t.Column(name); c == nil || !strings.EqualFold(c.Type, "uuid") {
					continue
				}
				a.report.Findings = append(a.report.Findings, Finding{
					Kind: Stalls, Severity: severity, Where: t.String() + "." + name,
					Text: "a foreign key of MariaDB's type uuid in a Galera cluster: writes to both tables at once can stall the cluster, or crash a node (MDEV-41012)",
					Do:   text + " drop the foreign key, or convert the columns on both sides to BINARY(16)",
				})
			}
		}
	}
}

// stalls reports whether a release of MariaDB is known not to have the cure.
func stalls(version string) bool {
	var v [3]int
	fmt.Sscanf(version, "%d.%d.%d", &v[0], &v[1], &v[2])
	for _, last := range stalled {
		if v[0] == last[0] && v[1] == last[1] {
			return v[2] <= last[2]
		}
	}
	newest := stalled[len(stalled)-1]
	return v[0] < newest[0] || v[0] == newest[0] && v[1] < newest[1]
}
