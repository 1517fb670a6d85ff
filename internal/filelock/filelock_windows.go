package filelock

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

var (
	kernel32     = syscall.NewLazyDLL("kernel32.dll")
	lockFileEx   = kernel32.NewProc("LockFileEx")
	unlockFileEx = kernel32.NewProc("UnlockFileEx")
)

const (
	failImmediately = 1 // LOCKFILE_FAIL_IMMEDIATELY
	exclusive       = 2 // LOCKFILE_EXCLUSIVE_LOCK
	all             = 1<<32 - 1

	lockViolation = syscall.Errno(33) // ERROR_LOCK_VIOLATION
)

func try(f *os.File) (bool, error) {
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|exclusive, 0, all, all, uintptr(unsafe.Pointer(new(syscall.Overlapped))))
	if ok != 0 {
		return true, nil
	}
	if errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_IO_PENDING) {
		return false, nil
	}
	return false, err
}

func unlock(f *os.File) {
	unlockFileEx.Call(f.Fd(), 0, all, all, uintptr(unsafe.Pointer(new(syscall.Overlapped))))
}
