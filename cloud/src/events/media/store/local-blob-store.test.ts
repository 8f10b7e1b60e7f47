import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
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

test('parts that come while all are dropped keep none of them there', async () => {
  for (let round = 0; round < 30; round += 1) {
    const upload = randomUUID()
    const put = (number: number) => store.putPart(upload, number, bodyOf(Buffer.from('x')), 1)
    await Promise.all([1, 2, 3, 4].map(put))
    const parts = [5, 6, 7, 8, 9, 10, 11, 12].map(put)
    await Promise.all([...parts, store.dropParts(upload), store.dropParts(upload)])
    await store.dropParts(upload)
    expect(await readdir(path.join(root, 'uploads'))).not.toContain(upload)
  }
})

/** A process that writes to the same folder and is killed in the middle of it. */
async function killedWhile(script: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('what a killed process had written is swept, and nothing that is being written', async () => {
  const folder = path.join(root, 'unfinished')
  await mkdir(folder, { recursive: true })
  await killedWhile(`
    import { writeFileSync } from 'node:fs'
    import { hostname } from 'node:os'
    // As OwnedNames has it: host, process, something random.
    const host = hostname().replaceAll(/[^\\w-]/g, '_').slice(0, 60)
    writeFileSync(${JSON.stringify(folder)} + '/' + host + '.' + process.pid + '.${randomUUID()}', 'half a clip')
    console.log('written')
    setInterval(() => {}, 1000)`)
  const upload = randomUUID()
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let begun = () => {}
  const underWay = new Promise<void>((resolve) => {
    begun = resolve
  })
  const bytes = randomBytes(100)
  const storing = store.putPart(
    upload,
    1,
    (async function* () {
      yield bytes.subarray(0, 50)
      begun()
      await waiting
      yield bytes.subarray(50)
    })(),
    100,
  )
  await underWay
  expect(await readdir(folder)).toHaveLength(2)
  expect(await store.sweep()).toBe(1)
  goOn()
  expect(await storing).toBe('stored')
  expect(await readdir(folder)).toEqual([])
})

test('files of other machines and of earlier versions are swept once they are old', async () => {
  const objects = path.join(root, 'objects', randomUUID(), 'ab')
  await mkdir(objects, { recursive: true })
  const whole = path.join(objects, randomUUID())
  await writeFile(whole, 'a clip')
  const hours = async (file: string, age: number) => {
    await writeFile(file, 'half a clip')
    const at = new Date(Date.now() - age * 3_600_000)
    await utimes(file, at, at)
    return file
  }
  const former = (age: number) => hours(`${whole}.${randomUUID()}.tmp`, age)
  const elsewhere = (age: number) => hours(path.join(root, 'unfinished', `other-host.1.${randomUUID()}`), age)
  await Promise.all([former(2), elsewhere(2)])
  const young = await Promise.all([former(0.5), elsewhere(0.5)])
  expect(await store.sweep()).toBe(2)
  expect(new Set(await readdir(objects))).toEqual(new Set([path.basename(whole), path.basename(young[0])]))
  expect(await readdir(path.join(root, 'unfinished'))).toEqual([path.basename(young[1])])
})
