//go:build !go1.27

package wiretest_test

// Before Go 1.27 encoding/json asked the key of a map for UnmarshalJSON before
// UnmarshalText, though it had asked it for MarshalText.
const jsonReadsNullKeys = false

// jsonv2 is encoding/json/v2, which Go has by default from 1.27 on.
var jsonv2 []format
