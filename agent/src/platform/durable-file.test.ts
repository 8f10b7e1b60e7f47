import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readIfThere, writeDurably } from './durable-file.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-durable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('writes for its owner only, replaces whole, and leaves nothing beside it', async () => {
  const path = join(folder, 'identity.json')
  await writeDurably(path, 'one, which is longer')
  await writeDurably(path, 'two')
  expect(await readFile(path, 'utf8')).toBe('two')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['identity.json'])
})

it('leaves the old content and no temporary file when it cannot write', async () => {
  const path = join(folder, 'taken')
  await writeDurably(join(folder, 'other'), 'kept')
  await expect(writeDurably(join(path, 'x'), 'y')).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual(['other'])
})

it('reads null where there is no file', async () => {
  expect(await readIfThere(join(folder, 'none'))).toBeNull()
})
