package ids_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

var guessTime = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// TestGuess compares the first candidates, as many as are given.
func TestGuess(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "plausible ULID 2016-07; UUID form.ULID"},
		{"01FWHE4YDGFK1SHH6W1G60EECF", "plausible UUID form.ULID 2022-02; plausible ULID 2022-02"},
		{"05ZJ5RKSP1YC7664VG60R1SSHW", "plausible UUID form.Base32Human 2022-02; ULID 2178-08"},
		{"0005d8a0-44ab-5780-85944171f73967e8", "plausible LexicalUUID 2022-02"},
		{"AGkDJqafmrqDz95atM", "plausible Flake 2022-02"},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "plausible KSUID 2017-10"},
		{"AaICZqUvdVwO0jOIuu1g", "plausible Elasticflake 2026-11"},
		{"-P71OFOsaA75JZTp-ZzW", "plausible PushID 2026-11"},
		{"9m4e2mr0ui3e8a215n4g", "plausible XID 2011-03"},
		{"507f1f77bcf86cd799439011", "plausible ObjectID 2012-10"},
		{"ckzyilbxs6fhglb7d776s5g1k", "plausible CUID 2022-02"},
		{"1ZfKGd6jMK~-5YAl4PM_weQ", "plausible SID 2026-11"},
		{"18ea510a06ba24e9-1bd2b5133214c308", "plausible SID 2026-11"},
		// Numbers: the system that more people use first.
		{"1541815603606036480", "plausible Snowflake Twitter's epoch 2022-06; plausible Snowflake Discord's epoch 2026-08"},
		{"175928847299117063", "plausible Snowflake Twitter's epoch 2012-03; plausible Snowflake Discord's epoch 2016-04"},
		{"4035899970707002369", "plausible ShardingID Instagram's epoch 2026-11; Flake 3229-06"},
		{"6901969419502497792", "plausible FlakeID 2022-02; Flake 3904-07"},
		{"569093904339898932", "plausible Snowflake Twitter's epoch 2015-02; plausible Snowflake Discord's epoch 2019-04"},
		{"100019050905932340", "plausible Snowflake Twitter's epoch 2011-08; plausible Snowflake Discord's epoch 2015-10"},
		{"-1", "ShardingID Instagram's epoch 2081-04"},
		// A Snowflake of Discord has 18 digits, as a Flake has.
		{"805123456789012345", "plausible Snowflake Twitter's epoch 2016-12; plausible Snowflake Discord's epoch 2021-01; plausible ShardingID Instagram's epoch 2014-09; plausible TSID 2026-01; plausible Flake 2010-08; Sonyflake"},
		{"42", "Sonyflake the epoch of version 2 2025-01; "},
		{"5fc8b89e6c000000", "plausible FlakeID bytes in hexadecimal 2022-02; "},
		// UUIDs, and what they contain.
		{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "plausible UUID 2022-02; plausible ULID the bits of a UUID 2022-02"},
		{"{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", "plausible UUID 2022-02"},
		{"017f22e279b07cc398c4dc0c0c07398f", "plausible UUID 2022-02; plausible ULID the bits of a UUID 2022-02"},
		{"919108f7-52d1-4320-9bac-f847db4148a8", "plausible UUID; plausible OrderedUUID 2020-09"},
		{"017f22e2-79b0-41d0-a765-00a0c91e6bf6", "plausible UUID; plausible COMB PostgreSQL's layout 2022-02; plausible ULID the bits of a UUID 2022-02"},
		{"f81d4fae-7dec-41d0-a765-017f22e279b0", "plausible UUID; plausible COMB SQL Server's layout 2022-02"},
		{"f81d4fae-7dec-41d0-a765-ae44013f40e8", "plausible UUID; plausible COMB the legacy layout 2022-02"},
		{"01563e3a-b5d3-d676-4c61-efb99302bd5b", "plausible UUID; plausible ULID the bits of a UUID 2016-07"},
		{"0005d8a0-44ab-5780-8594-4171f73967e8", "plausible UUID; plausible LexicalUUID the bits of a UUID 2022-02"},
		{"0000017f-22e2-79b0-109a-dd5e0e8f0000", "plausible UUID; plausible Flake the bits of a UUID 2022-02"},
		{"18ea510a-06ba-24e9-1bd2-b5133214c308", "plausible UUID; plausible SID the bits of a UUID 2026-11"},
		{"0181ab11-8149-800c-9565-a11f6217a000", "plausible UUID; plausible Snowflake in a version 8 UUID, Twitter's epoch 2022-06; plausible LexicalUUID in a version 8 UUID 2023-10; plausible PushID in a version 8 UUID 2022-06"},
		{"017f22e2-79b0-8014-a692-a230eb801411", "plausible UUID; plausible ShardingID in a version 8 UUID, Instagram's epoch 2022-02"},
		{"017f22e2-79b0-8021-9fc8-b89e6c0e3000", "plausible UUID; plausible FlakeID in a version 8 UUID 2022-02"},
		{"017f22e2-79b0-8024-857e-d65cf8ffffff", "plausible UUID; plausible Sonyflake in a version 8 UUID, the epoch of version 1 2022-02"},
		{"017f22e2-79b0-8010-909a-dd5e0e8f0001", "plausible UUID; plausible Flake in a version 8 UUID 2022-02"},
		{"012edeb0-4b78-8039-a0f4-86e428412dc9", "plausible UUID; plausible XID in a version 8 UUID 2011-03"},
		{"013a7092-e8d8-803e-bcf8-6cd799439011", "plausible UUID; plausible ObjectID in a version 8 UUID 2012-10"},
		{"01a20265-0678-898b-8819-491ed4093f84", "plausible UUID; plausible PushID in a version 8 UUID 2026-11; plausible Elasticflake in a version 8 UUID 2026-11"},
		{"00000000-0000-0000-0000-000000000000", "plausible UUID"},
		{"0181ab118149800c9565a11f6217a000", "plausible UUID; plausible Snowflake in a version 8 UUID, Twitter's epoch 2022-06"},
		{"ffffffffffff7fffbfffffffffffffff", "UUID 10889-08"},
		{"2.25.5", "plausible UUID form.OID"},
		{"JyZVoFVQxQNmw2bsgr7D1R", "plausible UUID form.Base58"},
		{"user_01h455vb4pex5vsknk084sn02q", `plausible TypeID of "user" 2023-06`},
		{"my__type_01h5fskfsk4fpeqwnsyz5hj55t", `plausible TypeID of "my__type"`},
		{"User_01h455vb4pex5vsknk084sn02q", ""},
		{"pre__01h455vb4pex5vsknk084sn02q", ""},
		{"DROP TABLE!_01h455vb4pex5vsknk084sn02q", ""},
		{strings.Repeat("a", 63) + "_01h455vb4pex5vsknk084sn02q", `plausible TypeID of "` + strings.Repeat("a", 63) + `" 2023-06`},
		{strings.Repeat("a", 64) + "_01h455vb4pex5vsknk084sn02q", ""},
		{"urn:oid:2.25.329800735698586629295641978511506172918", "plausible UUID form.OID 1997-02"},
		{"URN:OID:2.25.329800735698586629295641978511506172918", "plausible UUID form.OID 1997-02"},
		{"urn:oid:01FWHE4YDGFK1SHH6W1G60EECF", ""},
		{"10000000000000000000000000000001", "plausible SID the bits of a UUID 2006-07; UUID; UUID form.Decimal"},
		{"AX8i4nmwfMOYxNwMDAc5jw==", "plausible UUID base64 2022-02"},
		{"+B1Prn3sQdCnZQCgyR5r9g", "plausible UUID base64"},
		{"BihbxwwQ4NZZpKRH9JDCz", "plausible UUID form.Base58 without padding 2022-02; plausible NanoID of random digits; Flake 14185506-09"},
		{"V1StGXR8_Z5jdHi6B-myT", "plausible NanoID of random digits"},
		{"IRFa-VaY2b", "plausible NanoID of random digits"},
		{"helloworld", "Flake 1970-01; NanoID of random digits"},
		{"tz4a98xxat96iws9zmbrgj3a", "plausible CUID2 a hash"},
		{"administrationofdocument", "CUID2 a hash"},
		// TSIDs of tsid-creator's README, as text and as number.
		{"01226N0640J7K", "plausible TSID 2020-04"},
		{"38352658567418867", "plausible Snowflake Twitter's epoch 2011-02"},
		{"0dxbq9h279r05", "plausible TSID 2023-10"},
		{"00000000000ZZ", "TSID 2020-01"},
		{"GZZZZZZZZZZZZ", "Flake"},
		// Of others, the names.
		{"ch_3MmlLrLkdIwHu7ix0snN0B15", "plausible Stripe id a charge"},
		{"cus_NffrFeUfNV2Hib", "plausible Stripe id a customer"},
		{"cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u", "plausible Stripe id a checkout session"},
		{"ch_01h455vb4pex5vsknk084sn02q", `plausible TypeID of "ch" 2023-06`},
		{"ch_short", ""},
		{"price_per_customer_and_month", ""},
		{"AKIAIOSFODNN7EXAMPLE", "plausible AWS id an access key; "},
		{"AIDACKCEVSQ6C2EXAMPLE", "plausible AWS id a user; "},
		{"AKIAIOSFODNN7EXAMPL1", "Flake 203534-08; Elasticsearch id 6635-01; PushID 3549-06; Elasticflake 1992-01; UUID form.Z85"},
		{"BQDiIn8BEJrdXg6PeQCw", "plausible Elasticsearch id 2022-02; "},
		{"0ea2e9ee000102030405060708090a0b0c0d0e0f", "plausible KSUID bytes in hexadecimal 2022-02"},
		{"hello", "Flake 1970-01"},
		{"d41d8cd98f00b204e9800998ecf8427e", "UUID"},
		{"", ""},
		{"no id", ""},
		{"0123456789abſ", ""}, // of which strings.ToUpper makes 13 bytes
		{strings.Repeat("0", 65), ""},
	} {
		got := describe(ids.GuessAt(test.text, guessTime))
		if got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("Guess(%q) =\n%s, want\n%s", test.text, got, test.want)
		}
	}
}

func describe(all []ids.Candidate) string {
	var lines []string
	for _, c := range all {
		words := []string{"", c.Name, c.Note, c.Time.Format("2006-01")}
		if c.Plausible {
			words[0] = "plausible"
		}
		if c.Time.IsZero() {
			words[3] = ""
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	}
	return strings.Join(lines, "; ")
}

func TestGuessBytes(t *testing.T) {
	for _, test := range []struct{ hex, want string }{
		{"1565a11f6217a000", "plausible Snowflake Twitter's epoch 2022-06; plausible Snowflake Discord's epoch 2026-08; plausible ShardingID"},
		{"5fc8b89e6c0e3000", "plausible FlakeID 2022-02; Sonyflake"},
		{"507f1f77bcf86cd799439011", "plausible ObjectID 2012-10; plausible XID 2012-10"},
		{"01a20266a52f755c0ed23388baed60", "plausible PushID 2026-11; plausible Elasticflake 2026-11"},
		{"017f22e279b07cc398c4dc0c0c07398f", "plausible UUID 2022-02; plausible ULID the bits of a UUID 2022-02"},
		{"0ea2e9ee000102030405060708090a0b0c0d0e0f", "plausible KSUID 2022-02"},
		{hex.EncodeToString([]byte("01ARZ3NDEKTSV4RRFFQ69G5FAV")), "plausible ULID 2016-07"},
		{"", ""},
		{"ff", ""},
	} {
		got := describe(ids.GuessBytesAt(unhex(t, test.hex), guessTime))
		if got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("GuessBytes(%s) =\n%s, want\n%s", test.hex, got, test.want)
		}
	}
}

// TestGuessElasticsearch checks the time in shuffled bytes.
func TestGuessElasticsearch(t *testing.T) {
	all := ids.GuessAt("BQDiIn8BEJrdXg6PeQCw", guessTime)
	if len(all) == 0 || all[0].Name != "Elasticsearch id" || formatTime(all[0].Time) != rfcTime {
		t.Errorf("got %v, want %v", all, rfcTime)
	}
}

// TestGuessRandom has Guess read what is random: what is plausible in a UUID must be rare,
// except for an OrderedUUID.
func TestGuessRandom(t *testing.T) {
	const n = 5000
	others, r := 0, random()
	for range n {
		var u uuid.UUID
		r.Read(u[:])
		stampV4(u[:])
		for i, c := range ids.GuessAt(u.String(), guessTime) {
			if i == 0 && c.ID != u {
				t.Fatalf("Guess(%v): the first is %v", u, c.ID)
			}
			if i > 0 && c.Plausible && c.Name != "OrderedUUID" {
				others++
			}
		}
	}
	if others == 0 || others > n/50 {
		t.Errorf("%d of %d random UUIDs plausibly contain something, want some and less than %d", others, n, n/50)
	}
}

// TestGuessForms has Guess find the forms of a UUID: version 7 by its time, and version 4.
func TestGuessForms(t *testing.T) {
	for _, f := range form.All() {
		for _, want := range []uuid.UUID{uuid.MinV7(guessTime), uuid.NewV4()} {
			text := f.Text(want)
			if !slices.ContainsFunc(ids.GuessAt(text, guessTime), func(c ids.Candidate) bool { return c.ID == want && c.Plausible }) {
				t.Errorf("Guess(%q) does not find %v", text, f)
			}
		}
	}
}

// testGuess has Guess find the ids of the vectors.
func (s of[T]) testGuess(t *testing.T) {
	for _, v := range s.vectors {
		id, err := s.parse(v.text)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, c := range ids.GuessAt(v.text, guessTime) {
			found = found || any(c.ID) == any(id)
		}
		// Of other version 4 UUIDs, these are found by their time.
		if plausible := s.time(id).Year() >= 2005 && s.time(id).Before(guessTime); !found && (s.version == 0 || plausible) {
			t.Errorf("Guess(%q) does not find the %s", v.text, s.name)
		}
	}
}
