// Package echo has the signatures that the tests need.
package echo

type Context interface {
	JSONPretty(code int, i any, indent string) error
}
