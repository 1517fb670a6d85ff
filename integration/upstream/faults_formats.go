package upstream

// formatFaults are those of serialization formats.
var formatFaults = []Fault{{
	Key: "cbor-length", Module: "github.com/fxamacker/cbor/v2", In: Integration,
	Wrong: "A byte string of another length is cut, or filled with zeroes, for an array without `UnmarshalBinary`.",
	Got:   "01020300-0000-0000-0000-000000000000", Want: "an error",
	Issue:  "https://github.com/fxamacker/cbor/issues/735",
	Around: []string{"cborx/types.go", "cborx/doc.go", "integration/matrix/impossible.go"},
	Sketch: `
--- a/decode.go, in fillByteString
 	if v.Kind() == reflect.Array && v.Type().Elem().Kind() == reflect.Uint8 {
 		vLen := v.Len()
+		if dm.byteArrayLength == ByteArrayLengthExact && len(val) != vLen { // a new DecOption
+			return &UnmarshalTypeError{CBORType: t.String(), GoType: v.Type().String()}
+		}
 		i := 0
`,
}, {
	Key: "msgpack-ext", Module: "github.com/vmihailenco/msgpack/v5", In: Integration,
	Wrong: "`RegisterExt` with an id that another type has silently unregisters that type: msgpack then writes its bytes without a header, and no decoder can read them.",
	Got:   "c70364000102, then 000102", Want: "c70364000102, then c70364000102",
	Issue:  "https://github.com/tarantool/go-tarantool/issues/599",
	Around: []string{"msgpackx/registry.go"},
	Sketch: `
--- a/ext.go, in RegisterExtEncoder: an encoder needs no id of its own
-	unregisterExtEncoder(extID)
-
 	typ := reflect.TypeOf(value)
`,
}, {
	Key: "msgpack-kept", Module: "github.com/vmihailenco/msgpack/v5", In: Integration,
	Wrong: "If the input ends inside of a value for `UnmarshalMsgpack`, the Decoder keeps a copy of all that it reads from then on. So does one that `msgpack.Unmarshal` has put back into its pool.",
	Got:   "1003 bytes", Want: "0 bytes",
	Around: []string{"msgpackx/registry.go"},
	Sketch: `
--- a/decode_value.go, in unmarshalValue
 	d.rec = make([]byte, 0, 64)
-	if err := d.Skip(); err != nil {
-		return err
-	}
+	err := d.Skip()
 	b = d.rec
 	d.rec = nil
+	if err != nil {
+		return err
+	}
`,
}, {
	Key: "bson-short", Module: "go.mongodb.org/mongo-driver/v2", In: Integration,
	Wrong: "A binary of fewer bytes overwrites the beginning of a `[16]byte`, without an error.",
	Got:   "09092233-4455-6677-8899-aabbccddeeff", Want: "an error",
	Around: []string{"bsonx/doc.go", "docs/mongodb.md"},
	Sketch: `
--- a/bson/default_value_decoders.go, in arrayDecodeValue
-		if len(data) > val.Len() {
-			return fmt.Errorf("more elements returned in array than can fit inside %s", val.Type())
+		if len(data) != val.Len() {
+			return fmt.Errorf("cannot decode a binary of %d bytes into %s", len(data), val.Type())
 		}
`,
}, {
	Key: "bson-subtype", Module: "go.mongodb.org/mongo-driver/v2", In: Integration,
	Wrong: "A `[16]byte` type of a package uuid is written as subtype 0, which finds no UUID of subtype 4, and subtype 4 cannot be read into it.",
	Got:   "subtype 0", Want: "subtype 4",
	Around: []string{"bsonx/register.go", "docs/mongodb.md"},
	Sketch: `
--- a/bson/default_value_encoders.go, in arrayEncodeValue, and the reverse in arrayDecodeValue
 	if val.Type().Elem() == tByte {
 		var byteSlice []byte
 		…
-		return vw.WriteBinary(byteSlice)
+		if val.Type().Name() == "UUID" && len(byteSlice) == 16 { // behind an option of the registry
+			return vw.WriteBinaryWithSubtype(byteSlice, TypeBinaryUUID)
+		}
+		return vw.WriteBinary(byteSlice)
`,
}, {
	Key: "yaml-null", Module: "gopkg.in/yaml.v3", In: Integration,
	Wrong: "A null in a list is left out: the list is shorter.",
	Got:   "1", Want: "2",
	Issue:  "https://github.com/go-yaml/yaml/issues/1011",
	Around: []string{"uuid/null.go", "integration/matrix/impossible.go"},
	Sketch: `
--- a/decode.go, in sequence
 		e := reflect.New(et).Elem()
-		if ok := d.unmarshal(n.Content[i], e); ok {
+		if ok := d.unmarshal(n.Content[i], e); ok || isNull(n.Content[i]) {
 			out.Index(j).Set(e)
 			j++
 		}
`,
}, {
	Key: "toml-array", Module: "github.com/pelletier/go-toml/v2", In: Integration,
	Wrong: "go-toml reads an array of numbers of any length into a `[16]byte`, and does not call `UnmarshalText`.",
	Got:   "00110000-0000-0000-0000-000000000000", Want: "an error",
	Issue:  "https://github.com/pelletier/go-toml/pull/1026",
	Around: []string{"docs/uuid.md"},
	Sketch: `
--- a/unmarshaler.go, where a value of kind Array is stored into a reflect.Array
+	if n != v.Len() {
+		return d.keyedError(expr, fmt.Errorf("cannot store %d elements in an array of %d", n, v.Len()))
+	}
`,
}, {
	Key: "mapstructure-text", Module: "github.com/go-viper/mapstructure/v2", In: Integration,
	Wrong: "A text of up to 16 bytes is copied into a `[16]byte` that is not zero: the default of a configuration becomes another UUID.",
	Got:   "78797a33-4455-6677-8899-aabbccddeeff", Want: "an error",
	Issue:  "https://github.com/mitchellh/mapstructure/issues/236",
	Around: []string{"uuid/libraries.go", "integration/ecosystem/config/config_test.go"},
	Sketch: `
--- a/mapstructure.go, in decodeArray: check what came, whatever the array has
-	if isComparable(valArray) && valArray.Interface() == reflect.Zero(valArray.Type()).Interface() || d.config.ZeroFields {
-		// Check input type
-		if dataValKind != reflect.Array && dataValKind != reflect.Slice {
+	// Check input type
+	if dataValKind != reflect.Array && dataValKind != reflect.Slice {
`,
}}
