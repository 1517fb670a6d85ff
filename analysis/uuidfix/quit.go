//go:build !plan9

package main

import "syscall"

const sigquit = syscall.SIGQUIT
