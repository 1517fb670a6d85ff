// Package echo has the signatures that the tests need.
package echo

import "net/url"

type Context interface {
	QueryParams() url.Values
	JSONPretty(code int, i any, indent string) error
}
