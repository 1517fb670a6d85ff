package mongo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// Tables lists collections and views. They have no columns: fields are found by Read.
func (d *db) Tables(ctx context.Context, f store.Filter) ([]*store.Table, []store.NotSeen, error) {
	databases, notSeen, err := d.databases(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	var tables []*store.Table
	for _, database := range databases {
		found, missed, err := d.collections(ctx, database, f)
		if err != nil {
			missed = append(missed, store.NotSeen{Where: database, Why: store.Reason(ctx, err)})
		}
		tables = append(tables, found...)
		notSeen = append(notSeen, missed...)
	}
	switch name := d.about.Database; {
	case len(tables)+len(f.Schemas)+len(f.Tables) > 0 || name == "":
	case system(name):
		return nil, nil, fmt.Errorf("mongodb: no collection of yours in the database %s; if it has the users, the URL is mongodb://…/DATABASE?authSource=%[1]s", name)
	case !slices.ContainsFunc(notSeen, func(n store.NotSeen) bool { return n.Why != store.Hides }):
		return nil, nil, fmt.Errorf("mongodb: there is no database %q, or this user sees no collection of it", name)
	}
	return tables, notSeen, nil
}

// system reports whether a database is MongoDB's own.
func system(database string) bool {
	return database == "admin" || database == "local" || database == "config"
}

func (d *db) databases(ctx context.Context, f store.Filter) (all []string, notSeen []store.NotSeen, err error) {
	if d.about.Database != "" && len(f.Schemas) == 0 {
		return []string{d.about.Database}, nil, nil
	}
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	all, err = d.client.ListDatabaseNames(ctx, bson.D{}, options.ListDatabases().SetAuthorizedDatabases(false))
	if err != nil { // a user who may see some of them only
		all, err = d.client.ListDatabaseNames(ctx, bson.D{}, options.ListDatabases().SetAuthorizedDatabases(true))
		if names := strings.Join(f.Schemas, ", "); names == "" || strings.ContainsAny(names, "*?") {
			notSeen = append(notSeen, store.NotSeen{Where: cmp.Or(names, "all databases"), Why: store.Hides})
		}
	}
	if err != nil {
		return nil, nil, d.failed(ctx, err)
	}
	all = slices.DeleteFunc(all, func(name string) bool {
		return system(name) && !slices.Contains(f.Schemas, name) || !f.Schema(name)
	})
	slices.Sort(all)
	return all, notSeen, nil
}

func (d *db) collections(ctx context.Context, database string, f store.Filter) (tables []*store.Table, notSeen []store.NotSeen, err error) {
	names := d.client.Database(database)
	limited, cancel := d.options.Limit(ctx)
	defer cancel()
	specs, err := names.ListCollectionSpecifications(limited, bson.D{})
	if err != nil { // a user who may read some of them only
		specs, err = names.ListCollectionSpecifications(limited, bson.D{},
			options.ListCollections().SetNameOnly(true).SetAuthorizedCollections(true))
		notSeen = append(notSeen, store.NotSeen{Where: database, Why: store.Hides})
	}
	if err != nil {
		return nil, nil, d.failed(limited, err)
	}
	slices.SortFunc(specs, func(a, b mongo.CollectionSpecification) int { return strings.Compare(a.Name, b.Name) })
	for _, s := range specs {
		if strings.HasPrefix(s.Name, "system.") || !f.Table(database, s.Name) {
			continue
		}
		t := &store.Table{Schema: database, Name: s.Name, View: s.Type == "view", Virtual: s.Type == "timeseries", Rows: -1}
		tables = append(tables, t)
		if s.Type != "view" && s.Type != "timeseries" {
			notSeen = append(notSeen, d.describe(ctx, names.Collection(s.Name), t)...)
		}
	}
	return tables, notSeen, nil
}

// describe sets what the collection's table says of its indexes and its size.
func (d *db) describe(ctx context.Context, c *mongo.Collection, t *store.Table) (notSeen []store.NotSeen) {
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	if err := d.indexes(ctx, c, t); err != nil {
		notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: "its indexes: " + store.Reason(ctx, d.clean(err))})
	}
	if err := d.sizes(ctx, c, t); err != nil {
		notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: "its size: " + store.Reason(ctx, d.clean(err))})
	}
	return notSeen
}

func (d *db) indexes(ctx context.Context, c *mongo.Collection, t *store.Table) error {
	cursor, err := c.Indexes().List(ctx)
	if err != nil {
		return err
	}
	var all []struct {
		Name      string   `bson:"name"`
		Key       bson.Raw `bson:"key"`
		Unique    bool     `bson:"unique"`
		Partial   bson.Raw `bson:"partialFilterExpression"`
		Hidden    bool     `bson:"hidden"`
		Clustered bool     `bson:"clustered"`
		Collation bson.Raw `bson:"collation"`
	}
	if err := cursor.All(ctx, &all); err != nil {
		return err
	}
	var collation bson.Raw // the collection's, which the index of _id always has. A lookup of texts uses no index with another one.
	for _, x := range all {
		if x.Name == "_id_" || x.Clustered {
			collation = x.Collation
		}
	}
	for _, x := range all {
		i := store.Index{Name: x.Name, Unique: x.Unique, Partial: x.Partial != nil, Hidden: x.Hidden || !bytes.Equal(x.Collation, collation)}
		elements, err := x.Key.Elements()
		if err != nil {
			return err
		}
		for _, e := range elements {
			i.Columns = append(i.Columns, e.Key())
		}
		if len(i.Columns) == 1 && i.Columns[0] == "_id" && elements[0].Value().IsNumber() { // not "hashed"
			i.Primary, i.Unique = true, true
		}
		t.Indexes = append(t.Indexes, i)
	}
	return nil
}

// sizes sets rows and bytes from the collection's statistics, of all shards.
func (d *db) sizes(ctx context.Context, c *mongo.Collection, t *store.Table) error {
	cursor, err := c.Aggregate(ctx, bson.A{bson.D{{Key: "$collStats", Value: bson.D{{Key: "storageStats", Value: bson.D{}}}}}})
	if err != nil {
		var command mongo.CommandError
		if errors.As(err, &command) && command.HasErrorCode(13) { // a user may find, and not see this
			n, err := c.EstimatedDocumentCount(ctx)
			if err == nil {
				t.Rows = n
			}
			return err
		}
		return err
	}
	var shards []struct {
		Stats struct {
			Count      int64            `bson:"count"`
			Size       int64            `bson:"storageSize"`
			IndexSizes map[string]int64 `bson:"indexSizes"`
		} `bson:"storageStats"`
	}
	if err := cursor.All(ctx, &shards); err != nil {
		return err
	}
	t.Rows = 0
	for _, s := range shards {
		t.Rows += s.Stats.Count
		t.DataBytes += s.Stats.Size
		for i := range t.Indexes {
			t.Indexes[i].Bytes += s.Stats.IndexSizes[t.Indexes[i].Name]
		}
	}
	return nil
}
