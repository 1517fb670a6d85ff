package upstream

// gormFaults are those of GORM.
var gormFaults = []Fault{{
	Key: "gorm-map", Module: "gorm.io/gorm", In: Integration,
	Wrong: "In a map, a `[16]byte` type without `Value`, such as Go 1.27's UUID, is a list of 16 numbers: rows of other ids match, and are deleted.",
	Got:   "16 arguments", Want: "1 arguments",
	Issue:  "https://github.com/go-gorm/gorm/issues/7842",
	Around: []string{"gormtype/apart.go", "docs/gorm.md"},
	Sketch: `
--- a/statement.go, in BuildCondition
 				switch reflectValue.Kind() {
 				case reflect.Slice, reflect.Array:
-					if _, ok := v[key].(driver.Valuer); ok {
+					if _, ok := v[key].(driver.Valuer); ok || reflectValue.Type().Elem().Kind() == reflect.Uint8 {
 						conds = append(conds, clause.Eq{Column: column, Value: v[key]})
`,
}, {
	Key: "gorm-inline", Module: "gorm.io/gorm", In: Integration,
	Wrong: "As an inline condition, such an id is a list of 16 numbers, too.",
	Got:   "16 arguments", Want: "1 arguments",
	Issue:  "https://github.com/go-gorm/gorm/issues/7842",
	Around: []string{"gormtype/apart.go", "docs/gorm.md"},
	Sketch: `
--- a/statement.go, in BuildCondition
 				switch reflectValue.Kind() {
 				case reflect.Slice, reflect.Array:
+					if reflectValue.Type().Elem().Kind() == reflect.Uint8 {
+						conds = append(conds, clause.Eq{Column: clause.PrimaryColumn, Value: arg})
+						break
+					}
`,
}, {
	Key: "gorm-parentheses", Module: "gorm.io/gorm", In: Integration,
	Wrong: "`\"id IN (?)\"` with one such id is a list of 16 numbers, in Raw and Exec before any plugin sees it.",
	Got:   "16 arguments", Want: "1 arguments",
	Issue:  "https://github.com/go-gorm/gorm/issues/7842",
	Around: []string{"gormtype/apart.go", "docs/gorm.md", "integration/matrix/impossible.go"},
	Sketch: `
--- a/clause/expression.go, in processValue
 	switch rv := reflect.ValueOf(value); rv.Kind() {
 	case reflect.Slice, reflect.Array:
-		if rv.Len() == 0 {
+		if rv.Kind() == reflect.Array && rv.Type().Elem().Kind() == reflect.Uint8 {
+			builder.AddVar(builder, value) // as AddVar itself does
+		} else if rv.Len() == 0 {
`,
}, {
	Key: "gorm-list", Module: "gorm.io/gorm", In: Integration,
	Wrong: "`Where(\"id\", list)` writes IN for a list of int64 or string, and `=` for a list of any other type.",
	Got:   "id = (?,?)", Want: "id IN (?,?)",
	Around: []string{"gormtype/named.go", "docs/gorm.md", "integration/matrix/impossible.go"},
	Sketch: `
--- a/clause/expression.go, in Eq.Build, and in Neq.Build
-	switch eq.Value.(type) {
-	case []string, []int, []int32, []int64, []uint, []uint32, []uint64, []interface{}:
-		rv := reflect.ValueOf(eq.Value)
+	rv := reflect.ValueOf(eq.Value)
+	_, valuer := eq.Value.(driver.Valuer)
+	switch {
+	case rv.Kind() == reflect.Slice && rv.Type().Elem().Kind() != reflect.Uint8 && !valuer:
`,
}, {
	Key: "gorm-attrs", Module: "gorm.io/gorm", In: Integration,
	Wrong: "`Attrs` and `Assign` lose such an id in a map: the new row has the zero UUID, without an error.",
	Got:   "00000000-0000-0000-0000-000000000000", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Issue:  "https://github.com/go-gorm/gorm/issues/7842",
	Around: []string{"gormtype/attrs.go", "integration/matrix/impossible.go"},
	Sketch: `
--- a/finisher_api.go, in assignInterfacesToValue: gorm-map cures it; what is left should be an error
 				} else if andCond, ok := expr.(clause.AndConditions); ok {
 					db.assignInterfacesToValue(andCond.Exprs)
+				} else {
+					db.AddError(fmt.Errorf("cannot assign a %T", expr))
 				}
`,
}, {
	Key: "gorm-scan", Module: "gorm.io/gorm", In: Integration,
	Wrong: "`Scan` into one id treats the array as a list of rows, though its type has a `Scan` method.",
	Got:   "an error", Want: "00112233-4455-6677-8899-aabbccddeeff",
	Around: []string{"gormtype/read.go", "docs/gorm.md", "integration/matrix/impossible.go"},
	Sketch: `
--- a/scan.go
 	default:
+		if scanner, ok := dest.(sql.Scanner); ok {
+			if initialized || rows.Next() {
+				db.RowsAffected++
+				db.AddError(rows.Scan(scanner))
+			}
+			break
+		}
 		var (
 			fields       = make([]*schema.Field, len(columns))
`,
}}
