// Package layout knows the forms in which databases store UUIDs: it lists what a value's
// bytes or text can be, and reads and writes each form. It does no I/O.
package layout
