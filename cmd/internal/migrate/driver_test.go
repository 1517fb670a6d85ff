package migrate_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
)

// sweeps are those of the fake stores. With earlier, there is a migration of other tables.
func sweeps(rules []migrate.Rule) (list []migratetest.Sweep) {
	for _, earlier := range []bool{false, true} {
		for _, k := range migratetest.Kinds {
			list = append(list, migratetest.Sweep{
				Rules: rules,
				Open: func() migratetest.Subject {
					if earlier {
						return migratetest.NewFake(k.Kind).Earlier()
					}
					return migratetest.NewFake(k.Kind)
				},
				Whens:   migratetest.Whens,
				Online:  k.Online,
				Both:    k.Kind != migratetest.Atomic,
				InPlace: k.Kind == migratetest.InPlace,
				Fixed:   k.Kind == migratetest.InPlace && !k.Online,
			})
		}
	}
	return list
}

// TestDriver has each verb of each kind of store die, or fail, at each statement, and each verb come after it.
func TestDriver(t *testing.T) {
	t.Parallel()
	for i, s := range sweeps(migrate.Rules()) {
		t.Run(fmt.Sprintf("%s, online %t, %d", migratetest.Kinds[i%len(migratetest.Kinds)].Kind, s.Online, i/len(migratetest.Kinds)), func(t *testing.T) {
			t.Parallel()
			ways, err := s.Run()
			if err != nil {
				t.Error(err)
			}
			if t.Log(ways, "ways"); ways == 0 {
				t.Error("the sweep went no way")
			}
		})
	}
}

// TestDriverFaults plants faults in the table: a rule is left out, or decides otherwise. The ways of
// TestDriver find each of them.
func TestDriverFaults(t *testing.T) {
	t.Parallel()
	found := func(rules []migrate.Rule, r migrate.Rule) bool {
		list := sweeps(rules)
		slices.SortStableFunc(list, func(a, b migratetest.Sweep) int { // the likely ones first
			if r.Where == migrate.Mixed && a.InPlace != b.InPlace && a.InPlace {
				return -1
			}
			return 0
		})
		for _, s := range list {
			if s.Next = r.Verb; r.Verb == migrate.VerbFailed {
				s.Next = migrate.VerbRun
			}
			if _, err := s.Run(); err != nil {
				return true
			}
		}
		return false
	}
	for i, r := range migrate.Rules() {
		if !found(slices.Delete(migrate.Rules(), i, i+1), r) {
			t.Errorf("nobody misses rule %d: %+v", i, r)
		}
		for _, then := range []migrate.Decision{migrate.Refuse, migrate.GoOn, migrate.TakeBack, migrate.Finish} {
			rules := migrate.Rules()
			rules[i].Then = then
			if then != r.Then && !found(rules, r) {
				t.Errorf("nobody sees that rule %d decides %d: %+v", i, then, r)
			}
		}
	}
	// What a failed action has left is not taken back if the next command can go on with it, or if it is over.
	for _, r := range []migrate.Rule{
		{State: migrate.Copying, Where: migrate.Before, Mode: migrate.Online, Asks: migrate.AsksSame},
		{State: migrate.Copying, Where: migrate.Over, Mode: migrate.Online},
		{State: migrate.Checking, Mode: migrate.Online},
		{State: migrate.Switched},
		{State: migrate.Undoing, Where: migrate.Before, Mode: migrate.Online, Asks: migrate.AsksSame},
		{State: migrate.Undoing, Where: migrate.Over, Mode: migrate.Online},
		{State: migrate.Undone, Mode: migrate.Online},
	} {
		if r.Verb, r.Then = migrate.VerbFailed, migrate.TakeBack; !found(append(migrate.Rules(), r), r) {
			t.Errorf("nobody sees that it is taken back: %+v", r)
		}
	}
}
