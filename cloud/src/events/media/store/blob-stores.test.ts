import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, objectKey } from './blob-store.service.js'
import { createLocalBlobStore } from './local-blob-store.js'
import { createS3BlobStore } from './s3-blob-store.js'
import { FakeS3 } from './s3-server.fake.js'

/** A store to try, and the names of everything that it keeps. */
interface Tried {
  readonly store: BlobStore
  kept(): Promise<string[]>
  close(): Promise<void>
}

async function onFiles(): Promise<Tried> {
  const root = await mkdtemp(path.join(tmpdir(), 'blobs-'))
  return {
    store: createLocalBlobStore(root),
    async kept() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
}

async function onS3(): Promise<Tried> {
  const server = await FakeS3.start({ leastPartBytes: 1 })
  const store = createS3BlobStore(server.options)
  return {
    store,
    kept: () => Promise.resolve([...server.objects.keys()]),
    async close() {
      store[Symbol.dispose]()
      expect([server.refused, server.openUploads]).toEqual([0, 0])
      await server[Symbol.asyncDispose]()
    },
  }
}

async function* pieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* cut(bytes: Buffer) {
  yield bytes
  throw new Error('the connection was cut')
}

const wholeOf = (bytes: Buffer, parts: number) => ({
  key: objectKey(randomUUID(), randomUUID()),
  parts,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

describe.each([
  ['files', onFiles],
  ['S3', onS3],
])('a store on %s', (_, open) => {
  let tried: Tried
  let store: BlobStore

  beforeAll(async () => {
    tried = await open()
    store = tried.store
  })
  afterAll(() => tried.close())

  async function read(key: string, range?: { start: number; end: number }): Promise<Buffer | null> {
    const stream = await store.read(key, range)
    return stream && buffer(stream)
  }

  test.each([1, 3])('%i parts in any order, and again, make the object; its parts go', async (count) => {
    const bytes = randomBytes(count * 10_000 - 5_000)
    const upload = randomUUID()
    const whole = wholeOf(bytes, count)
    for (const number of [count, 1, count, 2].filter((one) => one <= count)) {
      const part = bytes.subarray((number - 1) * 10_000, number * 10_000)
      expect(await store.putPart(upload, number, pieces(part), part.length)).toBe('stored')
    }
    expect(await Promise.all([store.complete(upload, whole), store.complete(upload, whole)])).toEqual([
      'stored',
      'stored',
    ])
    expect(await read(whole.key)).toEqual(bytes)
    expect(await read(whole.key, { start: 990, end: 1_009 })).toEqual(bytes.subarray(990, 1_010))
    await store.dropParts(upload)
    await store.dropParts(upload)
    await store.delete(whole.key)
    await store.delete(whole.key)
    expect(await read(whole.key)).toBeNull()
    expect(await tried.kept()).toEqual([])
  })

  test('a small object in one piece, and another in its place', async () => {
    const key = objectKey(randomUUID(), randomUUID())
    for (const bytes of [randomBytes(3_000), randomBytes(1_000)]) {
      await store.put(key, bytes)
      expect(await read(key)).toEqual(bytes)
      const file = store.fileOf(key)
      if (file !== null) expect(await readFile(file)).toEqual(bytes)
    }
    await store.delete(key)
    expect(await read(key)).toBeNull()
    expect(await tried.kept()).toEqual([])
  })

  test('a part of another length, or cut off, leaves nothing', async () => {
    const upload = randomUUID()
    const bytes = randomBytes(5_000)
    expect(await store.putPart(upload, 1, pieces(bytes), 4_999)).toBe('wrong_length')
    expect(await store.putPart(upload, 1, pieces(bytes), 5_001)).toBe('wrong_length')
    await expect(store.putPart(upload, 1, cut(bytes), 5_000)).rejects.toThrow('cut')
    expect(await tried.kept()).toEqual([])
  })

  test('missing parts and a wrong hash leave no object', async () => {
    const upload = randomUUID()
    const bytes = randomBytes(2_000)
    await store.putPart(upload, 1, pieces(bytes.subarray(0, 1_000)), 1_000)
    const whole = wholeOf(bytes, 2)
    expect(await store.complete(upload, whole)).toBe('parts_missing')
    await store.putPart(upload, 2, pieces(randomBytes(1_000)), 1_000)
    expect(await store.complete(upload, whole)).toBe('hash_mismatch')
    expect(await read(whole.key)).toBeNull()
    await store.dropParts(upload)
    expect(await tried.kept()).toEqual([])
  })
})
