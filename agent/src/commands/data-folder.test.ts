import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventPublisher } from '../outbox/event-publisher.js'
import { endDatabase, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { systemClock } from '../platform/clock.js'
import { ServiceTime } from '../platform/service-time.js'
import { countPending, wipe } from './data-folder.js'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-folder-'))
  for (const name of [
    'identity.json',
    'configuration.sealed',
    'last-scan.json',
    'proven-accounts.json',
    'not-ours.txt',
  ])
    await writeFile(join(dataDir, name), 'x')
  await mkdir(join(dataDir, 'recordings'))
  await writeFile(join(dataDir, 'recordings', 'a.journal'), 'x')
  await mkdir(join(dataDir, 'camera-certificates'))
  await writeFile(join(dataDir, 'camera-certificates', 'pin'), 'x')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('counts what the cloud does not have, and keeps others out meanwhile', async () => {
  expect(await countPending(dataDir, systemClock)).toEqual({ events: 0, clips: 1, ackedSeq: 0 })
  const database = await openDatabase(join(dataDir, 'outbox'))
  const outbox = await Outbox.open(database, await ServiceTime.open(dataDir, systemClock))
  await eventPublisher(outbox, () => ({ offsetMs: null, synced: null })).opened({
    eventId: '019a8f31-0a2b-7c3d-8e4f-5a6b7c8d9e0f',
    cameraId: '019a8f35-0a2b-7c3d-8e4f-5a6b7c8d9e0f',
    category: 'motion',
    topic: '',
    source: 'software',
    rawSource: 'picture',
    rawData: {},
    triggeredAtMs: Date.now(),
  })
  await expect(countPending(dataDir, systemClock)).rejects.toMatchObject({ kind: 'already_running' })
  await endDatabase(database)
  expect(await countPending(dataDir, systemClock)).toEqual({ events: 1, clips: 1, ackedSeq: 0 })
})

it('forgets keys, configuration and certificates, and nothing that others put there', async () => {
  await mkdir(join(dataDir, 'outbox'))
  await wipe(dataDir, { discard: false })
  expect((await readdir(dataDir)).toSorted()).toEqual(['not-ours.txt', 'outbox', 'recordings'])
  await wipe(dataDir, { discard: true })
  expect(await readdir(dataDir)).toEqual(['not-ours.txt'])
})
