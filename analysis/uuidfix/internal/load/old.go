package load

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Kit is uuidkit's module.
const Kit = "github.com/uuidkit/uuidkit"

// old are the packages that users come from.
var old = map[string]bool{
	"github.com/google/uuid":    true,
	"github.com/gofrs/uuid":     true,
	"github.com/gofrs/uuid/v3":  true,
	"github.com/gofrs/uuid/v5":  true,
	"github.com/satori/go.uuid": true,
}

// Old returns the packages that users come from, in their order.
func Old() []string { return slices.Sorted(maps.Keys(old)) }

// IsOld reports whether users come from the package.
func IsOld(path string) bool { return old[path] }

// OldType returns the type itself if an old package has it, or nil.
func OldType(t types.Type) *types.Named {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !old[named.Obj().Pkg().Path()] {
		return nil
	}
	return named
}

// Importable reports whether other modules can import the package. A module that is in an internal folder
// itself has such modules beside it.
func Importable(p *Pkg) bool {
	path := p.PkgPath
	if p.Module != nil {
		path = strings.TrimPrefix(path, p.Module.Path)
	}
	return p.Name != "main" && !strings.HasSuffix(p.Name, "_test") && !slices.Contains(strings.Split(path, "/"), "internal")
}
