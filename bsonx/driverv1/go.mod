module github.com/uuidkit/uuidkit/bsonx/driverv1

go 1.24

replace github.com/uuidkit/uuidkit => ../..

require (
	github.com/uuidkit/uuidkit v0.0.0
	// The floor, not the latest version: see CONTRIBUTING.md.
	go.mongodb.org/mongo-driver v1.17.7 // CVE-2026-2303
)
