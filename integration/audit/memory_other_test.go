//go:build !linux

package audit

import "os/exec"

func resident(*exec.Cmd) int64 { return 0 }
