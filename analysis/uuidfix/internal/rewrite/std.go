package rewrite

// stdLacks says what to use instead of what Go 1.27's package uuid does not have.
var stdLacks = map[string]string{
	"NullUUID":  "use sql.Null[uuid.UUID], or a pointer",
	"UUIDs":     "write []uuid.UUID",
	"FromBytes": "check the length and convert: uuid.UUID(b)",
}
