//go:build full

package stores

import (
	"bufio"
	"context"
	"embed"
	"io/fs"
	"os/exec"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

//go:embed npm/package.json npm/package-lock.json
var npm embed.FS

// listen has dynalite listen on loopback only, and print its address.
const listen = `const server = require("dynalite")({createTableMs: 0})
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port))
process.stdin.resume().on("end", () => process.exit())`

// running is the dynalite of each test.
var running = map[testing.TB]items{}

// dynalite returns the table t of a new dynalite, which speaks DynamoDB's protocol, until the test ends.
func dynalite(t testing.TB) items {
	t.Helper()
	if c, ok := running[t]; ok {
		return c
	}
	dir := kit.Must(server.InstallNPM(t.Context(), t.Logf, "dynalite-npm", kit.Must(fs.Sub(npm, "npm"))(t), func(string) error { return nil }))(t)
	cmd := exec.Command("node", "--eval", listen)
	cmd.Dir = dir
	stdin, stdout := kit.Must(cmd.StdinPipe())(t), kit.Must(cmd.StdoutPipe())(t)
	kit.Check(t, cmd.Start())
	t.Cleanup(func() {
		delete(running, t)
		stdin.Close() // it exits
		cmd.Wait()
	})
	url := kit.Must(bufio.NewReader(stdout).ReadString('\n'))(t)
	c := items{dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(strings.TrimSpace(url)), Region: "none",
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "none", SecretAccessKey: "none"}, nil
		}),
	})}
	kit.Must(c.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String("ids"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("k"), AttributeType: types.ScalarAttributeTypeN}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("k"), KeyType: types.KeyTypeHash}},
	}))(t)
	kit.Eventually(t, "a table of dynalite", func() bool {
		out := kit.Must(c.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: aws.String("ids")}))(t)
		return out.Table.TableStatus == types.TableStatusActive
	})
	running[t] = c
	return c
}
