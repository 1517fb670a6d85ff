package form_test

import (
	"context"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log"
	"os/exec"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// npmFiles pin short-uuid and z85.
//
//go:embed npm
var npmFiles embed.FS

// TestNode reads what packages for Node write. They read their texts back.
func TestNode(t *testing.T) {
	folder := kit.Need(npmFolder())(t)
	for f, script := range map[form.Form]string{
		form.Base62: `import short from "short-uuid";
			const translator = short.createTranslator("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
			const write = (id) => translator.fromUUID(id.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
			const read = (text) => translator.toUUID(text).replaceAll("-", "");`,
		form.Z85: `import z85 from "z85";
			const write = (id) => z85.encode(Buffer.from(id, "hex")), read = (text) => z85.decode(text).toString("hex");`,
	} {
		t.Run(f.String(), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "node", "--input-type=module", "--eval", script+fmt.Sprintf(`
				import { randomBytes } from "node:crypto";
				let lines = "";
				for (let i = 0; i < %d; i++) {
					const id = (i %% 2 ? "00" : "") + randomBytes(15 + (i + 1) %% 2).toString("hex"), text = write(id);
					if (read(text) !== id) throw new Error(id + " " + text);
					lines += id + " " + text + "\n";
				}
				process.stdout.write(lines);`, values))
			cmd.Dir = folder
			out := kit.Must(cmd.Output())(t)
			lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if len(lines) != values {
				t.Fatalf("got %d lines, want %d", len(lines), values)
			}
			for _, line := range lines {
				digits, text, _ := strings.Cut(line, " ")
				want := uuid.UUID(kit.Must(hex.DecodeString(digits))(t))
				if got, err := f.Parse(text); got != want || err != nil || f.Text(want) != text {
					t.Fatalf("%v.Parse(%q) = %v, %v; want %v, whose Text is %s", f, text, got, err, want, f.Text(want))
				}
			}
		})
	}
}

func npmFolder() (string, error) {
	files, err := fs.Sub(npmFiles, "npm")
	if err == nil {
		_, err = exec.LookPath("node")
	}
	if err != nil {
		return "", err
	}
	return server.InstallNPM(context.Background(), log.Printf, "form-npm", files, func(string) error { return nil })
}
