// What Node's libraries do with UUIDs. The program reads one job from standard
// input, {"job": name, "argument": ...}, and prints what the function of that name
// returns. Values are described in JSON: a UUID is {"$uuid": text, "hex": bytes},
// a map whose keys are no strings {"$map": [[key, value], ...]}, other binary
// {"$binary": hex}.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import cbor from 'cbor'
import * as cborx from 'cbor-x'
import { CBOR, TaggedValue } from 'cbor-redux'
import * as cborg from 'cborg'
import { Token, Type } from 'cborg'
import * as msgpackr from 'msgpackr'
import * as msgpack from '@msgpack/msgpack'
import * as uuid from 'uuid'

// mongodb has the CommonJS form of bson, whose classes are other classes than those
// of the form that import would get.
const require = createRequire(process.cwd() + '/')
const BSON = require('bson')

const hex = bytes => Buffer.from(bytes).toString('hex')
const text = bytes => hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

// ID is the class of a program that has none from its library.
class ID {
  constructor(bytes) { this.bytes = Buffer.from(bytes) }
  // The library cbor asks an object to write itself.
  encodeCBOR(encoder) { return encoder.pushAny(new cbor.Tagged(37, this.bytes)) }
}

// value returns what is described, with make(uuid) for a UUID and map(entries) for
// a map.
function value(v, make, map) {
  if (v === null || typeof v !== 'object') return v
  if (Array.isArray(v)) return v.map(e => value(e, make, map))
  if ('$uuid' in v) return make(v)
  if ('$binary' in v) return Buffer.from(v.$binary, 'hex')
  const entries = '$map' in v ? v.$map : Object.entries(v)
  return map(entries.map(([k, e]) => [value(k, make, map), value(e, make, map)]))
}

// describe is its inverse; binary16 says whether 16 bytes are a UUID here.
function describe(v, binary16 = false) {
  if (v === null || v === undefined || typeof v !== 'object') return v ?? null
  if (v instanceof ID) return { $uuid: text(v.bytes), hex: hex(v.bytes) }
  if (v instanceof BSON.UUID) return { $uuid: v.toString(), hex: v.toHexString(false) }
  if (v instanceof BSON.Binary) return { $binary: hex(v.value()), subtype: v.sub_type }
  if (v instanceof Uint8Array) {
    return binary16 && v.length === 16 ? { $uuid: text(v), hex: hex(v) } : { $binary: hex(v) }
  }
  if (Array.isArray(v)) return v.map(e => describe(e, binary16))
  const entries = [...(v instanceof Map ? v : Object.entries(v))].map(([k, e]) => [describe(k, binary16), describe(e, binary16)])
  if (entries.every(([k]) => typeof k === 'string')) return Object.fromEntries(entries)
  return { $map: entries }
}

const objects = Object.fromEntries
const maps = entries => new Map(entries)
const id = u => new ID(Buffer.from(u.hex, 'hex'))
const bytes = u => Buffer.from(u.hex, 'hex')
const plain = u => u.$uuid

// cbor-x and msgpackr write a JavaScript object with its keys' names apart, in a
// record, unless they are told not to.
cborx.addExtension({ Class: ID, tag: 37, encode: (u, encode) => encode(u.bytes), decode: b => new ID(b) })
const cborxMaps = new cborx.Encoder({ useRecords: false, mapsAsObjects: false })
const msgpackrMaps = new msgpackr.Packr({ useRecords: false, mapsAsObjects: false })
const msgpackrExt = new msgpackr.Packr({ useRecords: false, mapsAsObjects: false })
msgpackr.addExtension({ Class: ID, type: 2, pack: u => u.bytes, unpack: b => new ID(b) })
const extensionCodec = new msgpack.ExtensionCodec()
extensionCodec.register({ type: 2, encode: o => o instanceof ID ? o.bytes : null, decode: b => new ID(b) })
const cborgTags = []
cborgTags[37] = decode => new ID(decode())

// libraries say how a program that uses them would have its UUIDs written and read.
const libraries = {
  bson: {
    write: v => BSON.serialize(value(v, u => new BSON.UUID(u.$uuid), objects)),
    read: b => describe(BSON.deserialize(b)),
  },
  EJSON: {
    write: v => BSON.EJSON.stringify(value(v, u => new BSON.UUID(u.$uuid), objects)),
    read: b => describe(BSON.EJSON.parse(b.toString())),
  },
  'cbor-x': {
    write: v => cborxMaps.encode(value(v, id, maps)),
    read: b => describe(cborxMaps.decode(b)),
  },
  'cbor-x Buffer': {
    write: v => cborxMaps.encode(value(v, bytes, maps)),
    read: b => describe(cborxMaps.decode(b), true),
  },
  'cbor-x Uint8Array': { // a typed array, tag 64, unless it is a Buffer
    write: v => cborxMaps.encode(value(v, u => new Uint8Array(bytes(u)), maps)),
    read: b => describe(cborxMaps.decode(b), true),
  },
  cbor: {
    write: v => cbor.encodeOne(value(v, id, maps)),
    read: b => describe(cbor.decodeFirstSync(b, { tags: { 37: v => new ID(v) } })),
  },
  'cbor-redux': { // tag 37 around the tag 64 of a typed array
    write: v => new Uint8Array(CBOR.encode(value(v, u => new TaggedValue(new Uint8Array(bytes(u)), 37), objects))),
  },
  cborg: {
    write: v => cborg.encode(value(v, id, maps), {
      typeEncoders: { Object: o => o instanceof ID ? [new Token(Type.tag, 37), new Token(Type.bytes, o.bytes)] : null },
    }),
    read: b => describe(cborg.decode(b, { useMaps: true, tags: cborgTags })),
  },
  msgpackr: {
    write: v => msgpackrMaps.pack(value(v, bytes, maps)),
    read: b => describe(msgpackrMaps.unpack(b), true),
  },
  'msgpackr ext 2': {
    write: v => msgpackrExt.pack(value(v, id, maps)),
    read: b => describe(msgpackrExt.unpack(b)),
  },
  'msgpackr text': {
    write: v => msgpackrMaps.pack(value(v, plain, maps)),
    read: b => describe(msgpackrMaps.unpack(b)),
  },
  '@msgpack/msgpack': {
    write: v => msgpack.encode(value(v, bytes, objects)),
    read: b => describe(msgpack.decode(b), true),
  },
  '@msgpack/msgpack ext 2': {
    write: v => msgpack.encode(value(v, id, objects), { extensionCodec }),
    read: b => describe(msgpack.decode(b, { extensionCodec })),
  },
  '@msgpack/msgpack text': {
    write: v => msgpack.encode(value(v, plain, objects)),
    read: b => describe(msgpack.decode(b)),
  },
  JSON: {
    write: v => JSON.stringify(value(v, plain, objects)),
    read: b => describe(JSON.parse(b)),
  },
}

// attempt returns what f returns, or the exception as {"$error": text}.
async function attempt(f) {
  try { return await f() } catch (e) { return { $error: `${e.name}: ${e.message}` } }
}

const jobs = {
  versions() {
    const manifest = JSON.parse(readFileSync('package.json'))
    const installed = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
    return { node: process.versions.node, ...objects(Object.keys(manifest.dependencies).map(n => [n, installed(n)])) }
  },

  // write returns the bytes that a library writes for each value.
  write(cases) {
    return Promise.all(cases.map(c => attempt(() => ({ data: Buffer.from(libraries[c.library].write(c.value)).toString('base64') }))))
  },

  // read returns what a library reads from each case's bytes.
  read(cases) {
    return Promise.all(cases.map(c => attempt(() => libraries[c.library].read(Buffer.from(c.data, 'base64')))))
  },

  // inspect returns what the package uuid and the class of bson say of a text.
  inspect(texts) {
    const quiet = f => { try { return f() } catch { return null } }
    return texts.map(t => ({
      valid: uuid.validate(t),
      version: quiet(() => uuid.version(t)),
      hex: quiet(() => hex(uuid.parse(t))),
      text: quiet(() => uuid.stringify(uuid.parse(t))),
      v1ToV6: quiet(() => uuid.version(t) === 1 ? uuid.v1ToV6(t) : null),
      v6ToV1: quiet(() => uuid.version(t) === 6 ? uuid.v6ToV1(t) : null),
      bson: quiet(() => new BSON.UUID(t).toHexString()),
    }))
  },

  // make returns UUIDs that the package uuid made, of a time and of names.
  make({ milliseconds, namespace, names }) {
    return {
      v1: uuid.v1({ msecs: milliseconds, nsecs: 1234 }),
      v6: uuid.v6({ msecs: milliseconds, nsecs: 1234 }),
      v7: uuid.v7({ msecs: milliseconds }),
      v4: uuid.v4(),
      v3: names.map(n => uuid.v3(n, namespace)),
      v5: names.map(n => uuid.v5(n, namespace)),
    }
  },

  // pg and mysql2 run statements and return their rows. The libraries of servers are
  // slow to import, and few jobs need one.
  async pg({ url, statements }) {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const results = []
      for (const s of statements) {
        const query = { text: s.sql, values: value(s.args ?? [], plain, objects), rowMode: 'array' }
        results.push(describe((await client.query(query)).rows))
      }
      return results
    } finally { await client.end() }
  },

  // run is query, which puts arguments into the text, or execute, which prepares.
  async mysql2({ statements, run, ...address }) {
    const { default: mysql } = await import('mysql2/promise')
    const client = await mysql.createConnection({ ...address, rowsAsArray: true })
    try {
      const results = []
      for (const s of statements) {
        const [rows] = await client[run](s.sql, value(s.args ?? [], plain, objects))
        results.push(Array.isArray(rows) ? describe(rows) : [])
      }
      return results
    } finally { await client.end() }
  },

  // mongodb inserts documents and returns those that each filter finds.
  async mongodb({ uri, database, collection, insert, find }) {
    const { default: mongodb } = await import('mongodb')
    const client = await mongodb.MongoClient.connect(uri)
    try {
      const c = client.db(database).collection(collection)
      const native = v => value(v, u => new BSON.UUID(u.$uuid), objects)
      if (insert) await c.insertMany(native(insert))
      const found = []
      for (const filter of find) found.push(describe(await c.find(native(filter)).sort({ n: 1 }).toArray()))
      return found
    } finally { await client.close() }
  },
}

const { job, argument } = JSON.parse(readFileSync(0))
process.stdout.write(JSON.stringify(await jobs[job](argument)))
