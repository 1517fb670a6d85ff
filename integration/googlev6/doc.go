// Package googlev6 has the tests of [uuid.UUID.RepairV6] against the package
// whose UUIDs it repairs, google/uuid 1.6.0.
package googlev6

import _ "github.com/uuidkit/uuidkit/uuid" // for the link above
