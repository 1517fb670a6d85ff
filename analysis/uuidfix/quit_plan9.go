package main

import "syscall"

const sigquit = syscall.SIGTERM // Plan 9 has no such signal
