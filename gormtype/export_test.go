package gormtype

// ReadHidden is for TestOtherStatement, which gives it other statements than GORM's.
var ReadHidden = readHidden
