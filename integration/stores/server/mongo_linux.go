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
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// mongodb is the recipe of a MongoDB server, a replica set of one node: a
// standalone server has no transactions. The set's random name stands for a
// password, as far as it matters here: a driver refuses a server of another set.
func mongodb(ctx context.Context, n *Node, logf Logf) (*recipe, error) {
	return mongoRecipe(ctx, n, logf, mongod, "uuidkit-"+rand.Text())
}

// StartMongo starts a MongoDB server of another kind than [Mongo]: a mongos if one of the args
// is --configdb, or else a mongod, which is a replica set if its name is not empty. With --replSet
// in the args, and no name, it waits for another server to add it to its set.
func StartMongo(ctx context.Context, logf Logf, set string, args ...string) (*Server, error) {
	return startMongo(ctx, nil, logf, set, args)
}

func startMongo(ctx context.Context, n *Node, logf Logf, set string, args []string) (*Server, error) {
	program := mongod
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--configdb=") }) {
		program = mongos
	}
	r, err := mongoRecipe(ctx, n, logf, program, set, args...)
	if err != nil {
		return nil, fmt.Errorf("server.StartMongo: %w", err)
	}
	return r.start(ctx, Mongo, logf, n.port)
}

func mongoRecipe(ctx context.Context, n *Node, logf Logf, program, set string, args ...string) (*recipe, error) {
	npm, err := installNPM(ctx, logf)
	if err != nil {
		return nil, err
	}
	deb, err := installDeb(ctx, logf)
	if err != nil {
		return nil, err
	}
	url := "mongodb://" + n.host() + ":%d/"
	if set != "" {
		url += "?replicaSet=" + set
	}
	return &recipe{
		node:    n,
		prepare: func(_ context.Context, dir string) error { return os.Mkdir(filepath.Join(dir, "data"), 0o700) },
		command: func(dir string, port int) *exec.Cmd {
			args := append([]string{"--port=" + strconv.Itoa(port), "--bind_ip=" + n.host(), "--nounixsocket"}, args...)
			if program == mongod {
				args = append(args, "--dbpath="+filepath.Join(dir, "data"), "--wiredTigerCacheSizeGB=0.25",
					// Its log files are 100 MB each, and it makes the next one in advance.
					"--wiredTigerEngineConfigString=log=(prealloc=false,file_max=8MB)",
					"--setParameter=diagnosticDataCollectionEnabled=false")
			}
			if set != "" {
				args = append(args, "--replSet="+set, "--oplogSize=16")
			}
			// Built for Ubuntu 20.04, mongod needs its OpenSSL 1.1, which the
			// PostgreSQL package happens to hold.
			openssl := filepath.Join(npm, postgresDir, "native/lib")
			return Hosted(deb, []string{openssl}, filepath.Join(npm, program), args...)
		},
		url: url,
		ready: func(ctx context.Context, uri string) error {
			if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--replSet=") }) {
				return answers(ctx, uri)
			}
			return primary(ctx, uri, set, args)
		},
		end: syscall.SIGKILL,
	}, nil
}

// answers returns nil if the server does.
func answers(ctx context.Context, uri string) error {
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetDirect(true).SetServerSelectionTimeout(time.Second))
	if err != nil {
		return err
	}
	return errors.Join(client.Database("admin").RunCommand(ctx, bson.M{"ping": 1}).Err(), client.Disconnect(context.WithoutCancel(ctx)))
}

// primary returns nil if the server is the primary of its set. It makes the server
// a set if it is none yet. The empty name is that of no set.
func primary(ctx context.Context, uri, set string, args []string) (err error) {
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
		IsReplicaSet      bool   `bson:"isreplicaset"` // it has no set yet
	}
	if err := admin.RunCommand(ctx, bson.M{"hello": 1}).Decode(&hello); err != nil {
		return err
	}
	if hello.SetName == set && (hello.IsWritablePrimary || set == "" && hello.IsReplicaSet) {
		return nil
	}
	if hello.SetName == "" {
		// A server started for a set of another name refuses this.
		initiate := bson.M{"replSetInitiate": bson.M{
			"configsvr": slices.Contains(args, "--configsvr"),
			"_id":       set,
			"members":   bson.A{bson.M{"_id": 0, "host": host}},
			// Let a write of concern "majority" not wait for the disk, but in a cluster.
			"writeConcernMajorityJournalDefault": len(args) > 0,
		}}
		if err := admin.RunCommand(ctx, initiate).Err(); err != nil {
			return err
		}
	}
	return fmt.Errorf("set %q, primary %t", hello.SetName, hello.IsWritablePrimary)
}
