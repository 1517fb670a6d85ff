module github.com/uuidkit/uuidkit

// The lowest release that builds it. It requires nothing, so that importing uuid or
// sqlx changes nobody's other dependencies; each adapter is a module of its own.
go 1.24
