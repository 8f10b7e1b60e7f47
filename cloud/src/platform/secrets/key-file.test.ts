import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../config.js'
import { createFakeClock, type FakeClock } from '../time/clock.fake.js'
import { masterKeyFile, openServiceKeys, putFreshKeyInFront } from './key-file.js'
import { openKeyRing } from './keys.js'

let dataDir: string
let clock: FakeClock
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-key-file-'))
  clock = createFakeClock()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = (masterKey: string | null = null) => openServiceKeys({ masterKey, dataDir }, clock)
const hex = () => randomBytes(32).toString('hex')

test('MASTER_KEY goes before the file, and makes none', async () => {
  const key = hex()
  expect((await open(key)).ids()).toEqual(openKeyRing(key).ids())
  expect(await readdir(dataDir)).toEqual([])
})

test('puts a fresh key in front, for its owner only, and leaves nothing beside', async () => {
  const before = await open()
  await putFreshKeyInFront(dataDir)
  const after = await open()
  expect(after.ids()).toHaveLength(2)
  expect(after.ids()[1]).toBe(before.ids()[0])
  expect((await stat(masterKeyFile(dataDir))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['master.key'])
})

test('a ring that was opened before knows the new key when it is told to look, and seals with it', async () => {
  const ring = await open()
  const [old = ''] = ring.ids()
  await putFreshKeyInFront(dataDir)
  expect(ring.ids()).toEqual([old])
  ring.refresh()
  expect(ring.ids()).toHaveLength(2)
  expect(ring.current('secret-box').id).not.toBe(old)
  expect(ring.find('jwt', old)).toBeDefined()
})

test('looks by itself when it is asked for a key that it does not know, at most once a second', async () => {
  const ring = await open()
  await putFreshKeyInFront(dataDir)
  const [fresh = ''] = (await open()).ids()
  await clock.advance(1_500)
  expect(ring.find('secret-box', fresh)).toBeDefined()
  await putFreshKeyInFront(dataDir)
  const [newest = ''] = (await open()).ids()
  expect(ring.find('secret-box', newest)).toBeUndefined()
  await clock.advance(1_500)
  expect(ring.find('secret-box', newest)).toBeDefined()
})

test('keeps its keys while the file holds none, and says so', async () => {
  const ring = await open()
  const ids = ring.ids()
  await writeFile(masterKeyFile(dataDir), 'half a ke')
  expect(() => ring.refresh()).toThrow(ConfigError)
  await clock.advance(1_500)
  expect(ring.find('jwt', 'ffffffff')).toBeUndefined()
  await rm(masterKeyFile(dataDir))
  expect(() => ring.refresh()).toThrow()
  expect(ring.ids()).toEqual(ids)
})

test('refuses to put a key in front of none, or of what is no key', async () => {
  await expect(putFreshKeyInFront(dataDir)).rejects.toThrow(ConfigError)
  await writeFile(masterKeyFile(dataDir), 'half a ke')
  await expect(putFreshKeyInFront(dataDir)).rejects.toThrow(ConfigError)
  expect(await readFile(masterKeyFile(dataDir), 'utf8')).toBe('half a ke')
})
