module github.com/uuidkit/uuidkit

go 1.26

// Floors, not the latest versions, so that importing uuidkit raises nobody's
// versions without need. The tests pass with them (./test.sh -full), and none has a
// vulnerability that we know of: CONTRIBUTING.md has the command that looks. The
// comments say why an older one will not do. Raising one is a line in CHANGELOG.md.
require (
	github.com/fxamacker/cbor/v2 v2.9.3 // cborx: older ones panic on hostile input
	github.com/jackc/pgx/v5 v5.12.0 // pgxtype: two advisories fixed
	github.com/vmihailenco/msgpack/v5 v5.4.1 // msgpackx: 5.4.0 panics on null for a pointer
	go.mongodb.org/mongo-driver v1.17.7 // bsonx/driverv1: CVE-2026-2303
	go.mongodb.org/mongo-driver/v2 v2.5.0 // bsonx: CVE-2026-2303
	gorm.io/gorm v1.25.12 // gormtype: older ones were not tried on servers
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/text v0.41.0 // indirect
)
