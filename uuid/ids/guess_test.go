package ids_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

var guessTime = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// TestGuess compares the first candidates, as many as are given.
func TestGuess(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "likely ULID 2016-07; unlikely UUID form.ULID"},
		{"01FWHE4YDGFK1SHH6W1G60EECF", "likely UUID form.ULID 2022-02; possible ULID 2022-02"},
		{"05ZJ5RKSP1YC7664VG60R1SSHW", "likely UUID form.Base32Human 2022-02; unlikely ULID 2178-08"},
		{"0005d8a0-44ab-5780-85944171f73967e8", "likely LexicalUUID 2022-02"},
		{"AGkDJqafmrqDz95atM", "likely Flake 2022-02"},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "possible KSUID 2017-10"},
		{"AaICZqUvdVwO0jOIuu1g", "likely Elasticflake 2026-11"},
		{"-P71OFOsaA75JZTp-ZzW", "likely PushID 2026-11"},
		{"9m4e2mr0ui3e8a215n4g", "possible XID 2011-03"},
		{"507f1f77bcf86cd799439011", "possible ObjectID 2012-10"},
		{"ckzyilbxs6fhglb7d776s5g1k", "possible CUID 2022-02"},
		{"1ZfKGd6jMK~-5YAl4PM_weQ", "possible SID 2026-11"},
		{"18ea510a06ba24e9-1bd2b5133214c308", "possible SID 2026-11"},
		// Numbers: the newest first.
		{"4035899970707002369", "possible ShardingID Instagram's epoch 2026-11; unlikely"},
		{"6901969419502497792", "possible FlakeID 2022-02; unlikely"},
		{"569093904339898932", "possible Sonyflake the epoch of version 1 2025-06; possible Snowflake Discord's epoch 2019-04; possible Snowflake Twitter's epoch 2015-02"},
		{"100019050905932340", "possible Sonyflake the epoch of version 2 2026-11; possible Sonyflake the epoch of version 1 2016-07"},
		{"-1", "unlikely ShardingID Instagram's epoch 2081-04"},
		// UUIDs, and what they contain.
		{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "likely UUID 2022-02; possible ULID the bits of a UUID 2022-02"},
		{"{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", "likely UUID 2022-02"},
		{"017f22e279b07cc398c4dc0c0c07398f", "likely UUID 2022-02; possible ULID the bits of a UUID 2022-02"},
		{"919108f7-52d1-4320-9bac-f847db4148a8", "likely UUID; possible OrderedUUID 2020-09"},
		{"017f22e2-79b0-41d0-a765-00a0c91e6bf6", "likely UUID; likely COMB PostgreSQL's layout 2022-02; possible ULID the bits of a UUID 2022-02"},
		{"f81d4fae-7dec-41d0-a765-017f22e279b0", "likely UUID; likely COMB SQL Server's layout 2022-02"},
		{"f81d4fae-7dec-41d0-a765-ae44013f40e8", "likely UUID; likely COMB the legacy layout 2022-02"},
		{"01563e3a-b5d3-d676-4c61-efb99302bd5b", "likely UUID; likely ULID the bits of a UUID 2016-07"},
		{"0005d8a0-44ab-5780-8594-4171f73967e8", "likely UUID; likely LexicalUUID the bits of a UUID 2022-02"},
		{"0000017f-22e2-79b0-109a-dd5e0e8f0000", "likely UUID; likely Flake the bits of a UUID 2022-02"},
		{"18ea510a-06ba-24e9-1bd2-b5133214c308", "likely UUID; possible SID the bits of a UUID 2026-11"},
		{"0181ab11-8149-800c-9565-a11f6217a000", "likely UUID; likely Snowflake in a version 8 UUID, Twitter's epoch 2022-06; possible PushID in a version 8 UUID"},
		{"017f22e2-79b0-8014-a692-a230eb801411", "likely UUID; likely ShardingID in a version 8 UUID, Instagram's epoch 2022-02"},
		{"017f22e2-79b0-8021-9fc8-b89e6c0e3000", "likely UUID; likely FlakeID in a version 8 UUID 2022-02"},
		{"017f22e2-79b0-8024-857e-d65cf8ffffff", "likely UUID; likely Sonyflake in a version 8 UUID, the epoch of version 1 2022-02"},
		{"017f22e2-79b0-8010-909a-dd5e0e8f0001", "likely UUID; likely Flake in a version 8 UUID 2022-02"},
		{"012edeb0-4b78-8039-a0f4-86e428412dc9", "likely UUID; likely XID in a version 8 UUID 2011-03"},
		{"013a7092-e8d8-803e-bcf8-6cd799439011", "likely UUID; likely ObjectID in a version 8 UUID 2012-10"},
		{"01a20265-0678-898b-8819-491ed4093f84", "likely UUID; likely PushID in a version 8 UUID 2026-11; possible Elasticflake in a version 8 UUID 2026-11"},
		{"00000000-0000-0000-0000-000000000000", "likely UUID"},
		{"2.25.5", "likely UUID form.OID"},
		{"JyZVoFVQxQNmw2bsgr7D1R", "possible UUID form.Base58"},
		{"user_01h455vb4pex5vsknk084sn02q", `likely UUID a TypeID of "user" 2023-06`},
		{"0ea2e9ee000102030405060708090a0b0c0d0e0f", "possible KSUID bytes in hexadecimal 2022-02"},
		{"hello", "unlikely Flake 1970-01"},
		{"d41d8cd98f00b204e9800998ecf8427e", "unlikely UUID"},
		{"", ""},
		{"no id", ""},
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
		_, name, _ := strings.Cut(fmt.Sprintf("%T", c.ID), ".")
		words := []string{c.Confidence.String(), name, c.Note, c.Time.Format("2006-01")}
		if c.Time.IsZero() {
			words[3] = ""
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	}
	return strings.Join(lines, "; ")
}

func TestGuessBytes(t *testing.T) {
	for _, test := range []struct{ hex, want string }{
		{"1565a11f6217a000", "possible Snowflake Discord's epoch 2026-08; possible Snowflake Twitter's epoch 2022-06; possible ShardingID"},
		{"5fc8b89e6c0e3000", "possible FlakeID 2022-02; unlikely"},
		{"507f1f77bcf86cd799439011", "possible ObjectID 2012-10; possible XID 2012-10"},
		{"01a20266a52f755c0ed23388baed60", "likely PushID 2026-11; possible Elasticflake 2026-11"},
		{"017f22e279b07cc398c4dc0c0c07398f", "likely UUID 2022-02; possible ULID the bits of a UUID 2022-02"},
		{"0ea2e9ee000102030405060708090a0b0c0d0e0f", "possible KSUID 2022-02"},
		{hex.EncodeToString([]byte("01ARZ3NDEKTSV4RRFFQ69G5FAV")), "likely ULID 2016-07"},
		{"", ""},
		{"ff", ""},
	} {
		got := describe(ids.GuessBytesAt(unhex(t, test.hex), guessTime))
		if got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("GuessBytes(%s) =\n%s, want\n%s", test.hex, got, test.want)
		}
	}
}

// TestGuessRandom has Guess read what is random: what it calls likely must be rare.
func TestGuessRandom(t *testing.T) {
	const n = 5000
	likely, r := 0, random()
	for range n {
		var u uuid.UUID
		r.Read(u[:])
		stampV4(u[:])
		for i, c := range ids.GuessAt(u.String(), guessTime) {
			if i == 0 && c.ID != u {
				t.Fatalf("Guess(%v): the first is %v", u, c.ID)
			}
			if i > 0 && c.Confidence == ids.Likely {
				likely++
			}
		}
	}
	if likely > n/50 {
		t.Errorf("%d of %d random UUIDs likely contain something, want less than %d", likely, n, n/50)
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
