package ids_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

func TestMain(m *testing.M) { stores.Main(m) }

// TestPostgresShardingID has PostgreSQL make ShardingIDs of random fields, as Instagram's
// function does, and read the fields of what is sent back.
func TestPostgresShardingID(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), stores.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `
		SELECT ((milli - 1314220021721) << 23 | (shard << 10) | seq)::text, milli, shard::int, seq::int
		FROM (SELECT 1314220021721 + floor(random() * 2^41)::bigint AS milli, floor(random() * 8192)::bigint AS shard,
			n % 1024 AS seq FROM generate_series(1, $1) AS n) AS fields`, int64(values))
	if err != nil {
		t.Fatal(err)
	}
	var all []ids.ShardingID
	var wants []int64
	var text string
	var milli int64
	var shard, seq int
	_, err = pgx.ForEachRow(rows, []any{&text, &milli, &shard, &seq}, func() error {
		id, err := ids.ParseShardingID(text)
		if err != nil || id.String() != text || !id.Time(ids.InstagramEpoch).Equal(time.UnixMilli(milli)) || id.Shard() != shard || id.Sequence() != seq {
			t.Fatalf("%s: %v, %v of %v, shard %d, sequence %d, want %v, %d, %d", text, err, id, id.Time(ids.InstagramEpoch), id.Shard(), id.Sequence(),
				time.UnixMilli(milli), shard, seq)
		}
		all, wants = append(all, id), append(wants, milli)
		return nil
	})
	if err != nil || len(all) != values {
		t.Fatal(len(all), err)
	}
	var wrong int
	err = conn.QueryRow(t.Context(), `
		SELECT count(*) FILTER (WHERE ((id >> 23) & (2^41 - 1)::bigint) + 1314220021721 <> milli)
		FROM unnest($1::bigint[], $2::bigint[]) AS sent(id, milli)`, all, wants).Scan(&wrong)
	if err != nil || wrong != 0 {
		t.Errorf("PostgreSQL reads another time in %d, %v", wrong, err)
	}
}
