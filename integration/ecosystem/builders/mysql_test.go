//go:build full

package builders

import (
	"testing"

	"github.com/Masterminds/squirrel"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// The libraries of the other files on a column of binary(16).

func squirrelMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return squirrelOps[T, N](table.MariaDB(t), squirrel.Question)
}

func goquMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return goquOps[T, N](table.MariaDB(t), "mysql", false)
}

func goquPrepared[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return goquOps[T, N](table.MariaDB(t), "mysql", true)
}

func jmoironMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return jmoironOps[T, N](table.MariaDB(t), "mysql")
}

func bunMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.MariaDB(t)
	return bunOps[T, N](tb, bun.NewDB(tb.DB, mysqldialect.New()))
}

// asBinary converts to sqlx.Binary at the edge.
func asBinary[T ~[16]byte, N any](ops func(testing.TB) ecosystem.Ops[B, BN]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] { return ecosystem.As[T, N](ops(t)) }
}

func mysqlRows() []ecosystem.Row {
	row := func(library, module, link, say string, today ecosystem.Types, with func(testing.TB) ecosystem.Ops[B, BN]) ecosystem.Row {
		return ecosystem.Row{
			Library: library, Store: "MySQL, binary(16)", Module: module, Link: link, Say: say, Today: today,
			With: ecosystem.Of(asBinary[S, SN](with), asBinary[G, GN](with), asBinary[F, FN](with), asBinary[U, UN](with)),
		}
	}
	const arguments = "`sqlx.Binary(id)` as the argument, `(*sqlx.Binary)(&id)` in Scan"
	return []ecosystem.Row{
		row("bun", "github.com/uptrace/bun", "bun.md#sqlite-and-mysql", "`sqlx.Binary` as the type of the field and of arguments",
			ecosystem.Of(bunMySQL[S, SN], bunMySQL[G, GN], bunMySQL[F, FN], bunMySQL[U, UN]), bunMySQL[B, BN]),
		row("squirrel", "github.com/Masterminds/squirrel", "database-sql.md#query-builders", arguments,
			ecosystem.Of(squirrelMySQL[S, SN], squirrelMySQL[G, GN], squirrelMySQL[F, FN], squirrelMySQL[U, UN]), squirrelMySQL[B, BN]),
		row("goqu", "github.com/doug-martin/goqu/v9", "database-sql.md#query-builders", "`Prepared(true)`, and "+arguments,
			ecosystem.Of(goquMySQL[S, SN], goquMySQL[G, GN], goquMySQL[F, FN], goquMySQL[U, UN]), goquPrepared[B, BN]),
		row("jmoiron/sqlx", "github.com/jmoiron/sqlx", "jmoiron-sqlx.md", "`sqlx.Binary` of uuidkit as the type of the field and of arguments",
			ecosystem.Of(jmoironMySQL[S, SN], jmoironMySQL[G, GN], jmoironMySQL[F, FN], jmoironMySQL[U, UN]), jmoironMySQL[B, BN]),
	}
}
