package migrate

// A Kind is a word for what is in the way, for scripts: reasons are sentences, which change. The same
// thing has the same kind in all stores.
type Kind string

// docs/migrate.md lists them: TestKinds compares.
const (
	KindValue     Kind = "value"      // values that do not convert
	KindByteOrder Kind = "byte-order" // 16-byte values in another order than that of --bytes
	KindCollision Kind = "collision"  // rows that a unique index takes for the same afterwards

	// Objects that use the columns, or may.
	KindView       Kind = "view"
	KindTrigger    Kind = "trigger"
	KindRoutine    Kind = "routine" // a function, procedure or event
	KindIndex      Kind = "index"
	KindForeignKey Kind = "foreign-key"
	KindCheck      Kind = "check" // also a validator
	KindDefault    Kind = "default"
	KindGenerated  Kind = "generated-column"
	KindObject     Kind = "object" // another one of PostgreSQL, such as a policy

	KindColumn      Kind = "column"      // its type or definition, or the path of a field
	KindTable       Kind = "table"       // such as partitioned, sharded or virtual
	KindName        Kind = "name"        // one that the command needs, and that is taken or too long
	KindUnfinished  Kind = "unfinished"  // another migration
	KindPrivilege   Kind = "privilege"   // of the user
	KindServer      Kind = "server"      // another one has to be asked, or a setting be changed
	KindReplication Kind = "replication" // a publication or subscription
	KindOnline      Kind = "online"      // --online alone refuses it
	KindBadRows     Kind = "bad-rows"    // --bad-rows does not move these rows
)
