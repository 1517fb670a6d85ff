package migrate_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// TestPlanFormat reads plans of this version, of a later one, and of those without a format.
func TestPlanFormat(t *testing.T) {
	t.Parallel()
	steps := []migrate.Step{{Does: "rebuild t", SQL: []string{"SELECT 1"}}}
	text, err := (&migrate.Plan{Format: migrate.PlanFormat, To: migrate.ToText, Steps: steps, Undo: steps, Notes: []string{"…é𝄞"}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := migrate.DecodePlan(text)
	if err != nil || got.To != migrate.ToText || got.Format != migrate.PlanFormat || got.Version == "" || got.Steps != nil || got.Undo != nil || got.Notes[0] != "…é𝄞" || strings.ContainsFunc(text, func(r rune) bool { return r > 127 }) {
		t.Errorf("got %+v, %v, from %s", got, err, text)
	}
	got, err = migrate.DecodePlan(`{"store":"SQLite 3","to":"native","bytes":"bytes","undo":[{"does":"rebuild t","sql":["SELECT 1"]}]}`)
	if err != nil || got.Format != 0 || len(got.Undo) != 1 || got.Undo[0].SQL[0] != "SELECT 1" {
		t.Errorf("a plan without a format: got %+v, %v", got, err)
	}
	for _, bad := range []struct{ text, want string }{
		{`{"format":99,"version":"v9.8.7","bytes":{"what":"nobody knows yet"}}`, "a plan of format 99, written by uuid \"v9.8.7\""},
		{`{"format":1,"bytes":7}`, "uuidkit_migration"},
		{`{`, "uuidkit_migration"},
	} {
		if _, err := migrate.DecodePlan(bad.text); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: got %v, want %s", bad.text, err, bad.want)
		}
	}
}

// TestAccept demands that a shell reads the name of the object as it is.
func TestAccept(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	(&migrate.Plan{Refusals: []migrate.Refusal{{Object: "procedure o'clock", Accept: true}}}).Print(&b)
	if want := dsn.CommandLine("--accept", "procedure o'clock") + "\n"; !strings.Contains(b.String(), want) {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}
