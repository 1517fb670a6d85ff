/*
Package upstream lists what other libraries do wrong with UUIDs, as far as our adapters work around it or our pages
tell users to avoid it. Each row of [Faults] has a minimal program that uses the library and none of our packages. The
program returns what the library does today. When that changes, its test fails, and the workaround can go.

	go -C integration test ./upstream                                # the libraries of this module
	go -C integration/ecosystem test ./upstream                      # the others, those that compile quickly
	go -C integration/ecosystem test -tags full ./upstream -update   # all, and writes docs/upstream.md and SKETCHES.md

A new fault is a row in a file faults_*.go, and a program of the same key in the tests of the module that requires the
library. Write the smallest program that a maintainer can paste into an issue.
*/
package upstream
