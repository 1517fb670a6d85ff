package upstream

// builderFaults are those of ORMs and query builders.
var builderFaults = []Fault{{
	Key: "bun-bytea", Module: "github.com/uptrace/bun", In: Ecosystem,
	Wrong: "In PostgreSQL, without a type in the tag, bun makes a BYTEA column for a UUID with `Value`, and stores 36 characters there.",
	Got:   "text in BYTEA", Want: "text in UUID",
	Around: []string{"docs/bun.md", "docs/works-with.md"},
	Sketch: `
--- a/dialect/pgdialect/sqltype.go
 	case reflect.Array, reflect.Slice:
+		if typ.Kind() == reflect.Array && typ.Len() == 16 && typ.Name() == "UUID" {
+			return "UUID" // its Value is text
+		}
 		if typ.Elem().Kind() == reflect.Uint8 {
 			return pgTypeBytea
 		}
`,
}, {
	Key: "bun-list", Module: "github.com/uptrace/bun", In: Ecosystem,
	Wrong: "bun writes a plain slice as JSON: `id IN (?)` finds no row in SQLite.",
	Got:   `id IN ('["00112233-4455-6677-8899-aabbccddeeff"]')`, Want: "id IN ('00112233-4455-6677-8899-aabbccddeeff')",
	Around: []string{"docs/bun.md"},
	Sketch: `
--- a/schema/append_value.go: a slice of scalars is what bun.List writes; JSON needs a tag or json.RawMessage
 	case reflect.Slice:
+		if isScalar(typ.Elem()) {
+			return appendList
+		}
`,
}, {
	Key: "bun-null-pointer", Module: "github.com/uptrace/bun", In: Ecosystem,
	Wrong: "NULL into a pointer that is not nil makes it a pointer to the Nil UUID.",
	Got:   "00000000-0000-0000-0000-000000000000", Want: "<nil>",
	Around: []string{"docs/bun.md", "examples/std/bun/main_test.go"},
	Sketch: `
--- a/schema/scan.go, in PtrScanner
 			if !dest.IsNil() {
-				dest.Set(reflect.New(dest.Type().Elem()))
+				dest.SetZero()
 			}
`,
}, {
	Key: "bun-has-many", Module: "github.com/uptrace/bun", In: Ecosystem,
	Wrong: "A has-many relation fails if the `Value` of its key is bytes, and the foreign key may be NULL: bun compares a pointer with an id.",
	Got:   "an error", Want: "1 files",
	Issue:  "https://github.com/uptrace/bun/issues/867",
	Around: []string{"docs/bun.md", "examples/bun/main_test.go"},
	Sketch: `
--- a/model_table_has_many.go, in indirectAsKey
 		if v, err := valuer.Value(); err == nil && v != nil {
+			if b, ok := v.([]byte); ok {
+				return string(b)
+			}
 			switch reflect.TypeOf(v).Kind() {
`,
}, {
	Key: "goqu-array", Module: "github.com/doug-martin/goqu/v9", In: Ecosystem,
	Wrong: "A `[16]byte` type without `Value`, such as Go 1.27's UUID, cannot be an argument.",
	Got:   "an error", Want: "1 arguments",
	Around: []string{"docs/works-with.md", "docs/database-sql.md"},
	Sketch: `
--- a/sqlgen/expression_sql_generator.go, in reflectSQL
+	case valKind == reflect.Array && b.IsPrepared(): // the driver or database/sql may know the type
+		esg.placeHolderSQL(b, val)
 	case util.IsSlice(valKind):
`,
}, {
	Key: "squirrel-array", Module: "github.com/Masterminds/squirrel", In: Ecosystem,
	Wrong: "In `Eq`, a `[16]byte` type without `Value` is a list of 16 numbers: SQLite finds no row, without an error.",
	Got:   "id IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", Want: "id = ?",
	Around: []string{"docs/works-with.md", "docs/database-sql.md"},
	Sketch: `
--- a/expr.go, in isListType
 	valVal := reflect.ValueOf(val)
-	return valVal.Kind() == reflect.Array || valVal.Kind() == reflect.Slice
+	return valVal.Kind() == reflect.Slice || valVal.Kind() == reflect.Array && valVal.Type().Elem().Kind() != reflect.Uint8
`,
}, {
	Key: "xorm-json", Module: "xorm.io/xorm", In: Ecosystem, Slow: true,
	Wrong: "A UUID is stored as JSON, with quotes, whatever its `Value`: `Where(\"id = ?\", id)` finds no row, without an error.",
	Got:   `"00112233-4455-6677-8899-aabbccddeeff"`, Want: "00112233-4455-6677-8899-aabbccddeeff",
	Around: []string{"integration/ecosystem/builders/xorm_test.go", "docs/works-with.md"},
	Sketch: `
--- a/internal/statements/values.go, in Value2Interface
+	if valuer, ok := fieldValue.Interface().(driver.Valuer); ok {
+		return valuer.Value()
+	}
 	switch k := fieldType.Kind(); k {
`,
}, {
	Key: "jet-null", Module: "github.com/go-jet/jet/v2", In: Ecosystem, Slow: true,
	Wrong: "NULL becomes the Nil UUID: jet does not call the type's `Scan`, and returns no error.",
	Got:   "00000000-0000-0000-0000-000000000000", Want: "an error",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- a/qrm/utill.go, in assign
+	if source == nil && !isNilable(destination) {
+		return fmt.Errorf("cannot scan NULL into %s", destination.Type())
+	}
`,
}}

// storeFaults are those of clients of stores.
var storeFaults = []Fault{{
	Key: "redis-nil", Module: "github.com/redis/go-redis/v9", In: Ecosystem,
	Wrong: "A nil pointer whose type has a `MarshalBinary` by value panics.",
	Got:   "a panic", Want: "an error",
	Issue:  "https://github.com/redis/go-redis/issues/3208",
	Around: []string{"docs/works-with.md", "integration/ecosystem/stores/redis_test.go"},
	Sketch: `
--- a/internal/proto/writer.go
 	case encoding.BinaryMarshaler:
+		if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
+			return w.bytes(nil) // as the other nil pointers
+		}
 		b, err := v.MarshalBinary()
`,
}, {
	Key: "redis-hash", Module: "github.com/redis/go-redis/v9", In: Ecosystem,
	Wrong: "`HGetAll().Scan` does not read the struct that `HSet` wrote: writing calls `MarshalBinary`, reading calls `UnmarshalText`.",
	Got:   "an error", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Issue:  "https://github.com/redis/go-redis/issues/3139",
	Around: []string{"uuid/libraries.go", "docs/works-with.md"},
	Sketch: `
--- a/internal/hscan/structmap.go, in Scan: the order in which a value is written
 		case Scanner:
 			return scan.ScanRedis(value)
+		case encoding.BinaryUnmarshaler:
+			return scan.UnmarshalBinary(util.StringToBytes(value))
 		case encoding.TextUnmarshaler:
 			return scan.UnmarshalText(util.StringToBytes(value))
-		case encoding.BinaryUnmarshaler:
-			return scan.UnmarshalBinary(util.StringToBytes(value))
`,
}, {
	Key: "dynamodb-short", Module: "github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue", In: Ecosystem, Slow: true,
	Wrong: "A binary of another length than 16 bytes panics when it is read into a UUID.",
	Got:   "a panic", Want: "an error",
	Issue:  "https://github.com/aws/aws-sdk-go-v2/issues/2596",
	Around: []string{"integration/ecosystem/stores/dynamodb_test.go", "docs/works-with.md"},
	Sketch: `
--- a/feature/dynamodb/attributevalue/decode.go, in decodeBinary
+	if v.Kind() == reflect.Array && v.Len() != len(b) {
+		return &UnmarshalTypeError{Value: "binary", Type: v.Type()}
+	}
`,
}, {
	Key: "gocql-array", Module: "github.com/gocql/gocql", In: Ecosystem, Slow: true,
	Wrong: "A `uuid` column takes no `[16]byte` type but gocql's own.",
	Got:   "an error", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Issue:  "https://github.com/apache/cassandra-gocql-driver/pull/1373",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- a/marshal.go, in marshalUUID, and the reverse in unmarshalUUID
 	case UUID:
 		return val.Bytes(), nil
 	}
+	if rv := reflect.ValueOf(value); rv.Type().ConvertibleTo(reflect.TypeFor[[16]byte]()) {
+		u := rv.Convert(reflect.TypeFor[[16]byte]()).Interface().([16]byte)
+		return u[:], nil
+	}
`,
}, {
	Key: "clickhouse-nil", Module: "github.com/ClickHouse/clickhouse-go/v2", In: Ecosystem, Slow: true,
	Wrong: "A nil pointer whose type has a `Value` panics, unless it is google's.",
	Got:   "a panic", Want: "<nil>",
	Issue:  "https://github.com/ClickHouse/clickhouse-go/issues/1823",
	Around: []string{"integration/ecosystem/stores/clickhouse_test.go", "docs/works-with.md"},
	Sketch: `
--- a/lib/column/uuid.go, in AppendRow, and in the other columns
 		if valuer, ok := v.(driver.Valuer); ok {
+			if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
+				return col.AppendRow(nil)
+			}
 			val, err := valuer.Value()
`,
}, {
	Key: "avro-short", Module: "github.com/hamba/avro/v2", In: Ecosystem,
	Wrong: "A `fixed` of 16 bytes that is cut off returns an error, but the UUID has changed: it holds the bytes of the input, and zeros.",
	Got:   "01020300-0000-0000-0000-000000000000", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- a/codec_fixed.go
 func (c *fixedCodec) Decode(ptr unsafe.Pointer, r *Reader) {
-	for i := range c.arrayType.Len() {
-		c.arrayType.UnsafeSetIndex(ptr, i, reflect2.PtrOf(r.readByte()))
-	}
+	b := make([]byte, c.arrayType.Len())
+	if r.Read(b); r.Error == nil {
+		copy(unsafe.Slice((*byte)(ptr), len(b)), b)
+	}
 }
`,
}, {
	Key: "parquet-pointer", Module: "github.com/parquet-go/parquet-go", In: Ecosystem, Slow: true,
	Wrong: "A pointer to a UUID with the tag `uuid` panics: `optional` alone stores Nil as null.",
	Got:   "a panic", Want: "optional",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- a/schema.go, where the tag uuid is read
-	if t.Kind() != reflect.Array || t.Elem().Kind() != reflect.Uint8 || t.Len() != 16 {
+	if t.Kind() == reflect.Pointer {
+		t, optional = t.Elem(), true
+	}
+	if t.Kind() != reflect.Array || t.Elem().Kind() != reflect.Uint8 || t.Len() != 16 {
`,
}}

// webFaults are those of web frameworks.
var webFaults = []Fault{{
	Key: "fiber-list", Module: "github.com/gofiber/fiber/v3", In: Ecosystem, Slow: true,
	Wrong: "For a list in a query, fiber does not call the elements' `UnmarshalText`.",
	Got:   "an error", Want: "2",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- gofiber/schema, decoder.go, in decode of a slice
-			if conv := getBuiltinConverter(elemT); …
+			if reflect.PointerTo(elemT).Implements(textUnmarshalerType) {
+				… = UnmarshalText of each value
+			} else if conv := getBuiltinConverter(elemT); …
`,
}, {
	Key: "huma-list", Module: "github.com/danielgtaylor/huma/v2", In: Ecosystem, Slow: true,
	Wrong: "An operation with a list of UUIDs in its query panics. For one UUID huma calls `UnmarshalText`.",
	Got:   "a panic", Want: "2",
	Around: []string{"docs/works-with.md"},
	Sketch: `
--- a/huma.go, in parseInto of a slice
+	if reflect.PointerTo(f.Type().Elem()).Implements(textUnmarshalerType) {
+		… = UnmarshalText of each value
+	}
`,
}}
