// Package checks lists the analyzers of uuidvet. Each is a package of its own and finds one
// mistake with UUIDs that compiles. Docs/vet.md describes them.
//
// To add a wrong use, or a right one, add lines to the check's folder in testdata/src, which
// TestChecks in checks_test.go runs.
package checks

import (
	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/bsonmarshal"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/bsontext"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/bsonuuid"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/bunuuid"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/cbornull"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/cbortags"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/googlev6"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gormid"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gormstring"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/msgpacknull"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/pgxmode"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/redisuuid"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidassert"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidcompare"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidconnector"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidcopy"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidembed"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuiderror"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidfunc"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidjson"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidlength"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidmust"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidomit"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidprintf"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidregister"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidscan"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidswapped"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuidtext"
)

// All returns the analyzers, in alphabetical order.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		bsonmarshal.Analyzer,
		bsontext.Analyzer,
		bsonuuid.Analyzer,
		bunuuid.Analyzer,
		cbornull.Analyzer,
		cbortags.Analyzer,
		googlev6.Analyzer,
		gormid.Analyzer,
		gormstring.Analyzer,
		msgpacknull.Analyzer,
		pgxmode.Analyzer,
		redisuuid.Analyzer,
		uuidassert.Analyzer,
		uuidcompare.Analyzer,
		uuidconnector.Analyzer,
		uuidcopy.Analyzer,
		uuidembed.Analyzer,
		uuiderror.Analyzer,
		uuidfunc.Analyzer,
		uuidjson.Analyzer,
		uuidlength.Analyzer,
		uuidmust.Analyzer,
		uuidomit.Analyzer,
		uuidprintf.Analyzer,
		uuidregister.Analyzer,
		uuidscan.Analyzer,
		uuidswapped.Analyzer,
		uuidtext.Analyzer,
	}
}
