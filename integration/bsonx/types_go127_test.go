//go:build go1.27

package bsonx_test

import std "uuid"

func stdTypes() []suite { return []suite{on[std.UUID]{"std"}} }
