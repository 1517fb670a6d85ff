// Package browser clicks through docs/matrix.html in a real headless Chromium, on a
// desktop and on a phone's width, light and dark, with mouse and keyboard, and has
// axe-core look for what a screen reader cannot use:
//
//	go -C integration test ./matrix/browser -all
//
// With UUIDKIT_SCREENSHOTS=DIR it leaves pictures of the page in DIR. Chromium is
// Debian's, which apt-get fetches into the user's cache folder (560 MB);
// playwright-core and axe-core are npm's, pinned by version and integrity hash.
//
// TestExplorer in browser_linux_test.go runs browse.mjs. To add a click, add it there.
package browser
