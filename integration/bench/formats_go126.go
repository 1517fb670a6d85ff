//go:build !go1.27

package main

func stdFormats(format) []formatPeer { return nil }

func stdMsgpack(format) []formatPeer { return nil }

func jsonV2() []operation { return nil }
