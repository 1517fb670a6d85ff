package rewrite

import "maps"

// gofrs is github.com/gofrs/uuid, versions 3 to 5.
var gofrs = source{
	names: map[string]rule{
		"UUID":            same,
		"NullUUID":        same,
		"FromBytes":       same,
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
		"NewV8":       byHand("NewV8 takes the 16 bytes as one array"),

		"Size": value("16"),
		"V1":   versionNumber("1"),
		"V2":   versionNumber("2"),
		"V3":   versionNumber("3"),
		"V4":   versionNumber("4"),
		"V5":   versionNumber("5"),
		"V6":   versionNumber("6"),
		"V7":   versionNumber("7"),
		"V8":   versionNumber("8"),

		"VariantNCS":       same,
		"VariantRFC4122":   renamed("VariantRFC9562"),
		"VariantRFC9562":   same,
		"VariantMicrosoft": same,
		"VariantFuture":    same,

		"Timestamp":        byHand(timestamp),
		"TimestampFromV1":  byHand(timestamp),
		"TimestampFromV6":  byHand(timestamp),
		"TimestampFromV7":  byHand(timestamp),
		"Generator":        byHand(generator),
		"Gen":              byHand(generator),
		"NewGen":           byHand(generator),
		"GenOption":        byHand(generator),
		"HWAddrFunc":       byHand(generator),
		"EpochFunc":        byHand(generator),
		"DefaultGenerator": byHand(generator),

		"NewGenWithHWAF":     byHand(generator),
		"NewGenWithOptions":  byHand(generator),
		"WithHWAddrFunc":     byHand(generator),
		"WithEpochFunc":      byHand(generator),
		"WithRandomReader":   byHand(generator),
		"DomainPerson":       byHand(dce),
		"DomainGroup":        byHand(dce),
		"DomainOrg":          byHand(dce),
		"NewV2":              byHand(dce),
		"Error":              byHand(parseError),
		"ErrInvalidFormat":   byHand(parseError),
		"ErrIncorrectLength": byHand(parseError),

		"ErrIncorrectFormatInString": byHand(parseError),
		"ErrIncorrectByteLength":     byHand(parseError),
		"ErrInvalidBraces":           byHand(parseError),
		"ErrInvalidURNPrefix":        byHand(parseError),
		"ErrInvalidDashes":           byHand(parseError),
	},
	methods: map[string]methodRule{
		"Bytes":      methodHelped("uuidBytes"),
		"IsNil":      methodRenamed("IsZero"),
		"Parse":      methodParse,
		"SetVersion": methodByHand("NewV8 sets the bits of version 8; set others in the bytes"),
		"SetVariant": methodByHand("NewV8 sets the bits of RFC 9562's variant; set others in the bytes"),
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
