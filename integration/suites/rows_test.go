package suites

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A suite is the tests of a library.
type suite struct {
	name     string
	module   string // its path, with @version if ../go.mod does not have it; std is database/sql
	packages []string
	hook     hook
	edits    []edit // of the tests: what they know of the driver's own types, and addresses
	flags    []string
	env      func(t *testing.T) []string // a new server's address, for each run
	least    int                         // so many tests pass, or something is missing
	quick    bool
	notRun   string // what the module's zip lacks, or needs another server
}

// A hook is where uuidkit comes in between. Its folder of testdata has hook.go, which is
// added to a package of the library, and between.go, which is a package of its own.
type hook struct {
	testdata string
	adapter  string // our folder
	module   string // the library; msgpack needs no hook, because its registry is global
	pkg      string // the folder in it for hook.go
	edits    []edit // call the hook
}

// An edit replaces a text wherever a file has it.
type edit struct{ file, old, new string }

var databaseSQL = []edit{
	{"sql.go", "func OpenDB(c driver.Connector) *DB {", "func OpenDB(c driver.Connector) *DB {\n\tc = between(c)"},
	{"sql.go", "err = f(dc.ci)", "err = f(unwrap(dc.ci))"},
	// What its tests know of the drivers' types:
	{"fakedb_test.go", "	return c.(interface {", "	return unwrap(c).(interface {"},
	{"sql_test.go", "db.connector.(*fakeConnector)", "base(db.connector).(*fakeConnector)"},
	{"sql_test.go", "conn.dc.ci.(*ctxOnlyConn)", "unwrap(conn.dc.ci).(*ctxOnlyConn)"},
}

var (
	connector = hook{testdata: "sqlx", adapter: "sqlx", module: "std"}
	byName    = hook{testdata: "registerdriver", adapter: "sqlx", module: "std"}
	msgpack   = hook{testdata: "msgpackx", adapter: "msgpackx"}

	pgx = hook{"pgxtype", "pgxtype", "github.com/jackc/pgx/v5", "pgtype", []edit{
		{"pgtype/pgtype.go", "func NewMap() *Map {", "func newMap() *Map {"},
	}}
	bson = hook{"bsonx", "bsonx", "go.mongodb.org/mongo-driver/v2", "bson", []edit{
		{"bson/registry.go", "func NewRegistry() *Registry {", "func newRegistry() *Registry {"},
	}}
	bsonV1 = hook{"driverv1", "bsonx/driverv1", "go.mongodb.org/mongo-driver", "bson/bsoncodec", []edit{
		{"bson/bsoncodec/registry.go", "func (rb *RegistryBuilder) Build() *Registry {", "func (rb *RegistryBuilder) build() *Registry {"},
	}}
	cbor = hook{"cborx", "cborx", "github.com/fxamacker/cbor/v2", ".", []edit{
		{"encode.go", "em := encMode{", "em := encMode{\n\t\ttags: tagsFor(opts.TagsMd),"},
		{"decode.go", "dm := decMode{", "dm := decMode{\n\t\ttags: tagsFor(opts.TagsMd),"},
		{"encode.go", "ts := tagSet(make(map[reflect.Type]*tagItem))", "ts := newTags()"},
		{"decode.go", "ts := tagSet(make(map[reflect.Type]*tagItem))", "ts := newTags()"},
	}}
	gorm = hook{"gormtype", "gormtype", "gorm.io/gorm", ".", []edit{
		{"gorm.go", "if err == nil && !config.DisableAutomaticPing {", "if err == nil {\n\t\terr = Between(db)\n\t}\n\n\tif err == nil && !config.DisableAutomaticPing {"},
	}}
)

var rows = []suite{
	{
		name: "database/sql", module: "std", packages: []string{"database/sql"}, hook: connector,
		least: 200,
	},
	{
		name: "go-sql-driver/mysql", module: "github.com/go-sql-driver/mysql", packages: []string{"."}, hook: connector,
		flags: []string{"-skip=^TestConnectorReturnsTimeout$"},
		env:   mariadb, least: 200, notRun: "TestConnectorReturnsTimeout dials 1.1.1.1",
	},
	{
		name: "mysql, by name", module: "github.com/go-sql-driver/mysql", packages: []string{"."}, hook: byName,
		edits: []edit{
			{"driver_test.go", "import (", "import (\n\t\"github.com/go-sql-driver/mysql/between\""},
			{"driver_test.go", "driverNameTest = driverName", "driverNameTest = between.Register(driverName)"},
		},
		flags: []string{"-skip=^TestConnectorReturnsTimeout$"}, env: mariadb, least: 200, notRun: "as above",
	},
	{
		name: "modernc.org/sqlite", module: "modernc.org/sqlite", packages: []string{".", "./vfs", "./pcache"}, hook: connector,
		edits: []edit{{"func_test.go", "try < 1000", "try < 10"}}, // 200 ms each
		flags: []string{"-short", "-skip=^TestConcurrentGoroutines$"}, least: 200,
		notRun: "TestIssue51 and TestConcurrentGoroutines take minutes",
	},
	{
		name: "pgx", module: "github.com/jackc/pgx/v5", packages: []string{".", "./pgtype/...", "./stdlib", "./pgxpool"}, hook: pgx,
		env: postgres, least: 500, notRun: "TLS, SCRAM-PLUS, CrateDB, PgBouncer",
	},
	{
		name: "mongo-driver bson", module: "go.mongodb.org/mongo-driver/v2", packages: []string{"./bson"}, hook: bson, least: 2000,
		notRun: "BSON corpus (not in the zip)",
	},
	{
		name: "mongo-driver 1 bson", module: "go.mongodb.org/mongo-driver", packages: []string{"./bson", "./bson/bsoncodec", "./bson/mgocompat"},
		hook: bsonV1, least: 1000,
	},
	{name: "fxamacker/cbor", module: "github.com/fxamacker/cbor/v2", packages: []string{"."}, hook: cbor, least: 2000},
	{name: "vmihailenco/msgpack", module: "github.com/vmihailenco/msgpack/v5", packages: []string{"."}, hook: msgpack, least: 50, quick: true},
	{name: "gorm", module: "gorm.io/gorm", packages: []string{".", "./callbacks", "./clause", "./schema"}, hook: gorm, least: 200, notRun: "gorm.io/gorm/tests (a module without versions)"},
	{
		name: "gorm datatypes", module: "gorm.io/datatypes", packages: []string{"."}, hook: gorm, least: 25,
		notRun: "PostgreSQL, SQL Server",
	},
	{
		name: "gorm dbresolver", module: "gorm.io/plugin/dbresolver@v1.6.2", packages: []string{"."}, hook: gorm, least: 2,
		// It knows four servers by their ports: here, four databases.
		env: resolver, edits: []edit{
			{"dbresolver_test.go", `"gorm:gorm@tcp(localhost:`, `os.Getenv("UUIDKIT_RESOLVER")+"`},
			{"dbresolver_test.go", `)/gorm?charset`, `?charset`},
		},
	},
	{
		name: "gorm gen", module: "gorm.io/gen@v0.3.27", packages: []string{".", "./field", "./internal/generate"}, hook: gorm,
		edits: []edit{ // its requirements build neither with Go 1.25 nor with GORM 1.31
			{"go.mod", "golang.org/x/tools v0.17.0", "golang.org/x/tools v0.52.0"},
			{"go.mod", "gorm.io/plugin/dbresolver v1.5.0", "gorm.io/plugin/dbresolver v1.6.2"},
		},
		least: 10, notRun: "gorm.io/gen/tests (not in the zip)",
	},
}

func mariadb(t *testing.T) []string {
	c := kit.Must(mysql.ParseDSN(stores.MariaDB(t)))(t)
	return []string{"MYSQL_TEST_USER=" + c.User, "MYSQL_TEST_PASS=" + c.Passwd, "MYSQL_TEST_PROT=" + c.Net,
		"MYSQL_TEST_ADDR=" + c.Addr, "MYSQL_TEST_DBNAME=" + c.DBName, "MYSQL_TEST_CONCURRENT=1"}
}

// postgres has what pgx's testsetup/postgresql_setup.sql creates, without its users.
func postgres(t *testing.T) []string {
	url := stores.Postgres(t)
	db := kit.Must(sql.Open("pgx", url))(t)
	defer db.Close()
	for _, ddl := range []string{"extension hstore", "extension ltree", "domain uint64 as numeric(20,0)"} {
		if _, err := db.Exec("create " + ddl); err != nil {
			t.Logf("without %s: %v", ddl, err)
		}
	}
	return []string{"PGX_TEST_DATABASE=" + url, fmt.Sprint("PGX_TEST_TCP_CONN_STRING=", url)}
}

// resolver has the beginning of the DSNs of four databases, whose names end with the ports
// that dbresolver's tests know.
func resolver(t *testing.T) []string {
	c := kit.Must(mysql.ParseDSN(stores.MariaDB(t)))(t)
	db := kit.Must(sql.Open("mysql", c.FormatDSN()))(t)
	t.Cleanup(func() { db.Close() })
	for port := 9911; port <= 9914; port++ {
		name := fmt.Sprint(c.DBName, "_", port)
		_, err := db.Exec("CREATE DATABASE " + name)
		kit.Check(t, err)
		t.Cleanup(func() { db.Exec("DROP DATABASE " + name) })
	}
	c.DBName += "_"
	return []string{"UUIDKIT_RESOLVER=" + c.FormatDSN()}
}
