package pgxtype_test

import (
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestTheirNulls shows that Register[T] reaches the NullUUID of T's package in all modes.
func TestTheirNulls(t *testing.T) {
	url := stores.Postgres(t)
	t.Run("google", func(t *testing.T) {
		testTheirNulls[google.UUID](t, on[google.UUID]{url}, func(u uuid.UUID) google.NullUUID {
			return google.NullUUID{UUID: google.UUID(u), Valid: true}
		})
	})
	t.Run("gofrs", func(t *testing.T) {
		testTheirNulls[gofrs.UUID](t, on[gofrs.UUID]{url}, func(u uuid.UUID) gofrs.NullUUID {
			return gofrs.NullUUID{UUID: gofrs.UUID(u), Valid: true}
		})
	})
}

func testTheirNulls[T ~[16]byte, N comparable](t *testing.T, s on[T], of func(uuid.UUID) N) {
	var null N
	a, b, one := of(id), of(other), id.String()
	list := []N{a, null, b}
	grid := [][]N{{a, null}, {null, b}}
	half := pgtype.Range[N]{Lower: a, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	ctr := s.derived(t, "create extension citext", "create table nulls (n uuid, c text, j jsonb, l uuid[], g uuid[], r uuidrange)")
	modes(t, ctr, func(s session) {
		s.TypeMap().RegisterDefaultPgType(pgtype.Range[N]{}, "uuidrange") // for the modes without descriptions
		for _, typ := range []string{"uuid", "text", "varchar", "char(36)", "id"} {
			reads(s, b, a, "select $1::"+typ, a)
			reads(s, b, null, "select $1::"+typ, null)
			reads(s, &b, &a, "select $1::"+typ, &a)
			reads(s, &b, nil, "select $1::"+typ, (*N)(nil))
			reads(s, nil, any(one), "select $1::"+typ+"::text", a)
			reads(s, nil, any(nil), "select $1::"+typ+"::text", null)
		}
		for _, typ := range []string{"uuid[]", "text[]", "varchar[]"} {
			reads(s, []N{b}, list, "select $1::"+typ, list)
			reads(s, []N{b}, nil, "select $1::"+typ, []N(nil))
			reads(s, []N{b}, []N{}, "select $1::"+typ, []N{})
			reads(s, [][]N{{b}}, grid, "select $1::"+typ, grid)
		}
		reads(s, 0, 2, "select count(*) from unnest($1::uuid[]) u where u = any($2)", list, []N{a, null, b})
		reads(s, pgtype.Range[N]{}, half, "select $1::uuidrange", half)
		if s.described() {
			reads(s, b, a, "select $1::jsonb", a)
			reads(s, b, null, "select $1::jsonb", null)
			reads(s, nil, any(`"`+one+`"`), "select $1::jsonb::text", a)
		}
		reads(s, b, a, "select to_jsonb($1::text)", one)
		refuses(s, b, b, "", "select ''::text")
		refuses(s, b, b, "", "select array['"+one+"']::uuid[]")
		s.TypeMap().RegisterDefaultPgType((*N)(nil), "uuid or text") // for a type that pgx does not know
		reads(s, b, a, "select $1::citext", a)
		reads(s, b, null, "select $1::citext", null)
		refuses(s, b, b, "", "select ''::citext")
		refuses(s, b, b, "use a slice", "select array['"+one+"'::citext]")

		kit.Must(s.Exec(s.ctx, "truncate nulls"))(s)
		row := []any{a, a, a, list, grid, half}
		if _, err := s.CopyFrom(s.ctx, pgx.Identifier{"nulls"}, []string{"n", "c", "j", "l", "g", "r"}, pgx.CopyFromRows([][]any{row, {null, null, null, []N(nil), [][]N(nil), nil}})); err != nil {
			s.Errorf("COPY: %v", err)
		}
		two := other.String()
		reads(s, "", "("+one+","+one+`,"""`+one+`""","{`+one+",NULL,"+two+`}","{{`+one+",NULL},{NULL,"+two+`}}","[`+one+`,)")`,
			"select nulls::text from nulls where n = $1", a)
		reads(s, 0, 1, "select count(*) from nulls where n is null and c is null and j is null and l is null and g is null")
	})
}
