//go:build go1.27

package wiretest_test

const jsonReadsNullKeys = true
