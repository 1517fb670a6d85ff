// Package cli is the command uuid: its verbs, flags, output and exit statuses.
package cli
