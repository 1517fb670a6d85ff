package upstream

// pgxFaults are those of pgx.
var pgxFaults = []Fault{{
	Key: "pgx-bytes", Module: "github.com/jackc/pgx/v5", In: Integration,
	Wrong: "A `[]byte` of 36 characters as a `uuid` parameter is cut: its first 16 characters are the UUID.",
	Got:   "30303131-3232-3333-2d34-3435352d3636", Want: "an error",
	Around: []string{"docs/postgresql.md"},
	Sketch: `
--- a/pgtype/builtin_wrappers.go
 func (w byteSliceWrapper) UUIDValue() (UUID, error) {
 	if w == nil {
 		return UUID{}, nil
 	}
+	if len(w) != 16 {
+		return UUID{}, fmt.Errorf("invalid length for UUID: %d", len(w))
+	}
 
 	uuid := UUID{Valid: true}
`,
}, {
	Key: "pgx-json-text", Module: "github.com/jackc/pgx/v5", In: Integration,
	Wrong: "In a `json` or `jsonb` parameter pgx ignores `MarshalText`: it stores Go 1.27's UUID as 16 numbers.",
	Got:   "[0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]", Want: `"00112233-4455-6677-8899-aabbccddeeff"`,
	Issue:  "https://github.com/jackc/pgx/issues/2636",
	Around: []string{"pgxtype/json.go", "docs/moving/to-std.md"},
	Sketch: `
--- a/pgtype/json.go
-	case json.Marshaler:
+	case json.Marshaler, encoding.TextMarshaler:
 		return &encodePlanJSONCodecEitherFormatMarshal{
 			marshal: c.Marshal,
 		}
`,
}, {
	Key: "pgx-sql-text-column", Module: "github.com/jackc/pgx/v5", In: Integration, Newest: true,
	Wrong: "Through `database/sql`, pgx reads Go 1.27's UUID from `uuid` columns only. A text column is an error; other drivers read it.",
	Got:   "an error", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Issue:  "https://github.com/jackc/pgx/issues/2636",
	Around: []string{"sqlx/columns_text.go", "docs/moving/to-std.md", "integration/matrix/impossible.go"},
	Sketch: `
--- a/stdlib/sql_go1.27.go, in isSQLScanDestination
+	// database/sql reads a UUID from a text or 16 bytes.
+	if typ == reflect.TypeFor[*uuid.UUID]() {
+		return true
+	}
`,
}, {
	Key: "pgx-load-range", Module: "github.com/jackc/pgx/v5", In: Integration,
	Wrong: "`LoadTypes` of a range and its multirange fails if the multirange's name comes first in the alphabet.",
	Got:   "an error", Want: "<nil>",
	Around: []string{"pgxtype/range.go", "docs/postgresql.md"},
	Sketch: `
--- a/derived_types.go, in the CTE pc(parent, child)
+UNION ALL
+    SELECT rngmultitypid, rngtypid
+    FROM pg_range
+    WHERE rngmultitypid != 0
`,
}, {
	Key: "pgx-load-array", Module: "github.com/jackc/pgx/v5", In: Integration,
	Wrong: "`LoadTypes` of a type with a `uuid[]` inside replaces the codec that the program has registered for `uuid[]`.",
	Got:   "*pgtype.ArrayCodec", Want: "*upstream_test.ownCodec",
	Around: []string{"pgxtype/doc.go", "docs/postgresql.md"},
	Sketch: `
--- a/derived_types.go, in LoadTypes
 		case "b": // array
+			if _, ok := m.TypeForOID(ti.Oid); ok && !slices.Contains(typeNames, ti.TypeName) {
+				continue // only a part of what was asked for, and known
+			}
`,
}, {
	Key: "pgx-domain", Module: "github.com/jackc/pgx/v5", In: Integration,
	Wrong: "If a domain over `bytea` was not loaded, pgx stores the UUID's 36 characters in its columns.",
	Got:   "36 bytes", Want: "16 bytes",
	Around: []string{"docs/postgresql.md"},
	Sketch: `
--- a/extended_query_builder.go, before a parameter of an unknown type is sent as text
+	// A domain has its base type's form: ask pg_type.typbasetype once, and keep it in the type map.
+	if _, ok := m.TypeForOID(oid); !ok {
+		oid = baseTypeOf(ctx, conn, oid)
+	}
`,
}}
