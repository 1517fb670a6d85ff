package mongo

import (
	"fmt"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// notes says what else the user must know.
func (s *store) notes(p *migrate.Plan) {
	for _, t := range mongoTables(p) {
		if t.mixed() {
			p.Notes = append(p.Notes, "the values of "+t.Name+" that have another form than most are listed in the collection "+keptTable+" until cleanup, so that undo restores each; a value written since run began gets the form of most")
		}
		if t.id() != nil && s.transactions {
			p.Notes = append(p.Notes, "a change stream of "+t.Name+" sees each document deleted and inserted again")
		}
		if t.id() != nil && !s.transactions {
			p.Notes = append(p.Notes, "this server has no transactions: a document of "+t.Name+" is missing for some milliseconds between delete and insert; killed there, it is in the collection "+movingTable+", and the next run or undo inserts it")
		}
	}
	if p.Online && converts(p, "_id") {
		p.Notes = append(p.Notes, "undo of an _id is offline: "+mongoEarlier)
	}
	if p.Online {
		p.Notes = append(p.Notes,
			"before run, let all readers look for both forms: bsonx.In makes the filter; an update or a delete by an id does so, too, and by an _id with the hint _id_: without it the server can miss a document that run replaces, if there are other indexes",
			"before run, let all inserts look for both forms, too, by an upsert with $setOnInsert: a unique index, as that of _id, lets the new form of an id in while the old one is there, and then run ends with status 1",
			"an updateMany, deleteMany, find or aggregation can meet a document twice that run or undo --online converts meanwhile, so that $inc counts twice, or miss it. In a transaction it meets each document once: change many documents in a transaction, or not meanwhile",
			"before run ends, let all writers write the new form: run repeats its passes until no value of the old form is left; if such values keep coming, it ends with status 5, and the same command goes on later",
			"each transaction compares its documents before and after, but for the forms of these ids; a transaction of the application can get a WriteConflict, and has to try again, as always",
			fmt.Sprintf("if run is killed, the next run or undo ends the transaction of its batch, or the server does after a minute: until then its %d documents cannot be written", mongoSmall))
	} else {
		p.Notes = append(p.Notes,
			"the application is stopped meanwhile: if it writes, run ends with an error that lists the values of the old form",
			"start the application with the new form: a query by the old form finds no document and reports no error",
			"run reads all documents before and after, and compares them but for the forms of these ids")
	}
	p.Notes = append(p.Notes,
		"killed at any point, run goes on where it was, and undo goes back from there; the filters name the old form, so that nothing is converted twice",
		"a change stream gets an event for each document; Atlas Search indexes are not looked at",
		"make a copy first, and restore it once as a test: mongodump --oplog")
}

// lagging notes what readers of other members than the primary see. MongoDB 8 acknowledges a write of concern
// majority when a majority has it in the journal of its oplog, and not yet when it has applied it, unless the set
// has writeConcernMajorityJournalDefault false. So even in a set of two the secondary can be behind when run has
// ended. TestMongoSecondary guards it.
func lagging(p *migrate.Plan, members int, where string) {
	if members < 2 {
		return
	}
	p.Notes = append(p.Notes, "run waits at each batch until a majority of the members has it in its oplog; secondaries apply it a little later: until then, also after run, reads with a read preference such as secondary or nearest find the old form there. db.adminCommand({replSetGetStatus: 1})"+where+" has the optime of each member: after run, wait until all have that of the primary")
}
