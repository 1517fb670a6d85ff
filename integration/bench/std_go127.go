//go:build go1.27

package main

import (
	"testing"
	"uuid"
)

var stdID = uuid.MustParse(text)

var std = map[string]func(b *testing.B){
	"Parse": func(b *testing.B) {
		for b.Loop() {
			uuid.Parse(text)
		}
	},
	"AppendText": func(b *testing.B) {
		for b.Loop() {
			stdID.AppendText(buffer)
		}
	},
	"String": func(b *testing.B) {
		for b.Loop() {
			sinkString = stdID.String()
		}
	},
	"NewV4": func(b *testing.B) {
		for b.Loop() {
			uuid.NewV4()
		}
	},
	"NewV7": func(b *testing.B) {
		for b.Loop() {
			uuid.NewV7()
		}
	},
	"NewV7 from every core": parallel(func() { uuid.NewV7() }),
	"1000 of v4, each": func(b *testing.B) {
		for b.Loop() {
			for range batch {
				uuid.NewV4()
			}
		}
	},
	"1000 of v7, each": func(b *testing.B) {
		for b.Loop() {
			for range batch {
				uuid.NewV7()
			}
		}
	},
}
