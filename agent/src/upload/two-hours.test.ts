import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { UploadBegin } from '@sightline/protocol'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { openRecordings } from '#testing/open-recordings.js'
import { sampleCause } from '#testing/sample-records.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import type { Answer } from '../cloud-link/session.js'
import { eventPublisher } from '../outbox/event-publisher.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { processorMs } from '../platform/processor-time.fixture.js'
import { systemRandom } from '../platform/random.js'
import { unlimited } from '../platform/upload-schedule.js'
import { DiskSpaceManager } from './disk-space.js'
import { KeptFiles } from './kept-files.fixture.js'
import { UploadRate } from './upload-rate.js'
import { Uploader } from './uploader.js'

const minute = 60_000
const cameras = 4

let server: Server
let cloudUrl: string
let kept: KeptFiles
let video: EncodedVideo
const dispatcher = new Agent()
const objects = new Map<string, UploadBegin>()
/** What the cloud verified, by event. */
const stored = new Map<string, string>()

beforeAll(async () => {
  video = await encodeVideo({ seconds: 2, fps: 5, gop: 5, size: '64x48', bitrate: '40k' })
  kept = await KeptFiles.open()
  server = createServer((request, response) => {
    const hash = createHash('sha256')
    request.on('data', (chunk: Buffer) => hash.update(chunk))
    request.on('end', () => {
      const object = objects.get(request.url?.slice(1) ?? '')
      const isWhole = object !== undefined && hash.digest('hex') === object.sha256
      if (isWhole) stored.set(object.event_id, object.kind)
      response.writeHead(isWhole ? 204 : 400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  cloudUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(async () => {
  await kept[Symbol.asyncDispose]()
  await dispatcher.destroy()
  server.closeAllConnections()
  server.close()
})

/** The cloud: not there for two hours, then ready for everything. */
const link = {
  isLive: false,
  wake: () => {},
  onChange(listener: () => void) {
    link.wake = listener
    return () => undefined
  },
  request(_type: string, body: object): Promise<Answer> {
    if (!('sha256' in body)) return Promise.resolve({ kind: 'done', value: {} })
    const object = body as UploadBegin
    const id = randomUUID()
    objects.set(id, object)
    const parts = [{ number: 1, url: `/${id}` }]
    return Promise.resolve({
      kind: 'done',
      value: { upload_id: id, complete: false, part_size: 1_000_000, parts },
    })
  },
}

it('two hours without the cloud cost nothing: 240 events of four cameras arrive, each with its clip', async () => {
  const clock = createFakeClock()
  const limits = { quotaBytes: 100_000_000, reserveShare: 0.05 }
  const diskSpace = new DiskSpaceManager({ ...kept.parts, limits, clock, log: silentLogger })
  const recordings = await openRecordings({
    dataDir: kept.dataDir,
    clock,
    observer: eventPublisher(kept.outbox, () => ({ offsetMs: null, synced: true })),
    room: diskSpace,
    service: kept.service,
  })
  diskSpace.watch(recordings)
  const stopping = new AbortController()
  const rate = new UploadRate(systemClock, unlimited)
  const deps = { ...kept.parts, link, cloudUrl, dispatcher, rate, clock: systemClock }
  const uploading = new Uploader({ ...deps, random: systemRandom, log: silentLogger }).run(stopping.signal)
  const sites = Array.from({ length: cameras }, () => {
    const source = new ScriptedSource(clock, video, 2000)
    const settings = { preSec: 0, postSec: 0, durationSec: 2 }
    return { source, recorder: recordings.forCamera(randomUUID(), source, settings) }
  })

  const eventIds: string[] = []
  for (let passed = 0; passed < 120; passed += 2) {
    for (const { source } of sites) source.start()
    for (const { recorder } of sites) {
      const eventId = systemRandom.timeId()
      eventIds.push(eventId)
      await recorder.trigger({ ...sampleCause, eventId, triggeredAtMs: clock.now() })
    }
    for (let ms = 0; ms < 3000; ms += 200) {
      await clock.advance(200)
      for (const { source } of sites) source.showDue()
    }
    await recordings.settled()
    for (const { source } of sites) source.lose('the camera rests')
    await diskSpace.check()
    await clock.advance(2 * minute - 3000)
  }
  expect(eventIds).toHaveLength(240)
  expect(kept.outbox.counts.entries).toBe(480)
  expect(await kept.queue.counts()).toEqual({ pending: 240, failed: 0 })
  // However long it lasts, only the next few are held in memory.
  expect((await kept.queue.due('clip', kept.outbox.last)).records).toHaveLength(64)

  // The line is back: the cloud takes the frames in order.
  const told = new Map<string, string[]>()
  for (let after = kept.outbox.acked; ; ) {
    const entries = await kept.outbox.entriesAfter(after, 64)
    const last = entries.at(-1)
    if (last === undefined) break
    for (const { type, body } of entries) {
      const eventId = String(body['event_id'])
      told.set(eventId, [...(told.get(eventId) ?? []), type])
    }
    after = last.seq
    await kept.outbox.acknowledge(after, [])
  }
  link.isLive = true
  link.wake()
  while ((await kept.queue.counts()).pending > 0) await systemClock.delay(20)
  stopping.abort()
  await uploading
  await recordings.stop(0)
  expect([...told.keys()]).toEqual(eventIds)
  expect([...told.values()].every((types) => types.join() === 'event.opened,event.closed')).toBe(true)
  expect([...stored.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(eventIds)
  expect(await kept.names()).toEqual([])
  expect(kept.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
  expect(clock.waiting).toBe(0)
}, 60_000)

it('reads a few records however many wait', async () => {
  await using many = await KeptFiles.open()
  const first = await many.recorded(10, 10)
  const [record] = (await many.queue.due('clip', many.outbox.last)).records
  if (record === undefined) throw new Error('nothing waits')
  for (let thousand = 0; thousand < 10; thousand += 1) {
    const puts = Array.from({ length: 1000 }, (_, index) => {
      const object = { ...record.object, event_id: systemRandom.timeId() }
      const afterSeq = 100 + thousand * 1000 + index
      return many.queue.insertion({ ...record, object, afterSeq })
    })
    await many.queue.write(puts)
  }
  const spentMs = await processorMs(async () => {
    for (let n = 0; n < 20; n += 1) {
      const { records: due } = await many.queue.due('clip', 1_000_000)
      expect(due).toHaveLength(64)
      expect(due[0]?.object.event_id).toBe(first)
    }
  })
  expect(spentMs).toBeLessThan(1000)
})
