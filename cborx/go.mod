module github.com/uuidkit/uuidkit/cborx

go 1.24

replace github.com/uuidkit/uuidkit => ..

require (
	// The floor, not the latest version: see CONTRIBUTING.md.
	github.com/fxamacker/cbor/v2 v2.9.3 // older ones panic on hostile input
	github.com/uuidkit/uuidkit v0.0.0
)

require github.com/x448/float16 v0.8.4 // indirect
