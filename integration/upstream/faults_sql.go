package upstream

// sqlFaults are those of database/sql and its drivers.
var sqlFaults = []Fault{{
	Key: "mysql-std", Module: "github.com/go-sql-driver/mysql", In: Integration, Newest: true,
	Wrong: "An argument of Go 1.27's UUID type is an error, though `database/sql` knows the type: the driver converts arguments itself.",
	Got:   "an error", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Around: []string{"sqlx/native.go", "docs/mysql.md", "docs/moving/to-std.md"},
	Sketch: `
--- a/statement.go
 	case reflect.String:
 		return rv.String(), nil
 	}
-	return nil, fmt.Errorf("unsupported type %T, a %s", v, rv.Kind())
+	// What database/sql itself converts, such as uuid.UUID of Go 1.27.
+	return driver.DefaultParameterConverter.ConvertValue(v)
 }
`,
}}
