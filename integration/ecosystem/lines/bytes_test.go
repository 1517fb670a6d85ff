//go:build full

package lines

import (
	"bytes"
	"io"
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/segmentio/kafka-go/protocol"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

// badgerOps are a database in memory, whose only key is the UUID.
func badgerOps[T id, N any](t testing.TB) ecosystem.Ops[T, N] {
	db, err := badger.Open(badger.DefaultOptions("").WithInMemory(true).WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return kept[T, N](func(key []byte) error {
		if err := db.DropAll(); err != nil {
			return err
		}
		return db.Update(func(txn *badger.Txn) error { return txn.Set(key, nil) })
	}, func() (key []byte, err error) {
		err = db.View(func(txn *badger.Txn) error {
			it := txn.NewIterator(badger.DefaultIteratorOptions)
			defer it.Close()
			for it.Rewind(); it.Valid(); it.Next() {
				key = it.Item().KeyCopy(nil)
			}
			return nil
		})
		return key, err
	})
}

// kafkaOps are the key of a record in a batch, as kafka-go sends it to a broker.
func kafkaOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	var sent bytes.Buffer
	return kept[T, N](func(key []byte) error {
		sent.Reset()
		set := protocol.RecordSet{Version: 2, Records: protocol.NewRecordReader(protocol.Record{Key: protocol.NewBytes(key)})}
		_, err := set.WriteTo(&sent)
		return err
	}, func() ([]byte, error) {
		var set protocol.RecordSet
		if _, err := set.ReadFrom(bytes.NewReader(sent.Bytes())); err != nil && err != io.EOF {
			return nil, err
		}
		record, err := set.Records.ReadRecord()
		if err != nil {
			return nil, err
		}
		return protocol.ReadAll(record.Key)
	})
}
