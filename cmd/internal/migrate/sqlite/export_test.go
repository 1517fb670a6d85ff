package sqlite

// For the tables of the tests.
var (
	Convert = convert
	IsForm  = isForm
	Retype  = retype
)
