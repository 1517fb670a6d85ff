// Package mux has the signatures of gorilla/mux that the tests need.
package mux

import "net/http"

func Vars(r *http.Request) map[string]string { return nil }
