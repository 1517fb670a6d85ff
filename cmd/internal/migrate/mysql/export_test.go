package mysql

// For the tables of the tests.
var (
	Convert = convert
	Good    = mysqlGood
)
