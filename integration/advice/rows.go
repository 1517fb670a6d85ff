package advice

// The stores of rows that serve several.
const (
	bytesStores = "SQLite, MariaDB, MySQL"
	sqlStores   = bytesStores + ", PostgreSQL"
)

// textStored is the error where a UUID is sent as its text: SQLite stores the 36 characters, and for BINARY(16) they are too long.
const textStored = "stored text …2d…|Data too long for column 'id'"

// textSent is the error where the text does not find the 16 bytes either: SQLite takes it, and the row of another program is not found.
const textSent = "no rows in result set|Data too long for column 'id'"

// Rows are all advice of the tables.
var Rows = []Row{
	// database/sql.
	{Key: "connector", Do: "`sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]())`",
		Error: textSent, On: bytesStores, Today: withoutConnector, Code: connector},
	{Key: "binary", Do: "`sqlx.Binary(id)` in a query",
		Error: textSent, On: bytesStores, Today: withoutConnector, Code: binaryArgs},
	{Key: "strings", Do: "make them `google.UUID` one release before `run`, if all values are lower case with hyphens: this type works with `CHAR(36)`, too. Else PostgreSQL and SQLite find no row until `run`: in PostgreSQL keep the strings until then, and in SQLite change them with `run`",
		Why: "After `run` a string matches no row, and `Scan` puts 16 bytes into it", Error: "found []",
		On: bytesStores, Today: textIDs, Code: typedIDs},
	{Key: "SQL Server", Do: "`sqlx.GUID(id)`, as text that SQL Server converts", Test: "integration/sqlx.TestGUIDAsMSSQL"},
	{Key: "PostgreSQL", Do: "nothing for `uuid` columns", Why: "Remove casts such as `$1::text`", Error: "operator does not exist: uuid = text",
		On: "PostgreSQL", Today: postgresText, Code: postgresPlain},
	{Key: "PostgreSQL lists", Do: "`sqlx.Array[google.UUID](ids)` for lists",
		Error: "unsupported Scan, storing driver.Value type []uint8", On: "PostgreSQL", Today: listOfSQL, Code: arrayOfSQL},
	{Key: "pgx", Do: "`pgxtype.Register[google.UUID](conn.TypeMap())` in `AfterConnect`: `uuid`, `uuid[]` and `any`, in binary",
		Error: "found []", On: "PostgreSQL", Today: pgxAlone, Code: pgxRegister},
	{Key: "sqlc", Do: "an override in sqlc.yaml", Test: "examples/sqlc.TestStored"},

	// Libraries over database/sql.
	{Key: "squirrel", Do: "the connector, and `squirrel.Eq{\"id\": sqlx.Binary(id)}`; the same in the others",
		Why: "`Eq`, `NotEq`, `Lt`, `LtOrEq`, `Gt`, `GtOrEq` and a map in `Where` send one id as text", Error: "found []",
		On: bytesStores, Today: squirrelEq, Code: squirrelBinary},
	{Key: "squirrel's queries", Do: "`Where(\"id = ?\", id)`, `Insert`, `Set`, `Eq` of a list: right",
		On: bytesStores, Code: squirrelRight},
	{Key: "goqu", Do: "`Prepared(true)`, and `goqu.Ex{\"id\": sqlx.Binary(id)}`, `In([]sqlx.Binary{…})`, `goqu.Record{\"id\": sqlx.Binary(id), …}`",
		Why: "Without Prepared goqu corrupts the bytes", Error: "stored text …efbfbd…|Data too long for column 'id'|unrecognized token|SQL syntax",
		On: bytesStores, Today: goquUnprepared, Code: goquBinary},
	{Key: "goqu's queries", Why: "sends text everywhere", Error: textStored, On: bytesStores, Today: goquConnector},
	{Key: "bun", Do: "fields of `sqlx.Binary` with `type:binary(16)` (SQLite: `type:blob`), `Where(\"id = ?\", sqlx.Binary(id))`, `bun.List([]sqlx.Binary{…})`",
		Why: "A connector has no effect: bun writes the text of a UUID into its SQL", Error: textStored,
		On: bytesStores, Today: bunConnector, Code: bunBytes},
	{Key: "bun, PostgreSQL", Do: "`type:uuid` in the tag", Test: "examples/bun.TestPostgres"},
	{Key: "jmoiron", Do: "the connector", Error: textSent, On: bytesStores, Today: jmoironAlone, Code: jmoironConnector},
	{Key: "jmoiron In", Do: "`In(query, ids, sqlx.Binary(id))` for an id beside a list",
		Why: "right, but `In` turns an id beside the list into text", Error: "found []",
		On: bytesStores, Today: jmoironBeside, Code: jmoironIn},
	{Key: "ent", Do: "`SchemaType`, and the connector", Test: "examples/ent.TestMariaDB"},
	{Key: "ent, PostgreSQL", Do: "no connector", Test: "examples/ent.TestPostgres"},
	{Key: "ent, MySQL", Do: "`binary(16)`", Test: "examples/ent.TestMariaDB"},
	{Key: "ent, SQLite", Do: "`blob`", Test: "examples/ent.TestSQLite"},
	{Key: "ent's connector", Do: "a connector with `sqlx.Binary`", Test: "examples/ent.TestWithoutConnector"},

	// GORM.
	{Key: "GORM fields", Do: "fields of `gormtype.UUID`", On: sqlStores, Code: gormMade},
	{Key: "GORM models", Do: "`gormtype.Model`", On: sqlStores, Code: gormModel},
	{Key: "GORM plugin", Do: "`gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))`",
		Error: textStored, On: bytesStores, Today: gormWithout, Code: gormPlugin},
	{Key: "GORM tags", Do: "`type:binary(16)` in each tag (SQLite: `type:blob`), and `gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))`",
		Why: "The plugin returns an error that names each tag of `type:char(36)` that you forgot", Error: "textUser.ID (uuid.UUID) … its column is char: write the tag type:binary(16)",
		On: bytesStores, Today: gormForgotten, Code: gormPlugin},
	{Key: "GORM, PostgreSQL", Do: "`type:uuid` in GORM's tags", On: "PostgreSQL", Code: gormPostgres},
	{Key: "GORM, google", Do: "the plugin", Error: textStored, On: bytesStores, Today: gormWithout, Code: gormPlugin},
	{Key: "GORM, arrays", Do: "the plugin", Error: "unsupported type [16]uint8, a array", On: bytesStores, Today: gormArrays, Code: gormNativeArrays},
	{Key: "GORM connector", Do: "a connector", Error: textStored, On: "MariaDB, MySQL", Today: gormWithout, Code: gormConnector},
	{Key: "GORM, two forms", Do: "the plugin for the form of most columns, `gormtype.Text` or `gormtype.UUID` for the rest",
		Error: "twoPlain.Text (uuid.UUID) is stored as a gormtype.UUID, and its column is char", On: bytesStores, Today: gormTwoPlain, Code: gormTwoForms},
	{Key: "GORM tag uuid", Do: "`type:uuid`. SQLite takes any name of a type; the plugin stores 16 bytes there",
		On: "SQLite, PostgreSQL", Code: gormTagUUID},
	{Key: "GORM tag binary", Do: "`type:binary(16)`", On: bytesStores, Code: gormTagBinary},
	{Key: "GORM no tag", Do: "Use `gormtype.UUID` as the field's type, without a tag: it serves all of them",
		On: sqlStores, Code: gormMade},
	{Key: "GORM tags of two", Why: "none does: PostgreSQL has no `binary(16)`, MySQL no `uuid`", Error: "type \"binary\" does not exist|syntax to use near 'uuid",
		On: "PostgreSQL, MySQL", Today: gormOtherTag},

	{Key: "GORM form UUID", Do: "`type:uuid` in PostgreSQL, `type:binary(16)` in all others (SQLite also takes `type:uuid` and `type:blob`)",
		On: sqlStores, Code: formUUID},
	{Key: "GORM form Text", Do: "`type:char(36)`, or `type:uuid` in MariaDB", On: bytesStores, Code: formText},
	{Key: "GORM form nchar", Do: "`nchar(36)`", Test: "gormtype.TestColumns"},
	{Key: "GORM form GUID", Do: "`type:uniqueidentifier`", Test: "gormtype.TestPluginCreates"},

	// Errors of the GORM plugin. They do not depend on the database.
	{Key: "GORM error, tag", Error: "`User.ID (uuid.UUID) is stored as a gormtype.UUID, and its column is …: write the tag type:binary(16), …`",
		Do: "write the tag, or use a type of this package for this column", On: "SQLite", Today: errorTag, Code: errorTagMended},
	{Key: "GORM error, embedded", Error: "`User.ID (….UserID) is stored as text, and its column is …: use uuid.UUID`",
		Do: "the field's type is a struct around a UUID, such as an Option. Use the type that the error names, or a [typed id](texts.md#typed-ids)",
		On: "SQLite", Today: errorEmbedded, Code: errorTagMended},
	{Key: "GORM error, key", Error: "`use uuid.UUID for Toy.OwnerID, as for its key`",
		Do: "give the foreign key the type of the key that it refers to. Often it is the `string` of a polymorphic relation",
		On: "SQLite", Today: errorKey, Code: errorKeyMended},
	{Key: "GORM error, serializer", Error: "`… has a serializer`", Do: "remove the serializer: GORM applies it to fields of structs, and not to conditions",
		On: "SQLite", Today: errorSerializer, Code: errorTagMended},
	{Key: "GORM error, no UUID", Error: "`User.ID (uuid.UUID) is given text that is no UUID`", Do: "parse the text, and tell the user",
		On: "SQLite", Today: errorNoUUID, Code: errorNoUUIDMended},
	{Key: "GORM error, numbers", Error: "`a list of 16 numbers for User.ID … may be a UUID`",
		Do: "list the type of the argument, such as `gormtype.Native[[16]byte]()`; for a column of numbers write `\"n IN ?\"`",
		On: "SQLite", Today: errorNumbers, Code: errorNumbersMended},
	{Key: "GORM error, unknown", Error: "`a list of 16 numbers for a column of an unknown model may be a UUID`",
		Do: "pass the model of that table to `Check`, or write `\"id = ?\"`", On: "SQLite", Today: errorUnknown, Code: errorUnknownMended},
	{Key: "GORM error, columns", Error: "`cannot scan several columns into one UUID`", Do: "select one column, as `Pluck` does",
		On: "SQLite", Today: errorColumns, Code: errorColumnsMended},
	{Key: "GORM error, raw", Error: "`a list of 16 numbers in SQL may be a UUID`", Do: "list the type of the argument, and write `= ?` in `Raw` and `Exec`; in a `Raw` inside them make a list a `[]gormtype.UUID`",
		On: "SQLite", Today: errorRaw, Code: errorRawMended},
	{Key: "GORM error, text", Error: "`the text of a UUID as a condition is SQL`", Do: "parse the text, or write `\"id = ?\"` for a column of text",
		On: "SQLite", Today: errorText, Code: errorTextMended},
	{Key: "GORM error, attrs", Error: "`GORM loses a UUID in Attrs or Assign`", Do: "write a struct",
		On: "SQLite", Today: errorAttrs, Code: errorAttrsMended},
	{Key: "GORM error, cut", Error: "`got the text \"…\", which was cut to 16 characters`", Do: "parse the text instead of copying it: the UUID holds the first 16 characters of its text",
		On: "SQLite", Today: errorCut, Code: errorCutMended},
	{Key: "GORM error, subquery", Error: "`near \"gormtype…\"`", Do: "run the subquery alone to see its error: GORM drops it, and it is one of the above",
		On: "SQLite", Today: errorSubquery, Code: errorSubqueryMended},

	// gorm.io/datatypes.
	{Key: "datatypes.UUID, PostgreSQL", Do: "`gormtype.UUID`", On: "PostgreSQL", Code: datatypesUUID},
	{Key: "datatypes.UUID, MySQL", Do: "``gormtype.Text `gorm:\"type:longtext\"` ``", On: "MariaDB, MySQL", Code: datatypesLongtext},
	{Key: "datatypes.UUID, SQLite", Do: "`gormtype.Text`", On: "SQLite", Code: datatypesText},
	{Key: "datatypes.BinUUID", Do: "`gormtype.UUID`", On: bytesStores, Code: datatypesBytes},
	{Key: "datatypes.BinUUID, PostgreSQL", Do: "convert the column to uuid: ``ALTER TABLE t ALTER id TYPE uuid USING encode(id, 'hex')::uuid``, then `gormtype.UUID`",
		Error: "AutoMigrate runs ALTER TABLE", On: "PostgreSQL", Today: datatypesBytes, Code: datatypesAltered},
	{Key: "datatypes, new", Do: "`gormtype.UUID(uuid.NewV4())`; or embed `gormtype.Key`, whose id Create makes", On: "SQLite", Code: datatypesNew},
	{Key: "datatypes, old", Do: "`gormtype.UUID(uuid.NewV1())`", On: "bytes", Code: datatypesOld},
	{Key: "datatypes, Nil", Do: "`gormtype.UUID{}`", On: "bytes", Code: datatypesNil},
	{Key: "datatypes, parse", Do: "`uuid.Parse(s)`, which returns an error", On: "bytes", Code: datatypesParsed},
	{Key: "datatypes, IsZero", Do: "`id.IsZero()`", On: "bytes", Code: datatypesNil},
	{Key: "datatypes, equal", Do: "`id == other`", On: "bytes", Code: datatypesEqual},
	{Key: "datatypes, bytes", Do: "`id[:]`", On: "bytes", Code: datatypesBin},

	// sqlc.
	{Key: "sqlc, UUID", Do: "`google.UUID`", Test: "examples/sqlc.TestTypes"},
	{Key: "sqlc, NullUUID", Do: "`google.NullUUID`", Test: "examples/sqlc.TestTypes"},
	{Key: "sqlc, list", Do: "`[]google.UUID`", Test: "examples/sqlc.TestTypes"},

	// MongoDB and formats.
	{Key: "MongoDB", Do: "`bsonx.Register[google.UUID](reg)`: writes subtype 4; also reads old subtype 0",
		Error: "no documents in result", On: "MongoDB", Today: mongoAlone, Code: mongoRegister},
	{Key: "MongoDB, subtype 3", Do: "subtype 3 by option", On: "MongoDB", Code: mongoOld},
	{Key: "JSON", Do: "nothing for a UUID", On: "JSON", Code: jsonPlain},
	{Key: "JSON null", Do: "`google.NullUUID` for a value that may be null", On: "JSON", Code: jsonGoogleNull},
	{Key: "CBOR", Do: "`cborx.Modes[google.UUID](…)`: tag 37", Error: "stored 50…, want d82550…", On: "CBOR", Today: cborAlone, Code: cborModes},
	{Key: "MessagePack", Do: "`msgpackx.Register[google.UUID]()`: writes 16 bytes, and reads text, too", On: "MessagePack", Code: msgpackRegister},
	{Key: "gRPC", Do: "a message holds bytes or text: write `id[:]` and read with `google.FromBytes`, or write `id.String()` and read with `google.Parse`",
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
	{Key: "bytes", Do: "`err := id.UnmarshalBinary(b)`; for a type without it, after a look at `len(b)`, a conversion: `ids.Flake(b)`, `ids.FlakeID(binary.BigEndian.Uint64(b))`", On: "bytes", Code: idOfBytes},
	{Key: "convert", Do: "a conversion, both ways", On: "bytes", Code: idConverted},
	{Key: "ids for others", Do: "`ids.NewULID`, `NewKSUID`, `NewXID`, `NewObjectID`, `NewPushID`, `SnowflakeGenerator`", On: "bytes", Code: idsForOthers},
	{Key: "ULID", Do: "`sqlx.Binary(id)` and `(*sqlx.Binary)(&…)`, or `gormtype.UUID(id)`, or the connector with `sqlx.Native[ids.ULID]()`",
		Error: textSent, On: bytesStores, Today: ulidText, Code: ulidConnector},
	{Key: "ULID, uuid", Do: "with pgx `pgxtype.Register[ids.ULID](m)`; elsewhere `id.UUID()`, and `ids.ULID(u)` to read",
		On: "PostgreSQL", Code: ulidRegister},
	{Key: "ULID, MongoDB", Do: "`bsonx.Register[ids.ULID](reg)`", On: "MongoDB", Code: ulidMongo},
	{Key: "ids' bytes", Do: "`id[:]`, and `err := id.UnmarshalBinary(b)` to read", On: "bytes", Code: idBytes},

	// Columns with database/sql.
	{Key: "text column", Do: "none, or `Text`", On: sqlStores, Code: columnsOfText},
	{Key: "bytes column", Do: "`Binary`", Error: "found []|Data too long for column 'v'", On: sqlStores, Today: columnsOfBytesWithout, Code: columnsOfBytes},
	{Key: "list column", Do: "`Array`; `NullArray` if elements may be NULL", On: "PostgreSQL", Code: columnOfLists},
	{Key: "swapped column", Do: "`Swapped`", Test: "integration/sqlx.TestMySQLFunctions"},
	{Key: "GUID column", Do: "`GUID`", Test: "integration/sqlx.TestGUIDAsMSSQL"},
	{Key: "bytes or connector", Do: "`sqlx.Binary`, or the connector", Error: textSent, On: bytesStores, Today: withoutConnector, Code: bytesOrConnector},
	{Key: "itself", Do: "the UUID itself", On: "MariaDB, MySQL", Code: columnsOfText},
	{Key: "uuid column", Do: "nothing", On: "PostgreSQL", Code: postgresPlain},
	{Key: "MongoDB, ours", Do: "nothing for `uuid.UUID` with the driver's version 2", On: "MongoDB", Code: mongoOurs},
	{Key: "key's bytes", Do: "`id[:]`", On: "bytes", Code: edge},

	// Null.
	{Key: "null", Do: "`uuid.NullUUID`", On: "JSON", Code: jsonNull},
	{Key: "null of SQL", Do: "`sql.Null[uuid.UUID]`", On: "PostgreSQL", Code: sqlNull},
	{Key: "null of pointers", Do: "`*uuid.UUID`", Error: "stored 7b2256223a22…" /* {"V":" */, On: "JSON", Today: jsonSQLNull, Code: jsonPointer},
}
