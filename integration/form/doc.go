// Package form tests package uuid/form beside the libraries that people use for its texts.
package form
