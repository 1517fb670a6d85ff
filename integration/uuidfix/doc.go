// Package uuidfix runs the command uuidfix on public modules.
package uuidfix
