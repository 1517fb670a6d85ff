// Package vet measures uuidvet: on planted wrong uses, each beside its right twin.
package vet
