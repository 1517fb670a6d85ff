//go:build go1.27

package main

import "uuid"

func bsonStd() []bsonPeer { return []bsonPeer{newBSONPeer[uuid.UUID]("std", false)} }
