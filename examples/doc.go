// Package examples holds one program per task, each in its own directory.
package examples
