import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunningError, findInstance, lockDataDir } from './instance-lock.js'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const file = () => path.join(dataDir, 'sightline.lock')

test('one holds the lock; a second is refused with the process and the way out', async () => {
  const lock = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toThrow(AlreadyRunningError)
  await expect(lockDataDir(dataDir)).rejects.toThrow(new RegExp(`process ${process.pid}.*DATA_DIR`))
  expect(await findInstance(dataDir)).toBe(process.pid)
  await lock.release()
  expect(await findInstance(dataDir)).toBeUndefined()
  await (await lockDataDir(dataDir)).release()
  expect(await readdir(dataDir)).toEqual([])
})

test('of many at the same time exactly one gets it, also over a stale lock', async () => {
  await writeFile(file(), JSON.stringify({ pid: process.pid, start: 'long ago' }))
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await findInstance(dataDir)).toBe(process.pid)
})

test.each([
  ['of a dead process', () => JSON.stringify({ pid: spawnSync('true').pid, start: '1' })],
  ['whose process id belongs to another program now', () => JSON.stringify({ pid: process.pid, start: '1' })],
  ['that a crash left half written', () => '{"pid": 1'],
])('a lock %s is replaced', async (_, content) => {
  await writeFile(file(), content())
  const lock = await lockDataDir(dataDir)
  expect(await findInstance(dataDir)).toBe(process.pid)
  await lock.release()
})
