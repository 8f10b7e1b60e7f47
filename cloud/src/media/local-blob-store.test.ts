import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBlobStore } from './local-blob-store.js'

let root: string
let store: ReturnType<typeof createLocalBlobStore>

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'blobs-'))
  store = createLocalBlobStore(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function* bodyOf(bytes: Buffer) {
  yield bytes
}

test('its files are for its own user only', async () => {
  const bytes = randomBytes(100)
  await store.putPart(randomUUID(), 1, bodyOf(bytes), bytes.length)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const modes = await Promise.all(
    entries.map(async (entry) => [
      entry.isFile(),
      (await stat(path.join(entry.parentPath, entry.name))).mode & 0o077,
    ]),
  )
  expect(modes).toContainEqual([true, 0])
  expect(modes.filter(([, others]) => others !== 0)).toEqual([])
})

test.each(['../x', '/etc/passwd', 'a/b', '', `${randomUUID()}/../${randomUUID()}`])(
  'no file is reached by the name %j',
  async (name) => {
    await expect(async () => store.read(name)).rejects.toThrow(TypeError)
    await expect(async () => store.delete(name)).rejects.toThrow(TypeError)
    await expect(async () => store.dropParts(name)).rejects.toThrow(TypeError)
    await expect(async () => store.putPart(name, 1, bodyOf(Buffer.from('x')), 1)).rejects.toThrow(TypeError)
  },
)
