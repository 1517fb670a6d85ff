package migrate

import (
	"fmt"
	"strings"
)

// A State is what the journal says of a migration.
//
//	run:   None → Copying → Checking → Switched
//	undo:  Switched → Undoing → Undone → None
//
// A store whose verbs are one transaction knows None and Switched alone.
type State string

const (
	None     State = ""         // it is not in the journal
	Copying  State = "copying"  // run has begun, and may have switched the tables
	Checking State = "checking" // the tables are switched; run has a rest to do
	Switched State = "switched" // run is done, and can be undone until cleanup
	Undoing  State = "undoing"  // undo has begun, and may have switched the tables
	Undone   State = "undone"   // the tables are switched back; undo has a rest to do
)

// Unfinished reports whether a process does it now, or was killed.
func (s State) Unfinished() bool { return s != None && s != Switched }

// Where says how far the data of a migration in state Copying or Undoing is. A store asks the
// catalog or the data, and never the journal: a statement can take effect after the death of the
// process that sent it.
type Where int

const (
	Anywhere Where = iota // nobody has asked
	Before                // the application's tables are as they were: what was made beside them can be dropped
	Mixed                 // the application's tables have rows of both forms
	Over                  // the tables are switched, if only some of them yet
	Written               // offline: they are switched, and the old ones have been written since they were compared
)

// A Verb is a command, or what a process does when an action of its own work has failed.
type Verb string

const (
	VerbAny     Verb = ""
	VerbRun     Verb = "run"
	VerbUndo    Verb = "undo"
	VerbCleanup Verb = "cleanup"
	VerbFailed  Verb = "failed"
)

// A Mode says how an unfinished migration, or one that is switched, was done.
type Mode int

const (
	AnyMode Mode = iota
	Offline
	Online
)

// Asks says whether a command is the one that was interrupted, given again. For undo that is
// the flag --online. For VerbFailed it is whether the same command can go on, since the error is not stale.
type Asks int

const (
	AsksAny Asks = iota
	AsksSame
	AsksOther
)

// A Decision is what a command does next.
type Decision int

const (
	Refuse   Decision = iota // nothing: it returns Rule.Why; after a failed action, that action's error
	GoOn                     // its own work, from the start or from where a killed process was
	TakeBack                 // drops what was made, so that the journal says what it said before. Then it looks again
	Finish                   // does what is left after the switch. Then it looks again
)

// A Situation is what a command finds.
type Situation struct {
	Verb  Verb
	State State // of the latest migration
	Where Where
	Mode  Mode // of the work that is unfinished, or else of the run
	Asks  Asks
	After Decision // what the command has done already: TakeBack or Finish; Refuse, the zero value, is nothing yet
}

// A Rule is a row of the table. What it leaves out may be anything.
type Rule struct {
	Verb  Verb
	State State
	Where Where
	Mode  Mode
	Asks  Asks
	After Decision
	Then  Decision
	Code  int    // of Refuse: the exit status,
	Why   string // and what the user reads
}

func (r Rule) matches(s Situation) bool {
	return (r.Verb == VerbAny && s.Verb != VerbFailed || r.Verb == s.Verb) && r.State == s.State &&
		(r.Where == Anywhere || r.Where == s.Where) && (r.Mode == AnyMode || r.Mode == s.Mode) &&
		(r.Asks == AsksAny || r.Asks == s.Asks) && (r.After == Refuse || r.After == s.After)
}

// Rules is the state machine of all stores. The first rule that matches a situation decides.
func Rules() []Rule {
	return []Rule{
		// Nothing is unfinished.
		{Verb: VerbRun, State: None, Then: GoOn},
		{Verb: VerbRun, State: Switched, Then: GoOn},
		{Verb: VerbUndo, State: None, Then: Refuse, Code: CodeRefused, Why: "there is no migration to undo"},
		{Verb: VerbUndo, State: Switched, Mode: Online, Asks: AsksOther, After: Finish, Then: Refuse, Code: CodeConflict,
			Why: "the run had switched the tables, and is finished now: say undo --online, or stop the application and say undo"},
		{Verb: VerbUndo, State: Switched, Then: GoOn},
		{Verb: VerbCleanup, State: None, Then: GoOn},
		{Verb: VerbCleanup, State: Switched, Then: GoOn},

		// The tables are switched: every verb finishes that first.
		{State: Checking, Then: Finish},
		{State: Undone, Then: Finish},
		{State: Copying, Where: Over, Then: Finish},
		{State: Undoing, Where: Over, Then: Finish},

		// A writer came before the switch, since the locks of a killed process end with it. This is
		// never so online: there triggers had copied what writers did.
		{State: Copying, Where: Written, Then: TakeBack},
		{State: Undoing, Where: Written, Then: TakeBack},

		// A run that has not switched. Offline, nobody has kept its copies up to date since.
		{Verb: VerbRun, State: Copying, Where: Before, Mode: Offline, Then: TakeBack},
		{Verb: VerbRun, State: Copying, Where: Before, Mode: Online, Asks: AsksSame, Then: GoOn},
		{Verb: VerbRun, State: Copying, Where: Before, Mode: Online, Asks: AsksOther, Then: Refuse, Code: CodeRefused,
			Why: "another run, which is --online, is not finished: give its command again to go on, or undo to take it back"},
		{Verb: VerbRun, State: Copying, Where: Mixed, Asks: AsksSame, Then: GoOn},
		{Verb: VerbRun, State: Copying, Where: Mixed, Asks: AsksOther, Then: Refuse, Code: CodeConflict,
			Why: "a run of other fields, or with other flags, is not finished: give its command again to go on, or undo to go back"},
		{Verb: VerbUndo, State: Copying, Where: Before, Then: TakeBack},
		{Verb: VerbUndo, State: Copying, Where: Mixed, Then: GoOn},
		{Verb: VerbCleanup, State: Copying, Where: Before, Mode: Offline, Then: TakeBack},
		{Verb: VerbCleanup, State: Copying, Where: Before, Mode: Online, Then: Refuse, Code: CodeRefused,
			Why: "a run --online is not finished: give its command again to go on, or undo to take it back"},
		{Verb: VerbCleanup, State: Copying, Where: Mixed, Then: Refuse, Code: CodeConflict,
			Why: "a run is not finished: give its command again to go on, or undo to go back"},

		// An undo that has not switched back.
		{Verb: VerbUndo, State: Undoing, Where: Before, Mode: Online, Asks: AsksSame, Then: GoOn},
		{Verb: VerbUndo, State: Undoing, Where: Mixed, Then: GoOn},
		{Verb: VerbCleanup, State: Undoing, Where: Before, Mode: Online, Then: Refuse, Code: CodeRefused,
			Why: "an undo --online is not finished: give its command again to go on, or run to take it back"},
		{State: Undoing, Where: Before, Then: TakeBack},
		{State: Undoing, Where: Mixed, Then: Refuse, Code: CodeConflict, Why: "an undo is not finished: say undo again"},

		// An action has failed, and this process is alive. What is not here is left to the next command:
		// online it may go on with the copies.
		{Verb: VerbFailed, State: Copying, Where: Before, Mode: Offline, Then: TakeBack},
		{Verb: VerbFailed, State: Copying, Where: Before, Mode: Online, Asks: AsksOther, Then: TakeBack},
		{Verb: VerbFailed, State: Copying, Where: Written, Then: TakeBack},
		{Verb: VerbFailed, State: Undoing, Where: Before, Mode: Offline, Then: TakeBack},
		{Verb: VerbFailed, State: Undoing, Where: Before, Mode: Online, Asks: AsksOther, Then: TakeBack},
		{Verb: VerbFailed, State: Undoing, Where: Written, Then: TakeBack},
	}
}

// decide returns the rule of a situation.
func decide(rules []Rule, s Situation) (Rule, error) {
	for _, r := range rules {
		if r.matches(s) {
			return r, nil
		}
	}
	if s.Verb == VerbFailed {
		return Rule{}, nil
	}
	return Rule{}, fmt.Errorf("migrate: %s has no rule for %q: this is a fault of the command", s.Verb, s)
}

func (s Situation) String() string {
	where := map[Where]string{Before: "before the switch", Mixed: "mixed", Over: "switched", Written: "switched and written"}[s.Where]
	mode := map[Mode]string{Offline: "offline", Online: "online"}[s.Mode]
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s %s", s.State, mode, where)), ", ")
}
