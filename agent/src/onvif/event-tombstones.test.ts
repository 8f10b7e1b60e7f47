import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../platform/logger.js'
import { EventTombstones } from './event-tombstones.js'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tombstones-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
const open = (path: string | null) => EventTombstones.open(path, silentLogger)
const tombstone = (camera: string) => ({
  camera_id: camera,
  device: 'A / B / 1.0',
  at: '2026-01-15T12:00:00.000Z',
})

test('a tombstone outlives the agent until it is lifted', async () => {
  const path = await folder()
  const first = await open(path)
  await Promise.all([first.add(tombstone('a')), first.add(tombstone('b'))])
  await first.lift('b')
  const second = await open(path)
  expect(second.of('a')).toEqual(tombstone('a'))
  expect(second.of('b')).toBeNull()
})

test('a tombstone of an earlier version is lifted, once: it may stand for a quiet connection that was ended', async () => {
  const path = await folder()
  const file = join(path, 'onvif-tombstones.json')
  await writeFile(file, JSON.stringify({ version: 1, cameras: [tombstone('a')] }))
  const first = await open(path)
  expect(first.of('a')).toBeNull()
  await first.add(tombstone('a'))
  expect((await open(path)).of('a')).toEqual(tombstone('a'))
})

test.each(['', 'not JSON', '{"version":2}', '{"version":2,"cameras":[{"camera_id":5}]}'])(
  'a file that holds %j counts as none, and is written anew',
  async (content) => {
    const path = await folder()
    await writeFile(join(path, 'onvif-tombstones.json'), content)
    const tombstones = await open(path)
    expect(tombstones.of('a')).toBeNull()
    await tombstones.add(tombstone('a'))
    expect((await open(path)).of('a')).not.toBeNull()
  },
)

test('without a folder it holds until the end, and a folder that is gone stops nobody', async () => {
  const inMemory = await open(null)
  await inMemory.add(tombstone('a'))
  expect(inMemory.of('a')).not.toBeNull()
  const gone = await open('/nowhere/at/all')
  await gone.add(tombstone('a'))
  expect(gone.of('a')).not.toBeNull()
})
