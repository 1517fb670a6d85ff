package rewrite

import "maps"

// gofrs is github.com/gofrs/uuid, versions 3 to 5.
var gofrs = source{
	names: map[string]rule{
		"UUID":            keep,
		"NullUUID":        keep,
		"FromBytes":       keep,
		"FromBytesOrNil":  helped("fromBytesOrNil"),
		"FromString":      parse,
		"FromStringOrNil": parseOrNil,
		"Must":            must,

		"Nil":           variable("Nil"),
		"Max":           variable("Max"),
		"NamespaceDNS":  variable("NamespaceDNS"),
		"NamespaceURL":  variable("NamespaceURL"),
		"NamespaceOID":  variable("NamespaceOID"),
		"NamespaceX500": variable("NamespaceX500"),

		"NewV1":       noError("NewV1"),
		"NewV3":       hash("NewV3"),
		"NewV4":       noError("NewV4"),
		"NewV5":       hash("NewV5"),
		"NewV6":       noError("NewV6"),
		"NewV7":       noError("NewV7"),
		"NewV1AtTime": renamed("V1At"),
		"NewV6AtTime": renamed("V6At"),
		"NewV7AtTime": renamed("V7At"),
		"NewV8":       leave("NewV8 takes the 16 bytes as one array"),

		"Size": value("16"),
		"V1":   versionNumber("1"),
		"V2":   versionNumber("2"),
		"V3":   versionNumber("3"),
		"V4":   versionNumber("4"),
		"V5":   versionNumber("5"),
		"V6":   versionNumber("6"),
		"V7":   versionNumber("7"),
		"V8":   versionNumber("8"),

		"VariantNCS":       keep,
		"VariantRFC4122":   renamed("VariantRFC9562"),
		"VariantRFC9562":   keep,
		"VariantMicrosoft": keep,
		"VariantFuture":    keep,

		"Timestamp":        leave(timestamp),
		"TimestampFromV1":  leave(timestamp),
		"TimestampFromV6":  leave(timestamp),
		"TimestampFromV7":  leave(timestamp),
		"Generator":        leave(generator),
		"Gen":              leave(generator),
		"NewGen":           leave(generator),
		"GenOption":        leave(generator),
		"HWAddrFunc":       leave(generator),
		"EpochFunc":        leave(generator),
		"DefaultGenerator": leave(generator),

		"NewGenWithHWAF":     leave(generator),
		"NewGenWithOptions":  leave(generator),
		"WithHWAddrFunc":     leave(generator),
		"WithEpochFunc":      leave(generator),
		"WithRandomReader":   leave(generator),
		"DomainPerson":       leave(dce),
		"DomainGroup":        leave(dce),
		"DomainOrg":          leave(dce),
		"NewV2":              leave(dce),
		"Error":              leave(parseError),
		"ErrInvalidFormat":   leave(parseError),
		"ErrIncorrectLength": leave(parseError),

		"ErrIncorrectFormatInString": leave(parseError),
		"ErrIncorrectByteLength":     leave(parseError),
		"ErrInvalidBraces":           leave(parseError),
		"ErrInvalidURNPrefix":        leave(parseError),
		"ErrInvalidDashes":           leave(parseError),
	},
	methods: map[string]methodRule{
		"Bytes":      methodHelped("uuidBytes"),
		"IsNil":      methodRenamed("IsZero"),
		"Parse":      methodParse,
		"SetVersion": methodLeft("NewV8 sets the bits of version 8; set others in the bytes"),
		"SetVariant": methodLeft("NewV8 sets the bits of RFC 9562's variant; set others in the bytes"),
	},
	must: map[string]bool{
		"NewV1": true, "NewV4": true, "NewV6": true, "NewV7": true, "FromString": true,
	},
}

const (
	timestamp  = "UUID.Time returns the time of versions 1, 6 and 7"
	generator  = "package uuid/generator has generators with options of their own"
	parseError = "use errors.As with a *uuid.ParseError"
)

// satori is github.com/satori/go.uuid, from which gofrs/uuid comes.
var satori = source{
	names:   with(gofrs.names, map[string]rule{"Equal": equal}),
	methods: gofrs.methods,
	must:    gofrs.must,
}

// with returns all rules, those of more in the place of others.
func with(names, more map[string]rule) map[string]rule {
	all := maps.Clone(names)
	maps.Copy(all, more)
	return all
}
