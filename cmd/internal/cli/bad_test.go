package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

const (
	id     = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	idHex  = "f81d4fae7dec11d0a76500a0c91e6bf6"
	idRaw  = "\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6"
	status = "exit status"
)

// TestBadInput tries what each verb must refuse or report: nothing of it may be lost.
func TestBadInput(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	_, tooShort := uuid.FromBytes([]byte("x"))
	for _, test := range []struct {
		args   string // separated by spaces
		stdin  string
		status int
		stdout string
		stderr string // a part of it; "" means that there is none
	}{
		// wrong flags
		{"nosuch", "", 2, "", `unknown command "nosuch"`},
		{"migrate nosuch x.db", "", 2, "", `unknown command "nosuch"`},
		{"migrate undoo x.db", "", 2, "", "undo?"},
		{"audti x.db", "", 2, "", "audit?"},
		{"new --nosuch", "", 2, "", "--nosuch"},
		{"new -o xml", "", 2, "", `--output "xml"`},
		{"new --version 2", "", 2, "", "--version 2"},
		{"new --version 9", "", 2, "", "--version 9"},
		{"new --count -1", "", 2, "", "--count -1"},
		{"new --count many", "", 2, "", "many"},
		{"new --time yesterday", "", 2, "", "yesterday"},
		{"new --time 1900-01-01T00:00:00Z", "", 2, "", "1970"},
		{"new --version 1 --time 1500-01-01T00:00:00Z", "", 2, "", "1582"},
		{"new --version 4 --time 2024-01-01T00:00:00Z", "", 2, "", "--time"},
		{"new --seed 1 --time 2024-01-01T00:00:00Z", "", 2, "", "seed"},
		{"new --seed -1", "", 2, "", "seed"},
		{"new --namespace dns", "", 2, "", "--namespace"},
		{"new name", "", 2, "", `"name"`},
		{"new --version 5 name", "", 2, "", "--namespace"},
		{"new --version 5 --namespace nosuch name", "", 2, "", "nosuch"},
		{"new --version 5 --namespace dns --count 2 name", "", 2, "", "--count"},
		{"new --version 5 --namespace dns --seed 2 name", "", 2, "", "--seed"},
		{"new --version 5 --namespace dns --time 2024-01-01T00:00:00Z name", "", 2, "", "--time"},
		{"new --form nosuch", "", 2, "", `"nosuch"`},
		{"new --form ksuid", "", 2, "", "ksuid"},
		{"new --form typeid:User", "", 2, "", "prefix"},
		{"new --form typeid:_", "", 2, "", "prefix"},
		{"new --form typeid", "", 2, "", "typeid"},
		{"new --form snowflake", "", 2, "", "EPOCH"},
		{"new --form snowflake:nosuch", "", 2, "", "nosuch"},
		{"new --form snowflake:twitter", "", 2, "", "ids.SnowflakeFromUUID"},
		{"new --form bytes -o json", "", 2, "", "bytes"},
		{"inspect -o yaml x", "", 2, "", "yaml"},
		{"convert nosuch.txt", "", 2, "", "open nosuch.txt"},
		{"convert --from nosuch", "", 2, "", "--from"},
		{"convert --to nosuch", "", 2, "", "--to"},
		{"convert --to uuid", "", 2, "", "--to: uuid"},
		{"convert --to sid", "", 2, "", "--to: sid"},
		{"convert --to bytes -o csv", "", 2, "", "bytes"},
		{"convert --delimiter ;", "", 2, "", "--csv"},
		{"convert --csv id --delimiter ab", "", 2, "", `"ab"`},
		{"convert --csv id --delimiter \"", "", 2, "", "--delimiter"},
		{"convert --csv id --json id", "", 2, "", "csv json"},
		{"convert --csv id -o json", "", 2, "", "--output json"},
		{"convert --csv id --from bytes", "", 2, "", "bytes"},
		{"convert --json id --to bytes", "", 2, "", "bytes"},
		{"convert --csv #0", "", 2, "", "#1"},
		{"convert --csv #x", "", 2, "", "#1"},
		{"convert --json a..b", "", 2, "", "a..b"},
		{"convert --json a[0]", "", 2, "", "a[0]"},
		{"convert --json \"a", "", 2, "", `"\"a"`},
		{"man", "", 2, "", "arg"},
		{"man /nosuch/folder", "", 2, "", "/nosuch/folder"},

		// empty input
		{"new --version 5 --namespace dns", "", 0, "", ""},
		{"inspect", "", 0, "", ""},
		{"convert", "", 0, "", ""},
		{"convert --from bytes", "", 0, "", ""},
		{"convert -o csv", "", 0, "input,output,error\n", ""},
		{"convert --csv #1", "", 0, "", ""},
		{"convert --csv id", "", 2, "", `"id"`},
		{"convert --json id", "", 1, "", "--json id"},

		// lines
		{"convert --to hex", id + "\nx\n\n" + id, 1, idHex + "\nx\n\n" + idHex, "line 2: "},
		{"convert --to hex", id + "\r\n\r\n", 0, idHex + "\r\n\r\n", ""},
		{"convert --to hex", " " + id + "\n", 1, " " + id + "\n", "line 1: "},
		{"convert --to hex", "\x00\n" + id + "\n", 1, "\x00\n" + idHex + "\n", `"\x00"`},
		{"convert --to hex", "\xff\xfe\n" + id + "\n", 1, "\xff\xfe\n" + idHex + "\n", `"\xff\xfe"`},
		{"convert --to hex", huge + "\n" + id + "\n", 1, huge + "\n" + idHex + "\n", "line 1: "},
		{"convert --to hex", id + "\n" + huge, 1, idHex + "\n" + huge, "line 2: "},
		{"convert --to hex", huge + "\nx\n" + huge + "\n", 1, huge + "\nx\n" + huge + "\n", "line 3: "},
		{"convert --to hex", huge + "\nx\n" + id, 1, huge + "\nx\n" + idHex, "\nuuid: convert: line 2: "},
		{"convert --to bytes", id + "\nx\n\n" + id + "\n", 1, idRaw + idRaw, "line 3: "},
		{"convert --to bytes", huge + "\n" + id + "\n", 1, idRaw, "line 1: "},
		{"convert --to hex -o csv", "x,\"y\n" + id + "\n", 1, "input,output,error\n\"x,\"\"y\",,\"" + strings.ReplaceAll(reason(`x,"y`), `"`, `""`) + "\"\n" + id + "," + idHex + ",\n", "line 1: "},
		{"convert --to hex -o json", "\xff\n\n", 1, "{\"input\":\"\ufffd\",\"error\":" + inJSON(reason("\xff")) + "}\n{\"input\":\"\",\"output\":\"\"}\n", "line 1: "},
		{"convert --to objectid", id + "\n", 1, id + "\n", "line 1: "},
		{"convert --to hex", "\ufeff" + id + "\n\ufeff" + id, 1, "\ufeff" + idHex + "\n\ufeff" + id, "line 2: "},
		{"convert --to hex", "\xef\xbb", 1, "\xef\xbb", "line 1: "},
		{"convert --to hex -o csv", "\ufeff" + id, 0, "input,output,error\n" + id + "," + idHex + ",\n", ""},
		{"convert --to bytes", "\ufeff" + id, 0, idRaw, ""},

		// bytes
		{"convert --from bytes --to hex", idRaw + "x", 1, idHex + "\n", "record 2: "},
		{"convert --from bytes --to bytes-swapped", idRaw + "x", 1, "\x11\xd0\x7d\xec\xf8\x1d\x4f\xae\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6", "record 2: "},
		{"convert --from bytes --to hex -o csv", "x", 1, "input,output,error\n78,,\"" + tooShort.Error() + "\"\n", "record 1: "},

		// CSV
		{"convert --csv id", "name,ID\nx," + id + "\n", 2, "", `"id"`},
		{"convert --csv id --to hex", "name,id\nx\n\n" + "y," + id + "\n", 1, "name,id\nx\n\ny," + idHex + "\n", "line 2: "},
		{"convert --csv #2 --to hex", "x", 1, "x", "line 1: "},
		{"convert --csv id --to hex", "id\n\"" + id + "\"\n\"x\"\"\"\n\"\"\n", 1, "id\n\"" + idHex + "\"\n\"x\"\"\"\n\"\"\n", `line 3, column id: uuid.Parse("x\"")`},
		{"convert --csv id --to hex", "id\n\"" + id + "\"x\n" + id, 1, "id\n\"" + id + "\"x\n" + idHex, "line 2: "},
		{"convert --csv id --to hex", "\"a\" ,id\n\"x\" ," + id, 0, "\"a\" ,id\n\"x\" ," + idHex, ""},
		{"convert --csv #3 --to hex", `"5\" disk, new",` + id + "," + id, 1, `"5\" disk, new",` + id + "," + id, "line 1: "},
		{"convert --csv #1 --to hex", id + ",\"x\n\"y\n" + id, 1, idHex + ",\"x\n\"y\n" + idHex, "line 1: "},
		{"convert --csv #1 --to hex", "\"x\"\ry\n", 1, "\"x\"\ry\n", "line 1: "},
		{"convert --csv id --to hex", "\"a\"b,id\nx," + id, 2, "", "line 1: "},
		{"convert --csv id --to hex", "id\n\"" + id, 2, "id\n", "line 2: "},
		{"convert --csv id --to hex", "id,\"no\nte\"\n" + huge + ",\"\n\"\n" + id + ",", 1, "id,\"no\nte\"\n" + huge + ",\"\n\"\n" + idHex + ",", "line 3, column id: "},
		{"convert --csv id --to hex", "\ufeffid\r\n" + id, 0, "\ufeffid\r\n" + idHex, ""},
		{"convert --csv id --to hex", "\ufeff\"a,\nb\",id,c\nx," + id + "," + id, 0, "\ufeff\"a,\nb\",id,c\nx," + idHex + "," + id, ""},
		{"convert --csv #1 --csv #2 --to hex", "\ufeff\"" + id + "\"," + id, 0, "\ufeff\"" + idHex + "\"," + idHex, ""},
		{"convert --csv #1 --csv #01 --to hex", id + "\n" + id, 0, idHex + "\n" + idHex, ""},
		{"convert --csv id --to hex", "id\n\x00\n\xff\n" + id, 1, "id\n\x00\n\xff\n" + idHex, "line 3, column id: "},
		{"convert --csv " + huge[:100] + " --to hex", huge + "," + id, 2, "", "the header: "},

		// JSON
		{"convert --json id --to hex", `{"id":"x"} {"id":[]} {"id":true} {"id":7} {"id":null}`, 1, `{"id":"x"} {"id":[]} {"id":true} {"id":7} {"id":null}`, "line 1, id: "},
		{"convert --json id --to hex", "\ufeff{\"id\":\"" + id + "\"}", 0, "\ufeff{\"id\":\"" + idHex + "\"}", ""},
		{"convert --json id --to hex", "{\"ID\":\"" + id + "\"}", 1, "{\"ID\":\"" + id + "\"}", "--json id: "},
		{"convert --json id --to hex", "{\n\"id\":\n\"" + id + "\" \"x\":1}", 2, "", "line 3: "},
		{"convert --json id", `{"id":"`, 2, "", "uuid: convert: line 1: "},
		{"convert --json id", `{"id"`, 2, "", "uuid: convert: line 1: "},
		{"convert --json id", `{id:1}`, 2, "", "uuid: convert: line 1: "},
		{"convert --json id", `{"id":01}`, 2, "", `"01"`},
		{"convert --json id", `{"id":nul}`, 2, "", `"nul"`},
		{"convert --json id", `[1 2]`, 2, "", "uuid: convert: line 1: "},
		{"convert --json id", "\x00", 2, "", `'\x00'`},
		{"convert --json id", "{\"id\":\"\n\"}", 2, "", "uuid: convert: line 1: "},
		{"convert --json id --to hex", "{\"id\":\"\xff\",\"a\xff\":1}", 1, "{\"id\":\"\xff\",\"a\xff\":1}", `"\xff"`},
		{"convert --json id --to hex", `{"id":"\u00"}`, 1, `{"id":"\u00"}`, "line 1, id: "},
		{"convert --json id --to hex", `{"id":"` + huge + `","id":"` + id + `"}`, 1, `{"id":"` + huge + `","id":"` + idHex + `"}`, "line 1, id: "},
		{"convert --json id --to hex", `{"` + huge + `":1,"id":"` + id + `"}`, 0, `{"` + huge + `":1,"id":"` + idHex + `"}`, ""},
		{"convert --json id", strings.Repeat("[", 20_000), 2, "", "uuid: convert: line 1: "},

		// inspect
		{"inspect hello,world", "", 1, "", `"hello,world"`},
		{"inspect", "\x00\n", 1, "", `"\x00"`},
		{"inspect", "\xff\xfe\n", 1, "", `"\xff\xfe"`},
		{"inspect", huge, 2, "", "262144"},
		{"inspect -o json", "a b\n", 1, "{\"input\":\"a b\",\"readings\":[]}\n", `"a b"`},
		{"inspect -o csv", "a b\n", 1, "input,rank,name,id,uuid,version,variant,time,node,note,plausible\na b,,,,,,,,,no id,false\n", `"a b"`},
		{"new --version 5 --namespace dns", huge, 2, "", "262144"},
		{"new --version 5 --namespace dns", "www.example.com\n" + huge, 2, "2ed6657d-e927-568b-95e1-2665a8aea6a2\n", "262144"},
	} {
		name := test.args + " <" + test.stdin[:min(len(test.stdin), 40)]
		stdout, stderr, code := run(strings.NewReader(test.stdin), strings.Fields(test.args)...)
		stdout = strings.ReplaceAll(stdout, `\ufffd`, "\ufffd") // as Go 1.26 writes it
		if code != test.status {
			t.Errorf("%s: got exit status %d, want %d: %.200s", name, code, test.status, stderr)
		}
		if stdout != test.stdout && code != 2 {
			t.Errorf("%s: got\n%.500q, want\n%.500q", name, stdout, test.stdout)
		}
		if !strings.Contains(stderr, test.stderr) || (stderr == "") != (test.stderr == "") {
			t.Errorf("%s: got the message %.500q, want %q", name, stderr, test.stderr)
		}
		if len(stderr) > 2000 {
			t.Errorf("%s: got a message of %d bytes", name, len(stderr))
		}
	}
}

// reason is why a text is no UUID.
func reason(text string) string {
	_, err := uuid.Parse(text)
	return err.Error()
}

// inJSON is a text in JSON.
func inJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
