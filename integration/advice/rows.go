package advice

// The stores of rows that serve several.
const (
	bytesStores = "SQLite, MariaDB, MySQL"
	sqlStores   = bytesStores + ", PostgreSQL"
)

// Rows are all advice of the tables.
var Rows = []Row{
	// database/sql.
	{Key: "connector", Do: "`sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]())`",
		On: bytesStores, Today: withoutConnector, Code: connector},
	{Key: "binary", Do: "`sqlx.Binary(id)` in a query",
		On: bytesStores, Today: withoutConnector, Code: binaryArgs},
	{Key: "strings", Do: "make them `google.UUID`, one release before `run`: it works with `CHAR(36)`, too",
		Why: "After `run` a string matches no row, and `Scan` puts 16 bytes into it",
		On:  bytesStores, Today: textIDs, Code: typedIDs},
	{Key: "SQL Server", Do: "`sqlx.GUID(id)`", Test: "integration/sqlx.TestGUIDAsMSSQL"},
	{Key: "PostgreSQL", Do: "nothing for `uuid` columns", Why: "Remove casts such as `$1::text`",
		On: "PostgreSQL", Today: postgresText, Code: postgresPlain},
	{Key: "PostgreSQL lists", Do: "`sqlx.Array[google.UUID](ids)` for lists",
		On: "PostgreSQL", Today: listOfSQL, Code: arrayOfSQL},
	{Key: "pgx", Do: "`pgxtype.Register[google.UUID](conn.TypeMap())` in `AfterConnect`: `uuid`, `uuid[]` and `any`, in binary",
		On: "PostgreSQL", Today: pgxAlone, Code: pgxRegister},
	{Key: "sqlc", Do: "an override in sqlc.yaml", Test: "examples/sqlc.TestStored"},

	// Libraries over database/sql.
	{Key: "squirrel", Do: "the connector, and `squirrel.Eq{\"id\": sqlx.Binary(id)}`; the same in `NotEq`, `Lt`, `Gt`",
		Why: "`Eq`, `NotEq`, `Lt`, `Gt` of one id: text",
		On:  bytesStores, Today: squirrelEq, Code: squirrelBinary},
	{Key: "squirrel's queries", Do: "`Where(\"id = ?\", id)`, `Insert`, `Set`, `Eq` of a list: right",
		On: bytesStores, Code: squirrelRight},
	{Key: "goqu", Do: "`Prepared(true)`, and `goqu.Ex{\"id\": sqlx.Binary(id)}`, `In([]sqlx.Binary{…})`, `goqu.Record{\"id\": sqlx.Binary(id), …}`",
		Why: "Without Prepared goqu spoils the bytes",
		On:  bytesStores, Today: goquUnprepared, Code: goquBinary},
	{Key: "goqu's queries", Why: "text everywhere", On: bytesStores, Today: goquConnector},
	{Key: "bun", Do: "fields of `sqlx.Binary` with `type:binary(16)` (SQLite: `type:blob`), `Where(\"id = ?\", sqlx.Binary(id))`, `bun.List([]sqlx.Binary{…})`",
		Why: "A connector does nothing: bun writes text into its SQL",
		On:  bytesStores, Today: bunConnector, Code: bunBytes},
	{Key: "bun, PostgreSQL", Do: "`type:uuid` in the tag", Test: "examples/bun.TestPostgres"},
	{Key: "jmoiron", Do: "the connector", On: bytesStores, Today: jmoironAlone, Code: jmoironConnector},
	{Key: "jmoiron In", Do: "`In(query, ids, sqlx.Binary(id))` for an id beside a list",
		Why: "right, but text for an id beside a list in `In`",
		On:  bytesStores, Today: jmoironBeside, Code: jmoironIn},
	{Key: "ent", Do: "`SchemaType`, and the connector", Test: "examples/ent.TestMariaDB"},
	{Key: "ent, PostgreSQL", Do: "no connector", Test: "examples/ent.TestPostgres"},
	{Key: "ent, MySQL", Do: "`binary(16)`", Test: "examples/ent.TestMariaDB"},
	{Key: "ent, SQLite", Do: "`blob`", Test: "examples/ent.TestSQLite"},
	{Key: "ent's connector", Do: "a connector with `sqlx.Binary`", Test: "examples/ent.TestWithoutConnector"},

	// GORM.
	{Key: "GORM fields", Do: "fields of `gormtype.UUID`", On: sqlStores, Code: gormMade},
	{Key: "GORM models", Do: "`gormtype.Model`", On: sqlStores, Code: gormModel},
	{Key: "GORM plugin", Do: "`gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))`",
		On: bytesStores, Today: gormWithout, Code: gormPlugin},
	{Key: "GORM tags", Do: "`type:binary(16)` in each tag (SQLite: `type:blob`), and `gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))`",
		Why: "The plugin returns an error that names each tag of `type:char(36)` that you forgot",
		On:  bytesStores, Today: gormForgotten, Code: gormPlugin},
	{Key: "GORM, PostgreSQL", Do: "`type:uuid` in GORM's tags", On: "PostgreSQL", Code: gormPostgres},
	{Key: "GORM, google", Do: "the plugin", On: bytesStores, Today: gormWithout, Code: gormPlugin},
	{Key: "GORM, arrays", Do: "the plugin", On: bytesStores, Today: gormArrays, Code: gormNativeArrays},
	{Key: "GORM connector", Do: "a connector", On: "MariaDB, MySQL", Today: gormWithout, Code: gormConnector},
	{Key: "GORM, two forms", Do: "the plugin for the form of most columns, `gormtype.Text` or `gormtype.UUID` for the rest",
		On: bytesStores, Today: gormTwoPlain, Code: gormTwoForms},
	{Key: "GORM tag uuid", Do: "`type:uuid`. SQLite takes any name of a type; the plugin stores 16 bytes there",
		On: "SQLite, PostgreSQL", Code: gormTagUUID},
	{Key: "GORM tag binary", Do: "`type:binary(16)`", On: bytesStores, Code: gormTagBinary},
	{Key: "GORM no tag", Do: "Use `gormtype.UUID` as the field's type, without a tag: it serves all of them",
		On: sqlStores, Code: gormMade},
	{Key: "GORM tags of two", Why: "none does: PostgreSQL has no `binary(16)`, MySQL no `uuid`",
		On: "PostgreSQL, MySQL", Today: gormOtherTag},

	// MongoDB and formats.
	{Key: "MongoDB", Do: "`bsonx.Register[google.UUID](reg)`: subtype 4; reads old subtype 0",
		On: "MongoDB", Today: mongoAlone, Code: mongoRegister},
	{Key: "MongoDB, subtype 3", Do: "3 on request", On: "MongoDB", Code: mongoOld},
	{Key: "JSON", Do: "nothing for a UUID", On: "JSON", Code: jsonPlain},
	{Key: "JSON null", Do: "`uuid.NullUUID` for a value that may be null", On: "JSON", Code: jsonNull},
	{Key: "CBOR", Do: "`cborx.Modes[google.UUID](…)`: tag 37", On: "CBOR", Today: cborAlone, Code: cborModes},
	{Key: "MessagePack", Do: "`msgpackx.Register[google.UUID]()`: 16 bytes", On: "MessagePack", Code: msgpackRegister},
	{Key: "gRPC", Do: "16 bytes or text, converted at the edge: `id[:]` and `uuid.FromBytes`, or `id.String()` and `uuid.Parse`",
		On: "bytes", Code: edge},

	// What to call for a new id, and for identifiers of other systems.
	{Key: "key", Do: "`uuid.NewV7()`: new rows are stored next to each other", On: "bytes", Code: newKey},
	{Key: "secret", Do: "`uuid.NewV4()`", On: "bytes", Code: newSecret},
	{Key: "name", Do: "`uuid.NewV5(namespace, name)`", On: "bytes", Code: newOfName},
	{Key: "name, SHA-256", Do: "`uuid.NewV8SHA256(namespace, name)`", On: "bytes", Code: newOfSHA256},
	{Key: "thousands", Do: "`uuid.FillV7(ids)`, `uuid.FillV4(ids)`", On: "bytes", Code: newThousands},
	{Key: "old versions", Do: "`uuid.NewV1()`, `uuid.NewV3(namespace, name)`, `uuid.NewV6()`", On: "bytes", Code: newOld},
	{Key: "own bits", Do: "`uuid.NewV8(b)`", On: "bytes", Code: newOwnBits},
	{Key: "own clock", Do: "package `uuid/generator`; [generator.md](docs/generator.md)", On: "bytes", Code: newOwnClock},
	{Key: "tests", Do: "package `uuid/uuidtest`", On: "bytes", Code: newInTests},
	{Key: "parse", Do: "its Parse function, such as `ids.ParseKSUID`", On: "bytes", Code: idParsed},
	{Key: "guess", Do: "`ids.Guess(text)`, and judge for yourself", On: "bytes", Code: idGuessed},
	{Key: "bytes", Do: "a conversion: `ids.XID(b)`; numbers: `ids.FlakeID(binary.BigEndian.Uint64(…))`", On: "bytes", Code: idOfBytes},
	{Key: "convert", Do: "a conversion, both ways", On: "bytes", Code: idConverted},
	{Key: "ids for others", Do: "`ids.NewULID`, `NewKSUID`, `NewXID`, `NewObjectID`, `NewPushID`, `SnowflakeGenerator`", On: "bytes", Code: idsForOthers},
	{Key: "ULID", Do: "`sqlx.Binary(id)` and `(*sqlx.Binary)(&…)`, or `gormtype.UUID(id)`, or the connector with `sqlx.Native[ids.ULID]()`",
		On: bytesStores, Today: ulidText, Code: ulidConnector},
	{Key: "ULID, uuid", Do: "with pgx `pgxtype.Register[ids.ULID](m)`; elsewhere `id.UUID()`, and `ids.ULID(u)` to read",
		On: "PostgreSQL", Code: ulidRegister},
	{Key: "ULID, MongoDB", Do: "`bsonx.Register[ids.ULID](reg)`", On: "MongoDB", Code: ulidMongo},
	{Key: "ids' bytes", Do: "`id[:]`, and `ids.XID(b)` to read", On: "bytes", Code: idBytes},

	// Columns with database/sql.
	{Key: "text column", Do: "none, or `Text`", On: sqlStores, Code: columnsOfText},
	{Key: "bytes column", Do: "`Binary`", On: sqlStores, Today: columnsOfBytesWithout, Code: columnsOfBytes},
	{Key: "list column", Do: "`Array`; `NullArray` if elements may be NULL", On: "PostgreSQL", Code: columnOfLists},
	{Key: "swapped column", Do: "`Swapped`", Test: "integration/sqlx.TestMySQLFunctions"},
	{Key: "GUID column", Do: "`GUID`", Test: "integration/sqlx.TestGUIDAsMSSQL"},
	{Key: "bytes or connector", Do: "`sqlx.Binary`, or the connector", On: bytesStores, Today: withoutConnector, Code: bytesOrConnector},
	{Key: "itself", Do: "the UUID itself", On: "MariaDB, MySQL", Code: columnsOfText},
	{Key: "uuid column", Do: "nothing", On: "PostgreSQL", Code: postgresPlain},
	{Key: "MongoDB, ours", Do: "nothing for `uuid.UUID` with the driver's version 2", On: "MongoDB", Code: mongoOurs},
	{Key: "key's bytes", Do: "`id[:]`", On: "bytes", Code: edge},

	// Null.
	{Key: "null", Do: "`uuid.NullUUID`", On: "JSON", Code: jsonNull},
	{Key: "null of SQL", Do: "`sql.Null[uuid.UUID]`", On: "PostgreSQL", Code: sqlNull},
	{Key: "null of pointers", Do: "`*uuid.UUID`", On: "JSON", Today: jsonSQLNull, Code: jsonPointer},
}
