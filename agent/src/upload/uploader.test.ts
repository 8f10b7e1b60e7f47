import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestType, UploadBegin } from '@sightline/protocol'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../cloud-link/session.js'
import { LossCounts } from '../outbox/losses.js'
import { type Database, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { recordingJournal } from '../outbox/recording-journal.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { until } from '../platform/until.fixture.js'
import { unlimited } from '../platform/upload-schedule.js'
import { UploadQueue } from './upload-queue.js'
import { UploadRate } from './upload-rate.js'
import { Uploader } from './uploader.js'

/** The cloud's side of uploads: what it was asked, what it holds, and the faults it shows. */
class FakeStore {
  readonly asked: { type: RequestType; kind?: string; eventId?: string }[] = []
  readonly parts = new Map<string, Map<number, Buffer>>()
  readonly objects = new Map<string, UploadBegin>()
  readonly complete = new Set<string>()
  readonly puts: string[] = []
  isLive = true
  /** Answers before the ordinary ones, first come first used. */
  readonly faults: ((type: RequestType) => Answer | null)[] = []
  /** A status for the next parts instead of taking them; 0 breaks the connection. */
  readonly partFaults: (number | undefined)[] = []
  readonly #listeners = new Set<() => void>()
  readonly partSize = 1000
  /** What a 429 says of when to come again. */
  retryAfterSec: number | null = null

  request(type: RequestType, body: object): Promise<Answer> {
    if (!this.isLive) return Promise.resolve({ kind: 'lost' })
    const fault = this.faults.shift()?.(type)
    if ('sha256' in body) return Promise.resolve(fault ?? this.#begin(body as UploadBegin))
    this.asked.push({ type })
    return Promise.resolve(fault ?? this.#complete((body as { upload_id: string }).upload_id))
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  goLive(isLive: boolean): void {
    this.isLive = isLive
    for (const listener of this.#listeners) listener()
  }

  #begin(object: UploadBegin): Answer {
    this.asked.push({ type: 'upload.begin', kind: object.kind, eventId: object.event_id })
    const known = [...this.objects].find(([, other]) => other.sha256 === object.sha256)
    const id = known?.[0] ?? randomUUID()
    this.objects.set(id, object)
    const held = this.parts.get(id) ?? new Map<number, Buffer>()
    this.parts.set(id, held)
    const count = Math.ceil(object.bytes / this.partSize)
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
      (number) => !held.has(number),
    )
    const parts = missing.map((number) => ({ number, url: `/parts/${id}/${number}` }))
    const value = { upload_id: id, complete: this.complete.has(id), part_size: this.partSize, parts }
    return { kind: 'done', value }
  }

  #complete(id: string): Answer {
    const bytes = Buffer.concat(
      [...(this.parts.get(id) ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part),
    )
    const object = this.objects.get(id)
    if (createHash('sha256').update(bytes).digest('hex') !== object?.sha256) {
      this.parts.get(id)?.clear()
      return { kind: 'refused', error: { code: 'hash_mismatch', message: 'other bytes' } }
    }
    this.complete.add(id)
    return { kind: 'done', value: {} }
  }
}

let folder: string
let database: Database
let outbox: Outbox
let queue: UploadQueue
let losses: LossCounts
let store: FakeStore
let server: Server
let cloudUrl: string
let dispatcher: Agent
let stopping: AbortController
let running: Promise<void>

async function openStores(): Promise<void> {
  outbox = await Outbox.open(database, systemClock)
  queue = await UploadQueue.open(database)
  losses = await LossCounts.open(database)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-upload-'))
  database = await openDatabase(join(folder, 'outbox'))
  await openStores()
  store = new FakeStore()
  server = createServer((request, response) => {
    const [, , id = '', number = ''] = request.url?.split('/') ?? []
    const status = store.partFaults.shift()
    if (status === 0) return void request.socket.destroy()
    if (request.headers.authorization !== undefined) return void response.writeHead(500).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      store.puts.push(`${id} ${number}`)
      if (status === undefined) store.parts.get(id)?.set(Number(number), Buffer.concat(chunks))
      const seconds = status === 429 ? store.retryAfterSec : null
      response.writeHead(status ?? 204, seconds === null ? {} : { 'retry-after': String(seconds) }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  cloudUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  dispatcher = new Agent()
  stopping = new AbortController()
  running = Promise.resolve()
})
afterEach(async () => {
  stopping.abort()
  await running
  await dispatcher.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Time in which a minute of waiting passes at once. */
const hasty: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * 100,
  after: (ms, task) => systemClock.after(ms / 100, task),
}

function start(rate = new UploadRate(systemClock, unlimited), clock = hasty): void {
  const deps = { queue, outbox, losses, service: systemClock, link: store, cloudUrl, dispatcher, rate }
  running = new Uploader({ ...deps, clock, random: systemRandom, log: silentLogger }).run(stopping.signal)
}

interface Recorded {
  eventId: string
  clip: string
  snapshot: string
}

async function record(clipBytes = 2500): Promise<Recorded> {
  const eventId = randomUUID()
  const file = async (name: string, bytes: Buffer) => {
    const path = join(folder, `${eventId}.${name}`)
    await writeFile(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path, bytes: bytes.length, sha256, width: 640, height: 360 }
  }
  const clip = await file('mp4', randomBytes(clipBytes))
  const snapshot = await file('jpg', randomBytes(300))
  const journal = recordingJournal(outbox, () => ({ offsetMs: null, synced: null }))
  await journal.closed({
    eventId,
    cameraId: randomUUID(),
    clip: { ...clip, codec: 'h264', startAtMs: 1_770_000_000_000, endAtMs: 1_770_000_010_000 },
    snapshot,
    error: null,
  })
  return { eventId, clip: clip.path, snapshot: snapshot.path }
}

const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const drained = async () => (await queue.counts()).pending === 0

describe('uploader', () => {
  it('waits for the acknowledgement of the event, sends picture then clip, and removes both', async () => {
    const files = await record()
    start()
    await systemClock.delay(50)
    expect(store.asked).toEqual([])
    await outbox.acknowledge(outbox.last, [])
    await until(drained)
    const begun = store.asked.filter(({ type }) => type === 'upload.begin').map(({ kind }) => kind)
    expect(begun).toEqual(['snapshot', 'clip'])
    expect(store.complete.size).toBe(2)
    expect(await there(files.clip)).toBe(false)
    expect(await there(files.snapshot)).toBe(false)
  })

  it('keeps the file until the cloud has verified it', async () => {
    const { clip } = await record()
    await outbox.acknowledge(outbox.last, [])
    const seen: Promise<boolean>[] = []
    for (let n = 0; n < 3; n += 1) store.faults.push(() => null)
    store.faults.push((type) => {
      seen.push(there(clip))
      return type === 'upload.complete' ? { kind: 'lost' } : null
    })
    start()
    await until(drained)
    expect(await Promise.all(seen)).toEqual([true])
    expect(store.complete.size).toBe(2)
  })

  it('sends only what is missing after a broken connection', async () => {
    await record(3500)
    await outbox.acknowledge(outbox.last, [])
    // The picture and the first part of the clip pass, then the line breaks.
    store.partFaults.push(undefined, undefined, 0)
    start()
    await until(drained)
    expect(store.puts).toHaveLength(5)
    expect(store.partFaults).toEqual([])
    expect(new Set(store.puts).size).toBe(store.puts.length)
  })

  it('never gives up because of the network', async () => {
    await record(500)
    await outbox.acknowledge(outbox.last, [])
    for (const status of [0, 503, 0, 429, 500, 0, 502, 0]) store.partFaults.push(status)
    for (let n = 0; n < 5; n += 1) store.faults.push(() => ({ kind: 'lost' }))
    start()
    await until(drained)
    expect((await queue.counts()).failed).toBe(0)
    expect(store.complete.size).toBe(2)
  })

  it('asks again where to when a link has expired', async () => {
    await record(500)
    await outbox.acknowledge(outbox.last, [])
    store.partFaults.push(403)
    start()
    await until(drained)
    expect(store.complete.size).toBe(2)
  })

  it('goes on where it was after a restart', async () => {
    const { clip } = await record()
    await outbox.acknowledge(outbox.last, [])
    store.isLive = false
    start()
    stopping.abort()
    await running
    await database.close()
    database = await openDatabase(join(folder, 'outbox'))
    await openStores()
    stopping = new AbortController()
    start()
    store.goLive(true)
    await until(drained)
    expect(await there(clip)).toBe(false)
  })

  it('waits as long as the store asks, and meanwhile sends what comes behind', async () => {
    const slow = await record(500)
    await record(500)
    await outbox.acknowledge(outbox.last, [])
    store.partFaults.push(429)
    store.retryAfterSec = 30
    const startedMs = hasty.monotonic()
    start()
    await until(drained)
    // The first snapshot met the 429; everything else was there long before.
    expect(hasty.monotonic() - startedMs).toBeGreaterThan(30_000)
    expect(store.puts.slice(1)).toHaveLength(4)
    expect(store.puts[0]).toBe(store.puts.at(-1))
    expect(await there(slow.snapshot)).toBe(false)
  })

  it('sends all pictures before the clips', async () => {
    for (let n = 0; n < 4; n += 1) await record(500)
    await outbox.acknowledge(outbox.last, [])
    store.isLive = false
    start()
    store.goLive(true)
    await until(drained)
    const begun = store.asked.filter(({ type }) => type === 'upload.begin').map(({ kind }) => kind)
    expect(begun.filter((kind) => kind === 'snapshot')).toHaveLength(4)
    // Clips have lanes of their own, which two of them may take at once.
    expect(begun.slice(0, 1)).toEqual(['snapshot'])
  })

  it('stores the picture of an event before its clip', async () => {
    for (let n = 0; n < 4; n += 1) await record(500)
    await outbox.acknowledge(outbox.last, [])
    start()
    await until(drained)
    const completed = store.asked.filter(({ type }) => type === 'upload.complete').length
    expect(completed).toBe(8)
    const begun = store.asked.filter(({ type }) => type === 'upload.begin')
    for (const [place, { eventId, kind }] of begun.entries()) {
      const picture = begun.findIndex((asked) => asked.eventId === eventId && asked.kind === 'snapshot')
      if (kind === 'clip') expect(picture).toBeLessThan(place)
    }
  })

  it('does not count links that expire while parts arrive', async () => {
    await record(9500)
    await outbox.acknowledge(outbox.last, [])
    // The picture, then after each part of the clip its links are over: seven rounds, each with some progress.
    store.partFaults.push(undefined, ...Array.from({ length: 7 }, () => [undefined, 403]).flat())
    start()
    await until(drained)
    expect(store.complete.size).toBe(2)
    expect(store.asked.filter(({ kind }) => kind === 'clip').length).toBeGreaterThan(5)
  })

  it('begins again where the server forgot what it had', async () => {
    await record(4500)
    await outbox.acknowledge(outbox.last, [])
    store.faults.push(
      () => null,
      () => null,
      () => null,
      (type) => {
        if (type !== 'upload.complete') return null
        for (const parts of store.parts.values()) parts.clear()
        return { kind: 'refused', error: { code: 'parts_missing', message: 'parts are missing' } }
      },
    )
    start()
    await until(drained)
    expect(store.complete.size).toBe(2)
    expect((await queue.counts()).failed).toBe(0)
  })

  it('tells the cloud of a clip that will never come, and counts it', async () => {
    const gone = await record(500)
    await outbox.acknowledge(outbox.last, [])
    await rm(gone.clip)
    start()
    await until(drained)
    const [told] = await outbox.entriesAfter(outbox.acked, 10)
    expect(told).toMatchObject({ type: 'event.closed', body: { event_id: gone.eventId, clip: null } })
    expect(told?.body['error']).toBe('the clip was not stored: the file cannot be read (ENOENT)')
    expect(losses.counts).toEqual({ snapshots: 0, clips: 1, events: 0 })
    expect((await LossCounts.open(database)).counts.clips).toBe(1)
  })

  it('keeps within the limit of the line, with pictures first', async () => {
    await record(60_000)
    await outbox.acknowledge(outbox.last, [])
    const startedMs = systemClock.monotonic()
    // 60 KB at 1 Mbit/s take half a second.
    start(new UploadRate(systemClock, { spans: [], otherwise: 1_000_000 }))
    await until(drained)
    const tookMs = systemClock.monotonic() - startedMs
    expect(tookMs).toBeGreaterThan(300)
    expect(store.complete.size).toBe(2)
  })

  it('does not mind a wall clock that is set by hours and years while it uploads', async () => {
    await record(3500)
    await outbox.acknowledge(outbox.last, [])
    store.partFaults.push(undefined, 503, 0, 503)
    const steps = [3_600_000, -3_600_000, -56 * 365 * 24 * 3_600_000, 0]
    let asked = 0
    const jumping = { ...hasty, now: () => systemClock.now() + (steps[asked++ % steps.length] ?? 0) }
    start(new UploadRate(jumping, { spans: [], otherwise: 8_000_000 }), jumping)
    await until(drained)
    expect(store.complete.size).toBe(2)
    expect(losses.counts.clips).toBe(0)
  })

  it('sends nothing while uploads are switched off', async () => {
    await record(500)
    await outbox.acknowledge(outbox.last, [])
    start(new UploadRate(systemClock, { spans: [], otherwise: 0 }))
    await systemClock.delay(60)
    expect(store.asked).toEqual([])
  })

  it('keeps what is definitely refused, with the reason, and goes on with the rest', async () => {
    const refused = await record()
    const taken = await record()
    await outbox.acknowledge(outbox.last, [])
    store.faults.push(() => ({ kind: 'refused', error: { code: 'not_found', message: 'no such event' } }))
    start()
    await until(drained)
    expect(await queue.counts()).toEqual({ pending: 0, failed: 1 })
    expect(await there(refused.snapshot)).toBe(true)
    expect(await there(taken.clip)).toBe(false)
  })

  it('gives up after three verifications that fail', async () => {
    const { clip } = await record(500)
    await outbox.acknowledge(outbox.last, [])
    await writeFile(clip, randomBytes(500))
    start()
    await until(drained)
    expect(store.asked.filter(({ kind }) => kind === 'clip')).toHaveLength(3)
    expect(await queue.counts()).toEqual({ pending: 0, failed: 1 })
  })

  it('says that a file is gone instead of trying for ever', async () => {
    const { clip } = await record(500)
    await outbox.acknowledge(outbox.last, [])
    await rm(clip)
    start()
    await until(drained)
    expect((await queue.counts()).failed).toBe(1)
  })
})
