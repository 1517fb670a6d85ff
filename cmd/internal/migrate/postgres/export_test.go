package postgres

// For the tables of the tests.
var (
	Convert = postgresConvert
	Back    = postgresBack
	Hex     = postgresHex
	Like    = postgresLike
	Good    = postgresGood
)
