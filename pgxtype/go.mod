module github.com/uuidkit/uuidkit/pgxtype

go 1.25.0

replace github.com/uuidkit/uuidkit => ..

require (
	// The floor, not the latest version: see CONTRIBUTING.md.
	github.com/jackc/pgx/v5 v5.12.0 // two advisories fixed
	github.com/uuidkit/uuidkit v0.0.0
)
