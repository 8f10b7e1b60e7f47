import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.js'
import { RecoveryAttempts } from './recovery-attempts.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-attempts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => RecoveryAttempts.open(join(folder, 'recovering.json'), silentLogger)

test('counts the processes that ended at the same journal, one after the other', async () => {
  expect(await (await open()).begin('a')).toBe(0)
  expect(await (await open()).begin('a')).toBe(1)
  const third = await open()
  expect([await third.begin('a'), await third.begin('b')]).toEqual([2, 0])
  expect(await (await open()).begin('b')).toBe(1)
})

test('nothing is left of it once all are through', async () => {
  const attempts = await open()
  await attempts.begin('a')
  await attempts.end()
  expect(await readdir(folder)).toEqual([])
  expect(await (await open()).begin('a')).toBe(0)
})

test('one that cannot be read, or written, keeps nothing from being finished', async () => {
  await writeFile(join(folder, 'recovering.json'), '{"eventId":7')
  const attempts = await open()
  await rm(folder, { recursive: true })
  expect(await attempts.begin('a')).toBe(0)
  await attempts.end()
})
