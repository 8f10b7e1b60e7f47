import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readToCloud } from '@sightline/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import type { ClosedEvent, OpenedEvent } from '../recording/recording-observer.js'
import { UploadQueue } from '../upload/upload-queue.js'
import { eventPublisher } from './event-publisher.js'
import { type Database, jsonOf, openDatabase } from './open-database.js'
import { Outbox } from './outbox.js'
import { keys } from './outbox-keys.js'

let folder: string
let database: Database
let outbox: Outbox

async function reopen(): Promise<void> {
  database = await openDatabase(join(folder, 'outbox'))
  outbox = await Outbox.open(database, systemClock)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-outbox-'))
  await reopen()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const cameraId = randomUUID()
const publishTo = (to: Outbox) => eventPublisher(to, () => ({ offsetMs: null, synced: null }))

function openedEvent(eventId: string = randomUUID()): OpenedEvent {
  return {
    eventId,
    cameraId,
    category: 'motion',
    topic: '',
    source: 'software',
    rawSource: 'software',
    rawData: {},
    triggeredAtMs: 1_770_000_000_000,
  }
}

function closedEvent(eventId: string): ClosedEvent {
  const file = { bytes: 10, sha256: 'a'.repeat(64), width: 640, height: 360 }
  return {
    eventId,
    cameraId,
    clip: {
      ...file,
      path: '/clips/a.mp4',
      codec: 'h264',
      startAtMs: 1_770_000_000_000,
      endAtMs: 1_770_000_020_000,
    },
    snapshot: { ...file, path: '/clips/a.jpg' },
    error: null,
  }
}

const journal = () => eventPublisher(outbox, () => ({ offsetMs: 12.5, synced: null }))

describe('outbox', () => {
  it('keeps order, numbers and what is not acknowledged, over a restart', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await Promise.all(ids.map((id) => journal().opened(openedEvent(id))))
    await outbox.acknowledge(1, [])
    await database.close()
    await reopen()
    expect(outbox.acked).toBe(1)
    expect(outbox.last).toBe(3)
    const entries = await outbox.entriesAfter(outbox.acked, 10)
    expect(entries.map((entry) => [entry.seq, entry.body['event_id']])).toEqual([
      [2, ids[1]],
      [3, ids[2]],
    ])
  })

  it('gives no number twice after everything was acknowledged and the process restarted', async () => {
    await journal().opened(openedEvent())
    await outbox.acknowledge(1, [])
    await database.close()
    await reopen()
    await journal().opened(openedEvent())
    expect(outbox.last).toBe(2)
  })

  it('takes the same event once, also after its entry is gone and after a restart', async () => {
    const event = openedEvent()
    await journal().opened(event)
    await journal().opened(event)
    expect(outbox.counts.entries).toBe(1)
    await outbox.acknowledge(1, [])
    await database.close()
    await reopen()
    await journal().opened(event)
    expect(outbox.counts.entries).toBe(0)
    expect(outbox.last).toBe(1)
  })

  it('moves refused frames aside and counts them', async () => {
    await journal().opened(openedEvent())
    await journal().opened(openedEvent())
    await outbox.acknowledge(2, [{ seq: 2, code: 'camera_unknown', message: 'no such camera' }])
    expect(outbox.counts).toEqual({ entries: 0, refused: 1 })
    await database.close()
    await reopen()
    expect(outbox.counts).toEqual({ entries: 0, refused: 1 })
  })

  it.each([
    ['no JSON', '{"type":"event.op'],
    ['of another version', '{"type":"event.praised","body":{}}'],
  ])(
    'sends what the cloud refuses for an entry that cannot be read, and all behind it: %s',
    async (_what, text) => {
      const ids = [randomUUID(), randomUUID()]
      for (const id of ids) await journal().opened(openedEvent(id))
      await database.put<string, string>(keys.entry(1), text, { valueEncoding: 'utf8' })
      await database.put<string, string>(keys.seq, '', { valueEncoding: 'utf8' })
      await database.close()
      await reopen()
      const [spoilt, whole] = await outbox.entriesAfter(0, 10)
      expect([spoilt?.seq, whole?.seq, whole?.body['event_id']]).toEqual([1, 2, ids[1]])
      const frame = JSON.stringify({ v: 1, id: 'f', ...spoilt })
      expect(readToCloud(frame)).toMatchObject({ kind: 'bad', seq: 1 })
      await outbox.acknowledge(2, [{ seq: 1, code: 'invalid', message: 'does not fit' }])
      expect(outbox.counts).toEqual({ entries: 0, refused: 1 })
      // It is kept as it lay there.
      expect(await database.get(keys.refused(1))).toMatchObject({ entry: jsonOf(text) ?? text })
      await journal().opened(openedEvent())
      expect(outbox.last).toBe(3)
    },
  )

  it('tells of each number, also of those that a damaged disk lost, so that the cloud can go on', async () => {
    for (let n = 0; n < 6; n += 1) await journal().opened(openedEvent())
    await outbox.acknowledge(1, [])
    for (const seq of [2, 4, 5]) await database.del(keys.entry(seq))
    const seen = async () => {
      const { acked, last, counts } = await Outbox.open(database, systemClock)
      return { acked, last, ...counts }
    }
    expect(await seen()).toMatchObject({ acked: 1, last: 6, entries: 2 })
    const told = await outbox.entriesAfter(1, 4)
    expect(told.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect(told.map(({ body }) => Object.keys(body).length > 0)).toEqual([false, true, false, false])
    expect((await outbox.entriesAfter(5, 64)).map(({ seq }) => seq)).toEqual([6])
    await database.del(keys.acked)
    expect(await seen()).toMatchObject({ acked: 2, last: 6 })
    for (const seq of [3, 6]) await database.del(keys.entry(seq))
    expect(await seen()).toMatchObject({ acked: 6, last: 6 })
  })

  it('believes no acknowledgement of a number that it never gave out', async () => {
    await journal().opened(openedEvent())
    await outbox.acknowledge(500, [])
    expect(outbox.acked).toBe(1)
    await journal().opened(openedEvent())
    expect(outbox.last).toBe(2)
    expect((await outbox.entriesAfter(1, 10)).map((entry) => entry.seq)).toEqual([2])
  })

  it('keeps the uploads of an event in the same write as its end', async () => {
    const event = openedEvent()
    await journal().opened(event)
    await journal().closed(closedEvent(event.eventId))
    await journal().closed(closedEvent(event.eventId))
    await database.close()
    await reopen()
    const queue = await UploadQueue.open(database, 0)
    for (const kind of ['snapshot', 'clip'] as const) {
      const { records: uploads } = await queue.due(kind, 2)
      expect(uploads.map((upload) => [upload.object.kind, upload.afterSeq])).toEqual([[kind, 2]])
      expect((await queue.due(kind, 1)).records).toEqual([])
    }
  })

  it('bounds what a producer says, so that a frame always fits', async () => {
    await journal().opened({ ...openedEvent(), category: 'nonsense', rawData: { text: 'x'.repeat(300_000) } })
    const [entry] = await outbox.entriesAfter(0, 1)
    expect(entry?.body['event_category']).toBe('other')
    expect(JSON.stringify(entry).length).toBeLessThan(100_000)
  })

  it('refuses a second process on the same folder', async () => {
    await expect(openDatabase(join(folder, 'outbox'))).rejects.toMatchObject({ kind: 'already_running' })
  })
})

describe('an outbox that a power cut damaged', () => {
  const filesOf = async (ending: RegExp) =>
    (await readdir(join(folder, 'outbox'))).filter((name) => ending.test(name)).toSorted()
  const inOutbox = (name: string) => join(folder, 'outbox', name)

  it.each([
    ['has an empty CURRENT', () => writeFile(inOutbox('CURRENT'), '')],
    ['has a CURRENT of zeros', () => writeFile(inOutbox('CURRENT'), Buffer.alloc(16))],
    ['has no CURRENT', () => rm(inOutbox('CURRENT'))],
    ['has an empty manifest', async () => writeFile(inOutbox((await filesOf(/^MANIFEST/))[0] ?? ''), '')],
    ['has no manifest', async () => rm(inOutbox((await filesOf(/^MANIFEST/))[0] ?? ''))],
  ])('%s: it is mended, and nothing of it is lost', async (_what, damage) => {
    await publishTo(outbox).opened(openedEvent())
    await database.close()
    await reopen()
    await publishTo(outbox).opened(openedEvent())
    const before = await outbox.entriesAfter(0, 10)
    expect(before).toHaveLength(2)
    await database.close()
    await damage()
    await reopen()
    expect(await outbox.entriesAfter(0, 10)).toEqual(before)
    expect(outbox.last).toBe(2)
    await publishTo(outbox).opened(openedEvent())
    expect(outbox.last).toBe(3)
  })

  it('has a table that was cut: what can be read stays, and it takes what comes', async () => {
    for (let times = 0; times < 3; times += 1) {
      await publishTo(outbox).opened(openedEvent())
      await database.close()
      await reopen()
    }
    const [first] = await filesOf(/\.ldb$/)
    await database.close()
    await truncate(inOutbox(first ?? ''), 40)
    await reopen()
    expect((await outbox.entriesAfter(0, 10)).length).toBeGreaterThanOrEqual(2)
    const before = outbox.last
    await publishTo(outbox).opened(openedEvent())
    expect(outbox.last).toBe(before + 1)
  })

  it('is not mended while another process holds it', async () => {
    await publishTo(outbox).opened(openedEvent())
    await rm(inOutbox('CURRENT'))
    await expect(openDatabase(join(folder, 'outbox'))).rejects.toMatchObject({ kind: 'already_running' })
  })
})
