package ids_test

import (
	"context"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// What is in an id of another system.
func Example() {
	id, err := ids.ParseObjectID("6214c98e4f8b2a6d3c9e1f07")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id.Time())

	u := id.UUID() // for a column of UUIDs
	fmt.Println(u)
	id, err = ids.ObjectIDFromUUID(u)
	fmt.Println(id, err)
	// Output:
	// 2022-02-22 11:31:26 +0000 UTC
	// 017f2133-52b0-803d-8f8b-2a6d3c9e1f07
	// 6214c98e4f8b2a6d3c9e1f07 <nil>
}

// The layout is not in a COMB: the program that made it knows.
func ExampleCOMB_Time() {
	id, err := ids.ParseCOMB("5a4b3c2d-1e0f-4a1b-8c2d-017f22e279b0")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, ok := id.Time(ids.COMBSQLServer)
	fmt.Println(t, ok)
	// Output:
	// 2022-02-22 19:22:22 +0000 UTC true
}

func ExampleNewULID() {
	a, b := ids.NewULID(), ids.NewULID()
	fmt.Println(len(a.String()), a.String() < b.String())
	// Output: 26 true
}

func ExampleSnowflakeGenerator() {
	snowflakes := ids.SnowflakeGenerator{
		Epoch:   ids.TwitterEpoch,
		Machine: 17, // no other generator has this number
	}
	id, err := snowflakes.NewSnowflake(context.Background())
	fmt.Println(id.Machine(), err)
	// Output: 17 <nil>
}

func ExampleParseULID() {
	id, err := ids.ParseULID("01FWHE4YDGFK1SHH6W1G60EECF")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id.Time())
	fmt.Println(id.UUID()) // the same 128 bits: here, a UUID of version 7

	_, err = ids.ParseULID("0IARZ3NDEKTSV4RRFFQ69G5FAV")
	fmt.Println(err)
	// Output:
	// 2022-02-22 19:22:22 +0000 UTC
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
	// ids.ParseULID("0IARZ3NDEKTSV4RRFFQ69G5FAV"): want a Crockford base32 digit at byte 1
}

func ExampleSnowflake() {
	id, err := ids.ParseSnowflake("1541815603606036480")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id.Time(ids.TwitterEpoch))
	fmt.Println(id.Machine(), id.Sequence())
	// Output:
	// 2022-06-28 16:07:40.105 +0000 UTC
	// 378 0
}

func ExampleSnowflakeFromUUID() {
	id := ids.Snowflake(1541815603606036480)
	u, err := id.UUID(ids.TwitterEpoch)
	fmt.Println(u, err)
	id, err = ids.SnowflakeFromUUID(u, ids.TwitterEpoch)
	fmt.Println(id, err)
	_, err = ids.SnowflakeFromUUID(u, ids.DiscordEpoch)
	fmt.Println(err)
	// Output:
	// 0181ab11-8149-800c-9565-a11f6217a000 <nil>
	// 1541815603606036480 <nil>
	// ids.SnowflakeFromUUID(0181ab11-8149-800c-9565-a11f6217a000): its time is not that of the id within
}

func ExampleKSUIDOf() {
	u := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	at, _ := u.Time()
	id, err := ids.KSUIDOf(at, u)
	fmt.Println(id, err)
	fmt.Println(id.Payload())
	// Output:
	// 25TizqdXESOhUr0chKLCG7IeTnz <nil>
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
}

func ExampleGuess() {
	for _, c := range ids.Guess("0181ab11-8149-800c-9565-a11f6217a000")[:2] {
		fmt.Printf("%s %v (%s), plausible: %t\n", c.Name, c.ID, c.Note, c.Plausible)
	}
	// Output:
	// UUID 0181ab11-8149-800c-9565-a11f6217a000 (), plausible: true
	// Snowflake 1541815603606036480 (in a version 8 UUID, Twitter's epoch), plausible: true
}

// MongoDB's driver v2 calls the method itself: 7 is BSON's ObjectId, 2 a string.
func ExampleObjectID_MarshalBSONValue() {
	object, err := ids.ParseObjectID("6214c98e4f8b2a6d3c9e1f07")
	if err != nil {
		fmt.Println(err)
		return
	}
	typ, data, err := object.MarshalBSONValue()
	fmt.Printf("%d %x %v\n", typ, data, err)

	typ, data, err = ids.NewULID().MarshalBSONValue()
	fmt.Println(typ, len(data), err)
	// Output:
	// 7 6214c98e4f8b2a6d3c9e1f07 <nil>
	// 2 31 <nil>
}
