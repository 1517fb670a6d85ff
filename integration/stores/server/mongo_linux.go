package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// mongodb is the recipe of a MongoDB server, a replica set of one node: a
// standalone server has no transactions. The set's random name stands for a
// password, as far as it matters here: a driver refuses a server of another set.
func mongodb(ctx context.Context, logf Logf) (*recipe, error) {
	npm, err := installNPM(ctx, logf)
	if err != nil {
		return nil, err
	}
	deb, err := installDeb(ctx, logf)
	if err != nil {
		return nil, err
	}
	set := "uuidkit-" + rand.Text()
	return &recipe{
		prepare: func(_ context.Context, dir string) error { return os.Mkdir(filepath.Join(dir, "data"), 0o700) },
		command: func(dir string, port int) *exec.Cmd {
			// Built for Ubuntu 20.04, mongod needs its OpenSSL 1.1, which the
			// PostgreSQL package happens to hold.
			openssl := filepath.Join(npm, postgresDir, "native/lib")
			return Hosted(deb, []string{openssl}, filepath.Join(npm, mongod),
				"--dbpath="+filepath.Join(dir, "data"), "--port="+strconv.Itoa(port), "--bind_ip=127.0.0.1", "--nounixsocket",
				"--replSet="+set, "--oplogSize=16", "--wiredTigerCacheSizeGB=0.25",
				// Its log files are 100 MB each, and it makes the next one in advance.
				"--wiredTigerEngineConfigString=log=(prealloc=false,file_max=8MB)",
				"--setParameter=diagnosticDataCollectionEnabled=false")
		},
		url:   "mongodb://127.0.0.1:%d/?replicaSet=" + set,
		ready: func(ctx context.Context, uri string) error { return primary(ctx, uri, set) },
		end:   syscall.SIGKILL,
	}, nil
}

// primary returns nil if the server is the primary of its set. It makes the server
// a set if it is none yet.
func primary(ctx context.Context, uri, set string) (err error) {
	opts := options.Client().ApplyURI(uri).SetDirect(true)
	opts.ReplicaSet = nil // it has none at first
	host := opts.Hosts[0]

	// The driver would wait for the server to listen, even if it never will.
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return err
	}
	conn.Close()
	client, err := mongo.Connect(opts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, client.Disconnect(context.WithoutCancel(ctx))) }()

	admin := client.Database("admin")
	var hello struct {
		SetName           string `bson:"setName"`
		IsWritablePrimary bool   `bson:"isWritablePrimary"`
	}
	if err := admin.RunCommand(ctx, bson.M{"hello": 1}).Decode(&hello); err != nil {
		return err
	}
	if hello.SetName == set && hello.IsWritablePrimary {
		return nil
	}
	if hello.SetName == "" {
		// A server started for a set of another name refuses this.
		initiate := bson.M{"replSetInitiate": bson.M{
			"_id":     set,
			"members": bson.A{bson.M{"_id": 0, "host": host}},
			// Let a write of concern "majority" not wait for the disk.
			"writeConcernMajorityJournalDefault": false,
		}}
		if err := admin.RunCommand(ctx, initiate).Err(); err != nil {
			return err
		}
	}
	return fmt.Errorf("set %q, primary %t", hello.SetName, hello.IsWritablePrimary)
}
