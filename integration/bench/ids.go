package main

import (
	"testing"

	"github.com/bwmarrin/snowflake"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

var (
	xidID       = xid.New()
	ksuidID     = ksuid.New()
	objectID    = bson.NewObjectID()
	snowflakeID = snowflake.ID(1541815603606036480)

	ourULID     = ids.ULID(ulidID)
	ourXID      = ids.XID(xidID)
	ourKSUID    = ids.KSUID(ksuidID)
	ourObjectID = ids.ObjectID(objectID)
)

// idsSection is package ids beside the packages that people use for each identifier. Of
// Snowflake, only Parse differs: the texts are those of strconv, and both make 4,096 a
// millisecond.
func idsSection() section {
	ours := ratio{"uuidkit", "peer"}
	row := func(name string, uuidkit, other func(b *testing.B)) operation {
		return operation{name: name, most: promises{ours: 1}, peers: []peer{{"uuidkit", uuidkit}, {"peer", other}}}
	}
	ulidText, xidText, ksuidText, hex, decimal := ulidID.String(), xidID.String(), ksuidID.String(), objectID.Hex(), snowflakeID.String()
	return section{
		name:    "Identifiers",
		note:    "The peer's name is that of the package which people use for this identifier. ulid.Make takes its random bits from math/rand, ours are from crypto/rand.",
		columns: []string{"uuidkit", "peer"},
		ratios:  []ratio{ours},
		operations: []operation{
			row("ParseULID, oklog/ulid",
				func(b *testing.B) { loop(b, func() { ids.ParseULID(ulidText) }) },
				func(b *testing.B) { loop(b, func() { ulid.ParseStrict(ulidText) }) }),
			row("ULID.String, oklog/ulid",
				func(b *testing.B) { loop(b, func() { sinkString = ourULID.String() }) },
				func(b *testing.B) { loop(b, func() { sinkString = ulidID.String() }) }),
			row("ULID.AppendText, oklog/ulid",
				func(b *testing.B) { loop(b, func() { ourULID.AppendText(buffer) }) },
				func(b *testing.B) { loop(b, func() { ulidID.MarshalTextTo(buffer[:26]) }) }),
			row("NewULID, oklog/ulid",
				func(b *testing.B) { loop(b, func() { ids.NewULID() }) },
				func(b *testing.B) { loop(b, func() { ulid.Make() }) }),
			row("ParseXID, rs/xid",
				func(b *testing.B) { loop(b, func() { ids.ParseXID(xidText) }) },
				func(b *testing.B) { loop(b, func() { xid.FromString(xidText) }) }),
			row("XID.String, rs/xid",
				func(b *testing.B) { loop(b, func() { sinkString = ourXID.String() }) },
				func(b *testing.B) { loop(b, func() { sinkString = xidID.String() }) }),
			row("NewXID, rs/xid",
				func(b *testing.B) { loop(b, func() { ids.NewXID() }) },
				func(b *testing.B) { loop(b, func() { xid.New() }) }),
			row("ParseObjectID, mongo-driver",
				func(b *testing.B) { loop(b, func() { ids.ParseObjectID(hex) }) },
				func(b *testing.B) { loop(b, func() { bson.ObjectIDFromHex(hex) }) }),
			row("ObjectID.String, mongo-driver",
				func(b *testing.B) { loop(b, func() { sinkString = ourObjectID.String() }) },
				func(b *testing.B) { loop(b, func() { sinkString = objectID.Hex() }) }),
			row("NewObjectID, mongo-driver",
				func(b *testing.B) { loop(b, func() { ids.NewObjectID() }) },
				func(b *testing.B) { loop(b, func() { bson.NewObjectID() }) }),
			row("ParseKSUID, segmentio/ksuid",
				func(b *testing.B) { loop(b, func() { ids.ParseKSUID(ksuidText) }) },
				func(b *testing.B) { loop(b, func() { ksuid.Parse(ksuidText) }) }),
			row("KSUID.String, segmentio/ksuid",
				func(b *testing.B) { loop(b, func() { sinkString = ourKSUID.String() }) },
				func(b *testing.B) { loop(b, func() { sinkString = ksuidID.String() }) }),
			row("KSUID.AppendText, segmentio/ksuid",
				func(b *testing.B) { loop(b, func() { ourKSUID.AppendText(buffer) }) },
				func(b *testing.B) { loop(b, func() { ksuidID.Append(buffer) }) }),
			row("NewKSUID, segmentio/ksuid",
				func(b *testing.B) { loop(b, func() { ids.NewKSUID() }) },
				func(b *testing.B) { loop(b, func() { ksuid.New() }) }),
			row("ParseSnowflake, bwmarrin/snowflake",
				func(b *testing.B) { loop(b, func() { ids.ParseSnowflake(decimal) }) },
				func(b *testing.B) { loop(b, func() { snowflake.ParseString(decimal) }) }),
		},
	}
}
