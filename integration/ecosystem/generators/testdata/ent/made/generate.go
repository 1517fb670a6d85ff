// Package made is what ent makes of package schema.
package made
