//go:build gc && !purego && !race && !msan && !asan

package uuid

// hasSSSE3 says whether the CPU has the instructions of hex_amd64.s, as all have since
// 2011.
var hasSSSE3 = cpuHasSSSE3()

func cpuHasSSSE3() bool
