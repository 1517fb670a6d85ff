// Package gin has the signatures of gin that the tests need.
package gin

type Context struct{}

func (*Context) ShouldBindJSON(v any) error         { return nil }
func (*Context) Param(key string) string            { return "" }
func (*Context) GetQuery(key string) (string, bool) { return "", false }
func (*Context) Set(key any, value any)             {}
func (*Context) MustGet(key any) any                { return nil }
