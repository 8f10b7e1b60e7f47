import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.js'
import { objectKey } from './blob-store.service.js'
import { createS3BlobStore } from './s3-blob-store.js'
import { FakeS3, type S3Fault } from './s3-server.fake.js'

let server: FakeS3
let store: ReturnType<typeof createS3BlobStore>
const bytes = randomBytes(200_000)
const key = objectKey(randomUUID(), randomUUID())
const upload = randomUUID()
const whole = {
  key,
  parts: 1,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
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
      const failure = await operation().then(
        () => null,
        (error: unknown) => error,
      )
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
