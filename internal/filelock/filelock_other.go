//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

func try(*os.File) (bool, error) {
	return false, fmt.Errorf("on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func unlock(*os.File) {}
