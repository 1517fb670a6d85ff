// Package golangci is uuidvet as a plugin of golangci-lint, which links it by the system of
// module plugins. The file .custom-gcl.yml of the user's module:
//
//	version: v2.15.0
//	plugins:
//	  - module: github.com/uuidkit/uuidkit/analysis
//	    import: github.com/uuidkit/uuidkit/analysis/uuidvet/golangci
//	    version: latest
//
// Then "golangci-lint custom" builds ./custom-gcl. And in .golangci.yml:
//
//	version: "2"
//	linters:
//	  enable: [uuidvet]
//	  settings:
//	    custom:
//	      uuidvet:
//	        type: module
//	        settings:
//	          disable: [uuidscan]
package golangci

// For contributors: settings that are wrong are a row of TestPlugin in plugin_test.go.

import (
	"fmt"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
)

// Golangci-lint finds a plugin by what it registers when it is imported.
func init() { register.Plugin("uuidvet", newPlugin) }

// settings are what .golangci.yml may say.
type settings struct {
	Disable []string `json:"disable"` // names of checks
}

// newPlugin returns the plugin with all checks that the settings leave enabled.
func newPlugin(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](raw)
	if err != nil {
		return nil, fmt.Errorf("uuidvet: %w", err)
	}
	all := checks.All()
	for _, name := range s.Disable {
		if !slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return a.Name == name }) {
			return nil, fmt.Errorf("uuidvet: disable: no check %.64q", name)
		}
	}
	return plugin(slices.DeleteFunc(all, func(a *analysis.Analyzer) bool { return slices.Contains(s.Disable, a.Name) })), nil
}

type plugin []*analysis.Analyzer

func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p, nil }

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
