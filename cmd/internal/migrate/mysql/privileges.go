package mysql

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// privileges refuses a plan for a user who may not see all that would be lost.
func (p *planner) privileges(ctx context.Context) error {
	has, err := p.store.grants(ctx)
	if err != nil {
		return err
	}
	if !has("TRIGGER") {
		p.refuse(migrate.KindPrivilege, "server", "the user may not see triggers, and RENAME would take them away", "GRANT TRIGGER on the database to the user itself, not to a role")
	}
	if lacks := slices.DeleteFunc(strings.Split("SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES, LOCK TABLES", ", "), has); len(lacks) > 0 {
		list := strings.Join(lacks, ", ")
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindPrivilege, Object: "privileges", Accept: true, Reason: "the user itself does not have all that run needs: " + list,
			Manual: "GRANT " + list + " ON " + backquote(p.store.name) + ".* to the user, or see that a role of the session gives it"})
	}
	if err := p.hiddenPrograms(ctx, has); err != nil {
		return err
	}
	if p.Online {
		if lacks, err := p.store.triggersLack(ctx); err != nil {
			return err
		} else if lacks != "" {
			p.refuse(migrate.KindPrivilege, "triggers", "MariaDB executes the triggers of --online without the user's roles, and each write of the application would fail: the user itself does not have "+lacks, "GRANT "+lacks+" ON "+backquote(p.store.name)+".* to the user")
		}
		if may, err := p.store.makesTriggers(ctx); err != nil {
			return err
		} else if !may {
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindPrivilege, Object: "the binary log", Accept: true,
				Reason: "the server writes one, and lets only users with SUPER make the triggers of --online",
				Manual: "connect as such a user, or SET GLOBAL log_bin_trust_function_creators = 1 until the switch"})
		}
	}
	elsewhere, err := p.store.referring(ctx, p.Plan, func(name string) string { return name })
	if isDenied(err) {
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindPrivilege, Object: hiddenKeys, Accept: true,
			Reason: "the user may not see them, and after a migration they would refer to the old tables",
			Manual: "GRANT PROCESS to the user, or see as another one that there is none"})
		return nil
	} else if err != nil {
		return err
	}
	for _, k := range elsewhere {
		p.refuse(migrate.KindForeignKey, "table "+k.table, "table "+k.from+" of another database refers to "+k.to, "drop the foreign key, migrate, and add it again")
	}
	return nil
}

// hiddenPrograms refuses a plan for a user to whom the server does not show the events or routines of the database. Undo
// leaves both.
func (p *planner) hiddenPrograms(ctx context.Context, has func(privilege string) bool) error {
	routines, grant, err := p.store.seesRoutines(ctx, has)
	if err != nil {
		return err
	}
	for _, o := range []struct {
		object, grant string
		sees          bool
	}{
		{"events", "EVENT ON " + backquote(p.store.name) + ".*", has("EVENT")},
		{"routines", grant, routines},
	} {
		if !o.sees {
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindPrivilege, Object: o.object, Accept: true,
				Reason: "the user may not see those of the database, which may depend on the form of ids",
				Manual: "GRANT " + o.grant + " to the user, or see as another one that none uses the tables"})
		}
	}
	return nil
}

// seesRoutines reports whether the user may see the names of all routines of the database, and which grant also shows their
// texts. Those that it sees without a text, programs refuses.
func (s *store) seesRoutines(ctx context.Context, has func(privilege string) bool) (sees bool, grant string, err error) {
	sees = slices.ContainsFunc([]string{"EXECUTE", "CREATE ROUTINE", "ALTER ROUTINE", "SHOW_ROUTINE", "SHOW CREATE ROUTINE"}, has)
	if s.maria {
		if err = s.exec(ctx, "SELECT * FROM mysql.proc LIMIT 0"); isDenied(err) {
			return sees, "SELECT ON mysql.proc", nil
		}
		return true, "", err
	}
	lines, err := s.grantLines(ctx)
	for _, m := range lines {
		sees = sees || m[1] == "GRANT" && m[3] == "*" && gives(m, "SELECT")
	}
	return sees, "SHOW_ROUTINE ON *.*", err
}

// hiddenKeys is the object of a refusal for a user who may not see what referring returns.
const hiddenKeys = "foreign keys of other databases"

// A reference is a foreign key of another database to a table: both as InnoDB writes them, and that table's name.
type reference struct{ from, to, table string }

// referring returns those to the plan's tables. name is what these are called now. The other catalogs do not show them
// to a user who has no privileges on the other database.
func (s *store) referring(ctx context.Context, p *migrate.Plan, name func(string) string) (list []reference, err error) {
	elsewhere, err := s.referredFrom(ctx)
	for _, k := range elsewhere {
		for _, t := range p.Tables {
			if spelled(s.name + "/" + name(t.Name)).MatchString(k[1]) {
				list = append(list, reference{k[0], k[1], t.Name})
			}
		}
	}
	return list, err
}

// spelled matches the name of a table as InnoDB writes it: what a file's name cannot have is @ and two
// or four letters or digits. It also matches names that differ in such characters only.
func spelled(name string) *regexp.Regexp {
	return regexp.MustCompile("(?i)^" + unplain.ReplaceAllString(name, "(?:@[0-9a-z]{2}|@[0-9a-f]{4}|[^a-z0-9_/])") + "$")
}

// unplain matches a character of such a name.
var unplain = regexp.MustCompile("[^A-Za-z0-9_/]")

// A grant is a line of SHOW GRANTS for a whole database.
var grant = regexp.MustCompile("^(GRANT|REVOKE) (.+) ON (\\*|`(?:[^`]|``)+`)\\.\\* ")

// grantLines returns the parts of the grants for whole databases.
func (s *store) grantLines(ctx context.Context) (lines [][]string, err error) {
	all, err := sqlkit.List(ctx, s.conn, sqlkit.Text, "SHOW GRANTS")
	for _, line := range all {
		if m := grant.FindStringSubmatch(line); m != nil {
			lines = append(lines, m)
		}
	}
	return lines, err
}

// gives reports whether a grant has a privilege.
func gives(line []string, privilege string) bool {
	list := strings.Split(strings.ReplaceAll(line[2], ", ", ","), ",") // MySQL writes no space between its dynamic ones
	return list[0] == "ALL PRIVILEGES" || slices.Contains(list, privilege)
}

// grants returns what reports whether the user itself has a privilege for the whole database.
// If the names of several grants match the database, the server takes one of them.
func (s *store) grants(ctx context.Context) (has func(privilege string) bool, err error) {
	lines, err := s.grantLines(ctx)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(m []string) bool {
		here := m[3] == "*"
		if !here {
			err = errors.Join(err, s.conn.QueryRowContext(ctx, "SELECT DATABASE() LIKE "+sqlkit.QuoteText(strings.ReplaceAll(unquote(m[3]), `\`, "|"))+" ESCAPE '|'").Scan(&here))
		}
		return !here
	})
	return func(privilege string) bool {
		global, some, every, revoked := false, false, true, false
		for _, m := range lines {
			has := gives(m, privilege)
			switch {
			case m[3] == "*":
				global = global || has
			case m[1] == "REVOKE":
				revoked = revoked || has
			default:
				some, every = true, every && has
			}
		}
		return !revoked && (global || some && every)
	}, err
}

// seesTriggers reports whether the user has the privilege TRIGGER for the whole database.
func (s *store) seesTriggers(ctx context.Context) (bool, error) {
	has, err := s.grants(ctx)
	return err == nil && has("TRIGGER"), err
}

// mayFollow returns an error if undo --online is not allowed what plan asks for: run may have been offline.
func (c *conversion) mayFollow(ctx context.Context) error {
	lacks, err := c.store.triggersLack(ctx)
	if err == nil && lacks != "" {
		return migrate.Errorf(migrate.CodeRefused, "migrate: MariaDB would execute the triggers without the user's roles: GRANT %s ON %s.* to the user, or leave --online out", lacks, backquote(c.store.name))
	}
	return c.store.failed("privileges", err)
}

// triggersLack returns the privileges that the triggers of --online would not have.
func (s *store) triggersLack(ctx context.Context) (string, error) {
	if !s.maria { // MySQL executes them with the default roles
		return "", nil
	}
	has, err := s.grants(ctx)
	if err != nil {
		return "", err
	}
	return strings.Join(slices.DeleteFunc(strings.Fields("SELECT INSERT UPDATE DELETE"), has), ", "), nil
}

// makesTriggers reports whether the user may make triggers, if it may at all. The server looks
// for SUPER, if it writes a binary log (error 1419). MariaDB and MySQL have lesser privileges
// beside it, such as BINLOG ADMIN: that is why the user can accept the refusal.
func (s *store) makesTriggers(ctx context.Context) (may bool, err error) {
	if err := s.conn.QueryRowContext(ctx, "SELECT NOT @@log_bin OR @@log_bin_trust_function_creators").Scan(&may); err != nil || may {
		return may, err
	}
	lines, err := s.grantLines(ctx)
	for _, m := range lines {
		may = may || m[1] == "GRANT" && m[3] == "*" && gives(m, "SUPER")
	}
	return may, err
}

// referredFrom returns the foreign keys between databases as InnoDB knows them: the table,
// and that to which it refers.
func (s *store) referredFrom(ctx context.Context) (list [][2]string, err error) {
	table := "INNODB_FOREIGN"
	if s.maria {
		table = "INNODB_SYS_FOREIGN"
	}
	return sqlkit.List(ctx, s.conn, func(k *[2]string) []any { return []any{&k[0], &k[1]} }, fmt.Sprintf("SELECT for_name, ref_name FROM information_schema.%s WHERE SUBSTRING_INDEX(for_name, '/', 1) <> SUBSTRING_INDEX(ref_name, '/', 1)", table))
}
