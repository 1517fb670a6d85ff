package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	_ "github.com/uuidkit/uuidkit/analysis/uuidvet/golangci"
)

// TestPlugin makes the plugin as golangci-lint does: by its name, with what YAML has become.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin("uuidvet")
	if err != nil {
		t.Fatal(err)
	}
	count := func(settings any) int {
		t.Helper()
		p, err := newPlugin(settings)
		if err != nil {
			t.Fatal(err)
		}
		analyzers, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range analyzers {
			if settings != nil && a.Name == "uuidscan" {
				t.Error("uuidscan is not disabled")
			}
		}
		return len(analyzers)
	}
	all, some := count(nil), count(map[string]any{"disable": []any{"uuidscan", "gormid"}})
	if all < 10 || some != all-2 {
		t.Errorf("%d checks, and %d with two disabled", all, some)
	}
	for _, bad := range []any{
		map[string]any{"disable": []any{"uuidscam"}},
		map[string]any{"disabled": []any{"uuidscan"}},
		"uuidscan",
	} {
		if _, err := newPlugin(bad); err == nil {
			t.Errorf("settings %v: no error", bad)
		}
	}
}
