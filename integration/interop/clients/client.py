"""What Python's libraries do with UUIDs. See client.mjs: jobs and values are the
same, and here the standard library has a class for UUIDs."""

import base64
import json
import platform
import sys
import uuid
from importlib import metadata

import bson
import cbor2
import msgpack
from bson import json_util
from bson.binary import CSHARP_LEGACY, JAVA_LEGACY, PYTHON_LEGACY, STANDARD
from bson.codec_options import CodecOptions


def value(v, make):
    """Returns what is described, with make(uuid) for a UUID."""
    if isinstance(v, list):
        return [value(e, make) for e in v]
    if not isinstance(v, dict):
        return v
    if "$uuid" in v:
        return make(v)
    if "$binary" in v:
        return bytes.fromhex(v["$binary"])
    entries = v["$map"] if "$map" in v else v.items()
    return {value(k, make): value(e, make) for k, e in entries}


def describe(v, binary=None):
    """Is its inverse; binary makes a UUID of 16 bytes, where they are one."""
    if isinstance(v, uuid.UUID):
        return {"$uuid": str(v), "hex": v.bytes.hex()}
    if isinstance(v, bson.binary.Binary):
        return {"$binary": v.hex(), "subtype": v.subtype}
    if isinstance(v, bytes):
        if binary and len(v) == 16:
            return describe(binary(v))
        return {"$binary": v.hex()}
    if isinstance(v, (list, tuple)):
        return [describe(e, binary) for e in v]
    if not isinstance(v, dict):
        return v
    entries = [[describe(k, binary), describe(e, binary)] for k, e in v.items()]
    if all(isinstance(k, str) for k, _ in entries):
        return dict(entries)
    return {"$map": entries}


def native(u):
    return uuid.UUID(u["$uuid"])


def plain(u):
    return u["$uuid"]


def from_bytes(b):
    return uuid.UUID(bytes=b)


def from_bytes_le(b):
    return uuid.UUID(bytes_le=b)


class Library:
    """How a program that uses a library would have its UUIDs written and read."""

    def __init__(self, dumps, loads, make=native, binary=None):
        self.dumps, self.loads, self.make, self.binary = dumps, loads, make, binary

    def write(self, v):
        out = self.dumps(value(v, self.make))
        return out.encode() if isinstance(out, str) else out

    def read(self, data):
        return describe(self.loads(data), self.binary)


def bson_library(representation):
    options = CodecOptions(uuid_representation=representation)
    return Library(lambda v: bson.encode(v, codec_options=options), lambda b: bson.decode(b, codec_options=options))


def msgpack_library(make, binary=None):
    # Keys are not given to Packer's default, so UUIDs are made bytes before.
    return Library(msgpack.packb, lambda b: msgpack.unpackb(b, strict_map_key=False), make, binary)


json_options = json_util.JSONOptions(json_mode=json_util.JSONMode.CANONICAL, uuid_representation=STANDARD)
legacy_json_options = json_util.JSONOptions(json_mode=json_util.JSONMode.LEGACY, uuid_representation=STANDARD)


def json_library(options):
    return Library(
        lambda v: json_util.dumps(v, json_options=options, separators=(",", ":")),
        lambda b: json_util.loads(b, json_options=options),
    )


libraries = {
    "bson": bson_library(STANDARD),
    "bson JAVA_LEGACY": bson_library(JAVA_LEGACY),
    "bson CSHARP_LEGACY": bson_library(CSHARP_LEGACY),
    "bson PYTHON_LEGACY": bson_library(PYTHON_LEGACY),
    "json_util": json_library(json_options),
    "json_util LEGACY": json_library(legacy_json_options),
    "cbor2": Library(cbor2.dumps, cbor2.loads),
    "cbor2 canonical": Library(lambda v: cbor2.dumps(v, canonical=True), cbor2.loads),
    "cbor2 bytes": Library(cbor2.dumps, cbor2.loads, make=lambda u: native(u).bytes, binary=from_bytes),
    "msgpack": msgpack_library(lambda u: native(u).bytes, from_bytes),
    "msgpack bytes_le": msgpack_library(lambda u: native(u).bytes_le, from_bytes_le),
    "msgpack text": msgpack_library(plain),
    "msgpack ext 2": Library(
        lambda v: msgpack.packb(v, default=lambda u: msgpack.ExtType(2, u.bytes)),
        lambda b: msgpack.unpackb(b, strict_map_key=False, ext_hook=lambda code, data: from_bytes(data) if code == 2 else None),
    ),
    "json": Library(lambda v: json.dumps(v, separators=(",", ":")), json.loads, make=plain),
}


def attempt(f):
    try:
        return f()
    except Exception as e:
        return {"$error": f"{type(e).__name__}: {e}"}


def versions(_):
    import psycopg, psycopg2, pymongo, pymysql

    return {
        "python": platform.python_version(),
        "cbor2": metadata.version("cbor2"),
        "msgpack": ".".join(map(str, msgpack.version)),
        "psycopg": psycopg.__version__,
        "psycopg2": psycopg2.__version__,
        "pymongo": pymongo.version,
        "pymysql": pymysql.__version__,
    }


def write(cases):
    def one(c):
        return {"data": base64.b64encode(libraries[c["library"]].write(c["value"])).decode()}

    return [attempt(lambda: one(c)) for c in cases]


def read(cases):
    return [attempt(lambda: libraries[c["library"]].read(base64.b64decode(c["data"]))) for c in cases]


def inspect(texts):
    """Returns what the class UUID says of each text."""

    def one(u):
        return {
            "text": str(u),
            "urn": u.urn,
            "hex": u.bytes.hex(),
            "bytes_le": u.bytes_le.hex(),
            "int": f"{u.int:032x}",
            "rfc": u.variant == uuid.RFC_4122,
            "version": u.version,
            "time": u.time,
            "clock_seq": u.clock_seq,
            "node": u.node,
        }

    return [one(uuid.UUID(t)) for t in texts]


def make(a):
    """Returns UUIDs of names and of now."""
    namespace = uuid.UUID(a["namespace"])
    return {
        "v1": str(uuid.uuid1()),
        "v4": str(uuid.uuid4()),
        "v3": [str(uuid.uuid3(namespace, n)) for n in a["names"]],
        "v5": [str(uuid.uuid5(namespace, n)) for n in a["names"]],
    }


def statements(a, make, conn, **cursor):
    """Runs statements and returns their rows."""

    def one(s):
        with conn.cursor(**cursor) as cur:
            cur.execute(s["sql"], value(s.get("args", []), make))
            rows = describe(cur.fetchall()) if cur.description else []
        conn.commit()
        return rows

    try:
        return [one(s) for s in a["statements"]]
    finally:
        conn.close()


# The libraries of servers are slow to import, and few jobs need one.


def do_psycopg(a):
    import psycopg

    return statements(a, native, psycopg.connect(a["url"]), binary=a["binary"])


def do_psycopg2(a):
    import psycopg2.extras

    psycopg2.extras.register_uuid()
    return statements(a, native, psycopg2.connect(a["url"]))


def do_pymysql(a):
    import pymysql

    address = {k: a[k] for k in ("host", "port", "user", "password", "database")}
    return statements(a, plain, pymysql.connect(**address))


def do_pymongo(a):
    """Inserts documents and returns those that each filter finds."""
    import pymongo

    options = CodecOptions(uuid_representation={"STANDARD": STANDARD, "JAVA_LEGACY": JAVA_LEGACY, "CSHARP_LEGACY": CSHARP_LEGACY, "PYTHON_LEGACY": PYTHON_LEGACY}[a["representation"]])
    with pymongo.MongoClient(a["uri"]) as client:
        c = client[a["database"]].get_collection(a["collection"], codec_options=options)
        if a.get("insert"):
            c.insert_many(value(a["insert"], native))
        return [describe(list(c.find(value(f, native)).sort("n", 1))) for f in a["find"]]


jobs = {
    "versions": versions, "write": write, "read": read, "inspect": inspect, "make": make,
    "psycopg": do_psycopg, "psycopg2": do_psycopg2, "pymysql": do_pymysql, "pymongo": do_pymongo,
}

request = json.load(sys.stdin)
json.dump(jobs[request["job"]](request["argument"]), sys.stdout)
