package rewrite

// google is github.com/google/uuid.
var google = source{
	names: map[string]rule{
		"UUID":      keep,
		"UUIDs":     keep,
		"NullUUID":  keep,
		"Variant":   keep,
		"Version":   basicType("int"),
		"New":       keep,
		"Parse":     parse,
		"MustParse": keep,
		"FromBytes": keep,

		"Nil":           variable("Nil"),
		"Max":           variable("Max"),
		"NameSpaceDNS":  variable("NamespaceDNS"),
		"NameSpaceURL":  variable("NamespaceURL"),
		"NameSpaceOID":  variable("NamespaceOID"),
		"NameSpaceX500": variable("NamespaceX500"),

		"NewRandom":  noError("NewV4"),
		"NewUUID":    noError("NewV1"),
		"NewV6":      noError("NewV6"),
		"NewV7":      noError("NewV7"),
		"NewString":  toString("New"),
		"NewMD5":     hash("NewV3"),
		"NewSHA1":    hash("NewV5"),
		"ParseBytes": parseBytes,
		"Must":       must,
		"Validate":   helped("validateUUID"),

		"RFC4122":   renamed("VariantRFC9562"),
		"Microsoft": renamed("VariantMicrosoft"),
		"Reserved":  renamed("VariantNCS"),
		"Future":    renamed("VariantFuture"),
		"Invalid":   leave("no method returns it: delete the comparison"),

		"EnableRandPool":  noCall,
		"DisableRandPool": noCall,

		"SetRand":              leave("for tests that need the same ids every run use package uuid/uuidtest; for a source of randomness of your own, package uuid/generator"),
		"NewRandomFromReader":  leave("package uuid/generator has generators with a source of randomness of your own"),
		"NewV7FromReader":      leave("package uuid/generator has generators with a source of randomness of your own"),
		"NewHash":              leave("for SHA-256 and version 8 use NewV8SHA256; for another hash NewV8 of its first 16 bytes"),
		"IsInvalidLengthError": leave("use errors.As with a *uuid.ParseError"),
		"SetNodeID":            leave(node),
		"SetNodeInterface":     leave(node),
		"NodeID":               leave(node),
		"NodeInterface":        leave(node),
		"SetClockSequence":     leave(node),
		"ClockSequence":        leave(node),
		"GetTime":              leave("use NewV1 or package uuid/generator"),
		"Time":                 leave("UUID.Time returns a time.Time"),
		"NewDCESecurity":       leave(dce),
		"NewDCEPerson":         leave(dce),
		"NewDCEGroup":          leave(dce),
		"Domain":               leave(dce),
		"Person":               leave(dce),
		"Group":                leave(dce),
		"Org":                  leave(dce),
	},
	methods: map[string]methodRule{
		"Strings":       methodHelped("uuidStrings"),
		"NodeID":        methodLeft("UUID.Node returns the node and whether there is one"),
		"ClockSequence": methodLeft("UUID.ClockSeq returns the clock sequence and whether there is one"),
		"Domain":        methodLeft(dce),
		"ID":            methodLeft(dce),
	},
	changed: map[string]string{"Time": "it returns a time.Time and whether there is one"},
	must:    map[string]bool{"NewRandom": true, "NewUUID": true, "NewV6": true, "NewV7": true, "Parse": true, "ParseBytes": true},
}

const (
	node = "package uuid/generator has generators with a node and a clock of your own"
	dce  = "version 2 is not supported: keep github.com/google/uuid for it, under another name"
)
