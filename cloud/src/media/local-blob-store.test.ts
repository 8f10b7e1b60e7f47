import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { objectKey } from './blob-store.js'
import { createLocalBlobStore } from './local-blob-store.js'

let root: string
let store: ReturnType<typeof createLocalBlobStore>

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'blobs-'))
  store = createLocalBlobStore(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function* pieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* cut(bytes: Buffer) {
  yield bytes
  throw new Error('the connection was cut')
}

const wholeOf = (
  bytes: Buffer,
  parts: number,
  sha256 = createHash('sha256').update(bytes).digest('hex'),
) => ({
  key: objectKey(randomUUID(), randomUUID()),
  parts,
  bytes: bytes.length,
  sha256,
})

async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function read(key: string, range?: { start: number; end: number }): Promise<Buffer | null> {
  const stream = await store.read(key, range)
  return stream && buffer(stream)
}

test('parts in any order, and again, make the object; its parts go', async () => {
  const bytes = randomBytes(25_000)
  const upload = randomUUID()
  const whole = wholeOf(bytes, 3)
  for (const number of [3, 1, 3, 2]) {
    const part = bytes.subarray((number - 1) * 10_000, number * 10_000)
    expect(await store.putPart(upload, number, pieces(part), part.length)).toBe('stored')
  }
  expect(await Promise.all([store.complete(upload, whole), store.complete(upload, whole)])).toEqual([
    'stored',
    'stored',
  ])
  expect(await read(whole.key)).toEqual(bytes)
  expect(await read(whole.key, { start: 9_990, end: 10_009 })).toEqual(bytes.subarray(9_990, 10_010))
  expect((await stat(path.join(root, 'objects', whole.key))).mode & 0o777).toBe(0o600)
  await store.dropParts(upload)
  await store.dropParts(upload)
  await store.delete(whole.key)
  await store.delete(whole.key)
  expect(await read(whole.key)).toBeNull()
  expect(await files()).toEqual([])
})

test('a part of another length, or cut off, leaves nothing', async () => {
  const upload = randomUUID()
  const bytes = randomBytes(5_000)
  expect(await store.putPart(upload, 1, pieces(bytes), 4_999)).toBe('wrong_length')
  expect(await store.putPart(upload, 1, pieces(bytes), 5_001)).toBe('wrong_length')
  await expect(store.putPart(upload, 1, cut(bytes), 5_000)).rejects.toThrow('cut')
  expect(await files()).toEqual([])
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
  expect(await files()).toEqual([])
})

test.each(['../x', '/etc/passwd', 'a/b', '', `${randomUUID()}/../${randomUUID()}`])(
  'no file is reached by the name %j',
  async (name) => {
    await expect(async () => store.read(name)).rejects.toThrow(TypeError)
    await expect(async () => store.delete(name)).rejects.toThrow(TypeError)
    await expect(async () => store.dropParts(name)).rejects.toThrow(TypeError)
    await expect(async () => store.putPart(name, 1, pieces(Buffer.from('x')), 1)).rejects.toThrow(TypeError)
  },
)
