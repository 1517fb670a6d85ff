// Package mongo reads MongoDB.
//
// MongoDB has no session that is read-only: this package sends find, aggregate
// without $out and $merge, and the commands that list collections, indexes and sizes.
// It reads from secondaries if there are any and the URL does not say otherwise.
//
// To add a value that is counted, add a row to TestCount in mongo_test.go.
package mongo

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"
	"go.mongodb.org/mongo-driver/v2/mongo/readpref"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// selection is how long a server is looked for.
const selection = 5 * time.Second

var errMalformed = fmt.Errorf("mongodb: %w", dsn.ErrMalformed)

type db struct {
	client  *mongo.Client
	about   store.About
	options store.Options
	secrets []string
}

// Open connects. The url is mongodb://USER:PASSWORD@HOST:PORT/DATABASE?OPTION=VALUE or
// mongodb+srv://…, with the driver's options. Without a database all are read.
func Open(ctx context.Context, uri string, o store.Options) (store.Store, error) {
	database, password, hosts, ok := parse(uri)
	if !ok {
		return nil, errMalformed
	}
	d := &db{options: o, secrets: password, about: store.About{Dialect: store.MongoDB, Database: database}}
	opts := options.Client().SetReadConcern(readconcern.Local()).SetAppName("uuid audit")
	limit := selection
	if o.Timeout > 0 {
		limit = min(limit, o.Timeout)
	}
	opts.SetServerSelectionTimeout(limit).SetConnectTimeout(limit)
	opts.ApplyURI(uri)
	if opts.ReadPreference == nil {
		opts.SetReadPreference(readpref.SecondaryPreferred())
	}
	var err error
	if err = opts.Validate(); err == nil {
		d.client, err = mongo.Connect(opts)
	}
	if err != nil {
		return nil, fmt.Errorf("mongodb: %w", d.clean(err))
	}
	var info struct {
		Version string   `bson:"version"`
		Ferret  bson.Raw `bson:"ferretdb"`        // of FerretDB 2
		Ferret1 string   `bson:"ferretdbVersion"` // of FerretDB 1
	}
	if err := d.client.Database("admin").RunCommand(ctx, bson.D{{Key: "buildInfo", Value: 1}}).Decode(&info); err != nil {
		d.Close()
		return nil, fmt.Errorf("mongodb: %s: %w", hosts, d.clean(err))
	}
	d.about.Version = info.Version
	if info.Ferret != nil || info.Ferret1 != "" {
		d.about.Engine = "FerretDB"
	}
	d.about.Misses = d.misses(ctx, opts)
	return d, nil
}

// misses says what else the cluster has. A user may lack the privilege to ask for the shard.
func (d *db) misses(ctx context.Context, opts *options.ClientOptions) string {
	admin := d.client.Database("admin")
	var shard struct{ Enabled bool }
	if admin.RunCommand(ctx, bson.D{{Key: "shardingState", Value: 1}}).Decode(&shard) == nil && shard.Enabled {
		return "this server belongs to a shard: the documents of the other shards; give the URL of mongos"
	}
	var hello struct{ Secondary bool }
	direct := opts.Direct != nil && *opts.Direct
	if direct && admin.RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Decode(&hello) == nil && hello.Secondary {
		return "this server is a secondary: documents that it has not received from its primary yet"
	}
	return ""
}

func (d *db) About() store.About { return d.about }

func (d *db) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return d.client.Disconnect(ctx)
}

// Database returns the name of the database in a URL, or "". Package migrate asks it, too, what is wrong with one.
func Database(uri string) (name string, err error) {
	name, _, _, ok := parse(uri)
	if !ok {
		return "", errMalformed
	}
	return name, nil
}

// parse returns the parts of a URL. Package net/url does not read several hosts.
func parse(uri string) (database string, secrets []string, hosts string, ok bool) {
	_, rest, _ := strings.Cut(uri, "://")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	if dsn.Check(uri) != nil {
		return "", nil, "", false
	}
	user, hosts, found := strings.Cut(authority, "@")
	if !found {
		user, hosts = "", authority
	}
	if _, password, found := strings.Cut(user, ":"); found {
		plain, err := url.PathUnescape(password)
		if err != nil || strings.Contains(password, ":") {
			return "", nil, "", false
		}
		secrets = append(secrets, password, plain, url.QueryEscape(plain))
	}
	values, err := url.ParseQuery(strings.ReplaceAll(query, ";", "&")) // the driver takes both
	if err != nil {
		return "", nil, "", false
	}
	for k := range values {
		if k := strings.ToLower(k); strings.Contains(k, "password") || k == "authmechanismproperties" {
			secrets = append(secrets, values[k]...)
		}
	}
	if database, err := url.PathUnescape(path); err == nil {
		return database, secrets, hosts, hosts != ""
	}
	return "", nil, "", false
}

var lastError = regexp.MustCompile(`Last error: (.*?)(?: \}|, Last error|$)`)

// clean makes an error one line without the password, and without the driver's
// description of all servers.
func (d *db) clean(err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if strings.Contains(text, "server selection error") {
		reason := "no server was found"
		if m := lastError.FindStringSubmatch(text); m != nil {
			reason = m[1]
		}
		text = "no server answers: " + reason
	}
	// "not authorized on shop to execute command { … }"
	text, _, _ = strings.Cut(text, " to execute command {")
	return store.Hide(err, text, d.secrets...)
}
