module github.com/uuidkit/uuidkit/msgpackx

go 1.24

replace github.com/uuidkit/uuidkit => ..

require (
	github.com/uuidkit/uuidkit v0.0.0
	// The floor, not the latest version: see CONTRIBUTING.md.
	github.com/vmihailenco/msgpack/v5 v5.4.1 // 5.4.0 panics on null for a pointer
)

require github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
