package client

import (
	"net/http"

	"github.com/google/uuid"
)

func answered(res *http.Response, r *http.Request) {
	uuid.MustParse(res.Header.Get("Location"))
	uuid.MustParse(r.Header.Get("X-Id")) // want `MustParse panics`
}

func forward(h http.Header) (*http.Request, error) {
	out, err := http.NewRequest("GET", "http://localhost/", nil)
	if err == nil {
		out.Header = h
	}
	return out, err
}
