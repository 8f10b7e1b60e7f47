import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { objectKey } from './blob-store.service.js'
import { createS3BlobStore } from './s3-blob-store.js'
import { FakeS3, type S3Fault } from './s3-server.fake.js'

let server: FakeS3
let store: ReturnType<typeof createS3BlobStore>
const bytes = randomBytes(200_000)
const key = objectKey(randomUUID(), randomUUID())
const upload = randomUUID()
const hashOf = (...chunks: readonly Buffer[]) =>
  createHash('sha256').update(Buffer.concat(chunks)).digest('hex')
const whole = {
  key,
  parts: 1,
  bytes: bytes.length,
  sha256: hashOf(bytes),
}

beforeEach(async () => {
  server = await FakeS3.start({ leastPartBytes: 1 })
  store = createS3BlobStore({ ...server.options, silenceMs: 300 })
})
afterEach(async () => {
  store[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

async function* body() {
  yield bytes
}

/** What an operation failed with; null if it did not. */
const troubleOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const troubled: [string, S3Fault][] = [
  ['answers with errors', { status: 500 }],
  ['asks to slow down', { status: 503 }],
  ['takes requests and never answers', 'silent'],
]

test.each(troubled)(
  'a store that %s makes every operation fail in time, and each goes on after it',
  async (_, fault) => {
    await store.put(key, bytes)
    server.fault = fault
    const operations = {
      putPart: () => store.putPart(upload, 1, body(), bytes.length),
      complete: () => store.complete(upload, whole),
      dropParts: () => store.dropParts(upload),
      put: () => store.put(key, bytes),
      read: () => store.read(key),
      delete: () => store.delete(key),
    }
    for (const [name, operation] of Object.entries(operations)) {
      const failure = await troubleOf(operation())
      expect(failure, name).toBeInstanceOf(AppError)
      expect(failure, name).toMatchObject({ kind: 'unavailable', cause: expect.any(Error) })
    }

    server.fault = null
    expect(await operations.putPart()).toBe('stored')
    expect(await operations.complete()).toBe('stored')
    await operations.dropParts()
    expect(await store.read(key).then((stream) => stream && buffer(stream))).toEqual(bytes)
    expect([...server.objects.keys()]).toEqual([`objects/${key}`])
  },
)

test.each(['XMinioStorageFull', 'QuotaExceeded'] as const)(
  'a store that is full (%s) takes nothing, gives and removes what it has, and goes on once there is room',
  async (full) => {
    await store.put(key, bytes)
    const another = objectKey(randomUUID(), randomUUID())
    await store.putPart(upload, 1, body(), bytes.length)
    await store.putPart(upload, 2, body(), bytes.length)
    const both = { ...whole, key: another, parts: 2, bytes: 2 * bytes.length, sha256: hashOf(bytes, bytes) }
    server.fault = { full }
    const refused = {
      putPart: () => store.putPart(upload, 3, body(), bytes.length),
      complete: () => store.complete(upload, { ...whole, key: another }),
      completeOfTwo: () => store.complete(upload, both),
      put: () => store.put(another, bytes),
    }
    for (const [name, operation] of Object.entries(refused))
      expect(await troubleOf(operation()), name).toMatchObject({ kind: 'unavailable' })
    expect(server.openUploads).toBe(0)
    expect([...server.objects.keys()]).not.toContain(`objects/${another}`)
    expect(await store.read(key).then((stream) => stream && buffer(stream))).toEqual(bytes)
    await store.delete(key)
    server.fault = null
    expect(await store.complete(upload, both)).toBe('stored')
    await store.dropParts(upload)
    expect([...server.objects.keys()]).toEqual([`objects/${another}`])
  },
)

test('a store that confirms parts and keeps none, or half, has no whole object: the upload begins again', async () => {
  for (const [fault, outcome] of [
    ['keeps nothing', 'parts_missing'],
    ['keeps half', 'hash_mismatch'],
  ] as const) {
    const own = randomUUID()
    server.fault = fault
    expect(await store.putPart(own, 1, body(), bytes.length)).toBe('stored')
    server.fault = null
    expect(await store.complete(own, whole)).toBe(outcome)
  }
  expect([...server.objects.keys()].filter((name) => name.startsWith('objects/'))).toEqual([])
})

test.each(['keeps nothing', 'keeps half', 'error behind a 200'] as const)(
  'a store that joins parts and lies about it (%s) is not believed, and asked again',
  async (fault) => {
    await store.putPart(upload, 1, body(), bytes.length)
    await store.putPart(upload, 2, body(), bytes.length)
    const both = { ...whole, parts: 2, bytes: 2 * bytes.length, sha256: hashOf(bytes, bytes) }
    server.fault = fault
    for (const wanted of [whole, both])
      expect(await troubleOf(store.complete(upload, wanted))).toMatchObject({ kind: 'unavailable' })
    expect(server.openUploads).toBe(0)
    server.fault = null
    expect(await store.complete(upload, both)).toBe('stored')
    expect(await store.read(key).then((stream) => stream && buffer(stream))).toEqual(
      Buffer.concat([bytes, bytes]),
    )
  },
)

test('a store that stalls in the middle of an object ends the reader and the check, and keeps no upload open', async () => {
  await store.put(key, bytes)
  await store.putPart(upload, 1, body(), bytes.length)
  server.fault = 'stalls'
  const stream = await store.read(key)
  await expect(stream && buffer(stream)).rejects.toThrow('timed out')
  await expect(store.complete(upload, whole)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(server.openUploads).toBe(0)
  server.fault = null
  expect(await store.complete(upload, whole)).toBe('stored')
})

test('a store that is gone makes every operation fail, and each goes on when it is back', async () => {
  const { options } = server
  await server[Symbol.asyncDispose]()
  await expect(store.put(key, bytes)).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(store.read(key)).rejects.toMatchObject({ kind: 'unavailable' })
  server = await FakeS3.start({ like: options })
  await store.put(key, bytes)
  expect(await store.read(key).then((stream) => stream && buffer(stream))).toEqual(bytes)
})

test('what a node left of objects that it joined when it was killed is aborted a day later, and nothing of others', async () => {
  const { bucket, endpoint, accessKeyId, secretAccessKey, region } = server.options
  const client = new S3Client({
    region,
    endpoint: endpoint ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }))
  for (let n = 0; n < 5; n += 1) await begin(`objects/${objectKey(randomUUID(), randomUUID())}`)
  for (const foreign of ['objects/of-somebody-else', 'backups/of-somebody-else']) await begin(foreign)
  client.destroy()
  const clock = createFakeClock(Date.now())
  using swept = createS3BlobStore(server.options, clock)
  expect([await swept.sweep(), server.openUploads]).toEqual([0, 7])
  clock.step(25 * 60 * 60_000)
  server.fault = 'no list of uploads'
  expect([await swept.sweep(), server.openUploads]).toEqual([0, 7])
  server.fault = null
  expect([await swept.sweep(), server.openUploads]).toEqual([5, 2])
  expect(await swept.sweep()).toBe(0)
})
