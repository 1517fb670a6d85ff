package cli_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
)

// An inspection is a line of inspect -o json.
type inspection struct {
	Input    string
	Readings []struct {
		Name, ID, Note, Time, UUID, Variant, Node string
		Plausible                                 bool
		Version                                   int
		ClockSeq                                  *int `json:"clock_seq"`
		Texts, Stores                             []struct{ Name, Text string }
	}
}

func inspect(t *testing.T, text string) (found inspection) {
	t.Helper()
	if err := json.Unmarshal([]byte(good(t, text, "inspect", "-o", "json")), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestInspect looks at the first reading of a text.
func TestInspect(t *testing.T) {
	const v7 = "0190163d-8694-739b-aea5-966c26f8ad91"
	for _, test := range []struct{ text, name, note, time, uuid string }{
		{v7, "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"  " + v7 + " ", "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"{" + v7 + "}", "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"0190163d8694739baea5966c26f8ad91", "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"0x0190163D8694739BAEA5966C26F8AD91", "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{`\x0190163d8694739baea5966c26f8ad91`, "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"X'0190163d8694739baea5966c26f8ad91'", "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"739b86940190163daea5966c26f8ad91", "UUID", "bytes-swapped", "2024-06-14T10:14:09.3Z", v7},
		{"9b7394863d16900191adf8266c96a5ae", "UUID", "bytes-java", "2024-06-14T10:14:09.3Z", v7},
		{"1CCCu4CMyfubCHvwkoi26c", "UUID", "base58", "2024-06-14T10:14:09.3Z", v7},
		{"user_01h455vb4pex5vsknk084sn02q", "TypeID", `of "user"`, "2023-06-30T03:34:18.518Z", "01890a5d-ac96-774b-bcce-b302099a8057"},
		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "ULID", "", "2016-07-30T23:54:10.259Z", "01563e3a-b5d3-d676-4c61-efb99302bd5b"},
		{"507f1f77bcf86cd799439011", "ObjectID", "", "2012-10-17T21:13:27Z", "013a7092-e8d8-803e-bcf8-6cd799439011"},
		{"ObjectId('507f1f77bcf86cd799439011')", "ObjectID", "", "2012-10-17T21:13:27Z", "013a7092-e8d8-803e-bcf8-6cd799439011"},
		{`UUID("0190163d-8694-739b-aea5-966c26f8ad91")`, "UUID", "", "2024-06-14T10:14:09.3Z", v7},
		{"1541815603606036480", "Snowflake", "Twitter's epoch", "2022-06-28T16:07:40.105Z", ""},
		{"01226N0640J7K", "TSID", "", "2020-04-15T20:22:07.665Z", ""},
		{"ch_3MmlLrLkdIwHu7ix0snN0B15", "Stripe id", "a charge", "", ""},
		{"IRFa-VaY2b", "NanoID", "of random digits", "", ""},
		{"AKIAIOSFODNN7EXAMPLE", "AWS id", "an access key", "", ""},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "KSUID", "", "2017-10-10T04:00:47Z", "015f0471-2d98-8acd-9e2f-09a7a95c2f5f"},
	} {
		found := inspect(t, test.text)
		got := found.Readings[0]
		if got.Name != test.name || got.Note != test.note || got.Time != test.time || got.UUID != test.uuid || !got.Plausible {
			t.Errorf("%s: got %+v, want %+v", test.text, got, test)
		}
		if (len(got.Texts) == 27 && len(got.Stores) == 9) != (test.uuid != "") {
			t.Errorf("%s: got %d texts and %d stores", test.text, len(got.Texts), len(got.Stores))
		}
		if found.Input != test.text {
			t.Errorf("got the input %q, want %q", found.Input, test.text)
		}
		for _, r := range found.Readings[1:] {
			if !r.Plausible {
				t.Errorf("%s: got %s, which is not plausible", test.text, r.Name)
			}
			if r.Texts != nil {
				t.Errorf("%s: got texts of the reading %s", test.text, r.ID)
			}
		}
	}
	got := inspect(t, id).Readings[0]
	if got.Version != 1 || got.Variant != "RFC 9562" || got.Node != "00:a0:c9:1e:6b:f6" || got.ClockSeq == nil || *got.ClockSeq != 10085 {
		t.Errorf("got %+v", got)
	}
}

func TestInspectMany(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(good(t, id+"\r\n\n739b86940190163daea5966c26f8ad91\n", "inspect", "-o", "csv"))).ReadAll()
	if err != nil || len(rows) != 1+1+2 || rows[2][1] != "1" || rows[3][1] != "2" {
		t.Errorf("got %q, %v", rows, err)
	}
	one := good(t, "", "inspect", id)
	if got := good(t, id+"\n"+id+"\n", "inspect"); got != one+"\n"+one {
		t.Errorf("got\n%s", got)
	}
	if got := good(t, "", "inspect", id, id); got != one+"\n"+one {
		t.Errorf("got\n%s", got)
	}
	if got := good(t, "", "inspect", "1541815603606036480"); !strings.Contains(got, "  could also be\n    Snowflake, Discord's epoch") {
		t.Errorf("got\n%s", got)
	}
	if strings.Contains(one, "\x1b") {
		t.Errorf("got colours, but the output is no terminal: %q", one)
	}
}

// TestInspectUnknown inspects what is no id: one line, and nothing else.
func TestInspectUnknown(t *testing.T) {
	for _, text := range []string{"hello", "42", "no id", "2024-06-14", "alice@example.com", "AKIAIOSFODNN7EXAMPL1", "-1"} {
		want := fmt.Sprintf("uuid: inspect: %q is no id that is known here, and no file\n", text)
		if stdout, stderr, status := run(strings.NewReader(""), "inspect", "--", text); stdout != "" || stderr != want || status != 1 {
			t.Errorf("%s: got %q, %q and exit status %d, want %q and 1", text, stdout, stderr, status, want)
		}
		if stdout, _, status := run(strings.NewReader(text), "inspect", "-o", "json"); stdout != fmt.Sprintf("{\"input\":%q,\"readings\":[]}\n", text) || status != 1 {
			t.Errorf("%s: got %s and exit status %d", text, stdout, status)
		}
	}
	// The text of a UUID is one, whatever its version.
	if got := inspect(t, "ffffffff-ffff-7fff-bfff-ffffffffffff").Readings; len(got) != 1 || got[0].Name != "UUID" {
		t.Errorf("got %+v", got)
	}
	if got := inspect(t, "d41d8cd98f00b204e9800998ecf8427e").Readings; got[0].Name != "UUID" {
		t.Errorf("got %+v of an MD5 hash", got)
	}
}

// TestInspectFiles inspects files, and ids that are also names of files.
func TestInspectFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"ids.txt": id + "\n\n" + idHex, "users": id + "\n", idHex: "hello\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := good(t, "", "inspect", id, idHex, idHex, id)
	if got := good(t, "", "inspect", "ids.txt", idHex, "users"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	socket, err := net.Listen("unix", "socket") // a file that even root cannot open
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for _, test := range []struct {
		name   string
		status int
		stderr string // its beginning
	}{
		{"socket", 2, "uuid: inspect: open socket: "},
		{"./" + idHex, 1, "uuid: inspect: \"hello\" is no id that is known here\n"},
		{"nosuch.txt", 1, "uuid: inspect: \"nosuch.txt\" is no id that is known here, and no file\n"},
		{".", 2, "uuid: inspect: read .: is a directory\n"},
	} {
		if stdout, stderr, status := run(strings.NewReader(""), "inspect", test.name); stdout != "" || !strings.HasPrefix(stderr, test.stderr) || status != test.status {
			t.Errorf("%s: got %q, %q and exit status %d", test.name, stdout, stderr, status)
		}
	}
}
