// Package uuidfix runs the command uuidfix on public modules, and their own tests before and
// after. The table of modules is in public_linux_test.go, and docs/moving/results.md has what
// came out. In the name of a module's test each slash of its path is _. To run one module, and
// to rewrite all of them without their tests:
//
//	go -C integration/uuidfix test -all -update -run TestPublicModules/github.com_hibiken_asynq$ -timeout 60m
//	go -C integration/uuidfix test -all -update -run TestPublicModules -tests=false -timeout 60m
package uuidfix
