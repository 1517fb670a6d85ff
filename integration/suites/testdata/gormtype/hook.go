package gorm

// Between is called with each DB that Open makes.
var Between = func(*DB) error { return nil }
