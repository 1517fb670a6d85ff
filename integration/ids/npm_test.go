package ids_test

import (
	"bufio"
	"context"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// npmFiles pin Firebase's SDK and flake-idgen.
//
//go:embed npm
var npmFiles embed.FS

var npmFolder = sync.OnceValues(func() (string, error) {
	files, err := fs.Sub(npmFiles, "npm")
	if err == nil {
		_, err = exec.LookPath("node")
	}
	if err != nil {
		return "", err
	}
	return server.InstallNPM(context.Background(), log.Printf, "ids-npm", files, func(string) error { return nil })
})

// node calls line with each line that the script prints.
func node(t *testing.T, script string, line func(text string)) {
	cmd := exec.CommandContext(t.Context(), "node", "--input-type=module", "--eval", script)
	cmd.Dir = kit.Need(npmFolder())(t)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); n++ {
		line(lines.Text())
	}
	if err := cmd.Wait(); err != nil || n != values {
		t.Fatal(n, err)
	}
}

// TestNodePushID reads the keys that Firebase makes.
func TestNodePushID(t *testing.T) {
	before := time.Now().Truncate(time.Millisecond)
	var last string
	node(t, fmt.Sprintf(`
		import { initializeApp } from "@firebase/app";
		import { getDatabase, goOffline, push, ref } from "@firebase/database";
		const db = getDatabase(initializeApp({ databaseURL: "http://127.0.0.1:1?ns=x" }));
		goOffline(db);
		let keys = "";
		for (let i = 0; i < %d; i++) keys += push(ref(db)).key + "\n";
		process.stdout.write(keys, () => process.exit(0));`, values), func(text string) {
		id, err := ids.ParsePushID(text)
		if err != nil || id.String() != text || text <= last {
			t.Fatalf("ParsePushID(%q) = %v, %v after %q", text, id, err, last)
		}
		if at := id.Time(); at.Before(before) || at.After(time.Now()) {
			t.Fatalf("%q: the time is %v, want %v", text, at, before)
		}
		last = text
	})
}

// TestNodeFlakeID reads what flake-idgen makes with several numbers and an epoch.
func TestNodeFlakeID(t *testing.T) {
	const epoch = 1300000000000
	before := time.Now().Truncate(time.Millisecond)
	last := map[int]ids.FlakeID{}
	node(t, fmt.Sprintf(`
		import FlakeId from "flake-idgen";
		const all = [];
		for (let id = 0; id < 1024; id += 31) all.push([id, new FlakeId({ id, epoch: %d })]);
		let lines = "";
		for (let i = 0; i < %d; i++) {
			const [id, generator] = all[i %% all.length];
			const bytes = generator.next().toString("hex");
			lines += id + " " + bytes + " " + BigInt("0x" + bytes) + "\n";
		}
		process.stdout.write(lines);`, epoch, values), func(line string) {
		var machine int
		var digits, text string
		fmt.Sscan(line, &machine, &digits, &text)
		b, err := hex.DecodeString(digits)
		if err != nil || len(b) != 8 {
			t.Fatal(line, err)
		}
		want := ids.FlakeID(binary.BigEndian.Uint64(b))
		id, err := ids.ParseFlakeID(text)
		if err != nil || id != want || id.String() != strconv.FormatUint(uint64(want), 10) || id.Machine() != machine || id <= last[machine] {
			t.Fatalf("%s: %v, %v of machine %d after %v", line, id, err, id.Machine(), last[machine])
		}
		if at := id.Time(epoch); at.Before(before) || at.After(time.Now()) {
			t.Fatalf("%s: the time is %v, want %v", line, at, before)
		}
		last[machine] = id
	})
}
