// Package migrate converts the UUID columns of a database from one form to another.
package migrate
