module github.com/uuidkit/uuidkit/gormtype

go 1.24

replace github.com/uuidkit/uuidkit => ..

require (
	github.com/uuidkit/uuidkit v0.0.0
	// The floor, not the latest version: see CONTRIBUTING.md.
	gorm.io/gorm v1.25.12 // older ones were not tried on servers
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.14.0 // indirect
)
