package rewrite

// google is github.com/google/uuid.
var google = source{
	names: map[string]rule{
		"UUID":      same,
		"UUIDs":     same,
		"NullUUID":  same,
		"Variant":   variantType,
		"Version":   versionType,
		"New":       same,
		"Parse":     parse,
		"MustParse": same,
		"FromBytes": same,

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
		"Invalid":   byHand("no method returns it: delete the comparison"),

		"EnableRandPool":  noCall,
		"DisableRandPool": noCall,

		"SetRand":              byHand("for tests that need the same ids every run use package uuid/uuidtest; for a source of randomness of your own, package uuid/generator"),
		"NewRandomFromReader":  byHand("package uuid/generator has generators with a source of randomness of your own"),
		"NewV7FromReader":      byHand("package uuid/generator has generators with a source of randomness of your own"),
		"NewHash":              byHand("for SHA-256 and version 8 use NewV8SHA256; for another hash NewV8 of its first 16 bytes"),
		"IsInvalidLengthError": byHand("use errors.As with a *uuid.ParseError"),
		"SetNodeID":            byHand(node),
		"SetNodeInterface":     byHand(node),
		"NodeID":               byHand(node),
		"NodeInterface":        byHand(node),
		"SetClockSequence":     byHand(node),
		"ClockSequence":        byHand(node),
		"GetTime":              byHand("use NewV1 or package uuid/generator"),
		"Time":                 byHand("UUID.Time returns a time.Time"),
		"NewDCESecurity":       byHand(dce),
		"NewDCEPerson":         byHand(dce),
		"NewDCEGroup":          byHand(dce),
		"Domain":               byHand(dce),
		"Person":               byHand(dce),
		"Group":                byHand(dce),
		"Org":                  byHand(dce),
	},
	methods: map[string]methodRule{
		"Strings":       methodHelped("uuidStrings"),
		"NodeID":        methodByHand("UUID.Node returns the node and whether there is one"),
		"ClockSequence": methodByHand("UUID.ClockSeq returns the clock sequence and whether there is one"),
		"Domain":        methodByHand(dce),
		"ID":            methodByHand(dce),
	},
	changed: map[string]string{"Time": "it returns a time.Time and whether there is one"},
	must:    map[string]bool{"NewRandom": true, "NewUUID": true, "NewV6": true, "NewV7": true, "Parse": true, "ParseBytes": true},
}

const (
	node = "package uuid/generator has generators with a node and a clock of your own"
	dce  = "version 2 is not supported: keep github.com/google/uuid for it, under another name"
)
