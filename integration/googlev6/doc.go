// Package googlev6 has the tests of UUID.RepairV6 that need the package whose
// UUIDs it repairs, google/uuid 1.6.0.
package googlev6
