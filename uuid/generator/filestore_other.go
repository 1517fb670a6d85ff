//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package generator

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

func tryLock(*os.File) (bool, error) {
	return false, fmt.Errorf("on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func unlock(*os.File) {}

func syncFolder(string) error { return nil }
