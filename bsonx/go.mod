module github.com/uuidkit/uuidkit/bsonx

go 1.24

replace github.com/uuidkit/uuidkit => ..

require (
	github.com/uuidkit/uuidkit v0.0.0
	// The floor, not the latest version: see CONTRIBUTING.md.
	go.mongodb.org/mongo-driver/v2 v2.5.0 // CVE-2026-2303
)
