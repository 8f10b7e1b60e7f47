import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type * as promises from 'node:fs/promises'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { UploadBegin } from '@sightline/protocol'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { openRecordings } from '#testing/open-recordings.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import type { Answer } from '../cloud-link/session.js'
import { eventPublisher } from '../outbox/event-publisher.js'
import { endDatabase } from '../outbox/open-database.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { unlimited } from '../platform/upload-schedule.js'
import { noRoomReason } from '../recording/disk-quota.js'
import { DiskSpaceManager } from './disk-space.js'
import { diskInMemory, KeptFiles } from './kept-files.fixture.js'
import { UploadRate } from './upload-rate.js'
import { Uploader } from './uploader.js'

/** Counts what changes the disk; at the chosen step the process stands still for ever, as if it were killed. */
const steps = vi.hoisted(() => {
  const state = { left: Number.POSITIVE_INFINITY, taken: 0, onCut: () => {} }
  const never = new Promise<never>(() => {})
  return {
    state,
    async step<T>(change: () => Promise<T>): Promise<T> {
      if (state.left <= 0) return never
      state.left -= 1
      state.taken += 1
      if (state.left > 0) return change()
      state.onCut()
      return never
    },
    async look<T>(read: () => Promise<T>): Promise<T> {
      return state.left <= 0 ? never : read()
    },
  }
})

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>()
  const changing = new Set<PropertyKey>(['write', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate'])
  const counted = (file: object) =>
    new Proxy(file, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = (...args: unknown[]): unknown => Reflect.apply(value, target, args)
        return changing.has(name) ? (...args: unknown[]) => steps.step(async () => call(...args)) : call
      },
    })
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) =>
      counted(
        await (args[1] === 'r' ? steps.look(() => real.open(...args)) : steps.step(() => real.open(...args))),
      ),
    rename: (...args: Parameters<typeof real.rename>) => steps.step(() => real.rename(...args)),
    rm: (...args: Parameters<typeof real.rm>) => steps.step(() => real.rm(...args)),
  }
})

const partSize = 4000
let folder: string
let server: Server
let cloudUrl: string
let dispatcher: Agent
let video: EncodedVideo
let cloud: FakeCloud

/** The cloud, which nothing cuts. */
class FakeCloud {
  readonly frames: { seq: number; type: string; eventId: unknown; hasClip: boolean; error: unknown }[] = []
  readonly parts = new Map<string, Map<number, Buffer>>()
  readonly stored = new Map<string, Buffer>()
  readonly #objects = new Map<string, UploadBegin>()

  request(type: string, body: object): Promise<Answer> {
    return Promise.resolve('sha256' in body ? this.#begin(body as UploadBegin) : this.#complete(type, body))
  }

  #begin(object: UploadBegin): Answer {
    const id = object.sha256.slice(0, 32)
    this.#objects.set(id, object)
    const held = this.parts.get(id) ?? new Map<number, Buffer>()
    this.parts.set(id, held)
    const numbers = Array.from({ length: Math.ceil(object.bytes / partSize) }, (_, index) => index + 1)
    const parts = numbers
      .filter((number) => !held.has(number))
      .map((number) => ({ number, url: `/${id}/${number}` }))
    const upload_id = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`
    this.#objects.set(upload_id, object)
    return { kind: 'done', value: { upload_id, complete: this.stored.has(id), part_size: partSize, parts } }
  }

  #complete(_type: string, body: object): Answer {
    const object = 'upload_id' in body ? this.#objects.get(String(body.upload_id)) : undefined
    const id = object?.sha256.slice(0, 32) ?? ''
    const parts = [...(this.parts.get(id) ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part)
    const bytes = Buffer.concat(parts)
    if (createHash('sha256').update(bytes).digest('hex') !== object?.sha256) {
      return { kind: 'refused', error: { code: 'parts_missing', message: 'parts are missing' } }
    }
    this.stored.set(id, bytes)
    return { kind: 'done', value: {} }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(diskInMemory(), 'agent-cut-'))
  video = await encodeVideo({ seconds: 2, fps: 10, gop: 10, size: '64x48', bitrate: '40k' })
  server = createServer((request, response) => {
    const [, id = '', number = ''] = request.url?.split('/') ?? []
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      cloud.parts.get(id)?.set(Number(number), Buffer.concat(chunks))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  cloudUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  dispatcher = new Agent()
})
afterAll(async () => {
  await dispatcher.destroy()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens what lies in a data folder, with each write of the database being a step. */
async function openKept(dataDir: string): Promise<KeptFiles> {
  const kept = await KeptFiles.open(dataDir)
  const { database } = kept
  const batch: (...args: unknown[]) => Promise<void> = database.batch.bind(database) as never
  Object.assign(database, { batch: (...args: unknown[]) => steps.step(() => batch(...args)) })
  return kept
}

/** Runs `life` until it ends or is cut at its `cutAt`-th step. @returns the steps taken, and whether it was cut */
async function live(dataDir: string, cutAt: number, life: (kept: KeptFiles) => Promise<void>) {
  const { state } = steps
  Object.assign(state, { left: Number.POSITIVE_INFINITY, taken: 0 })
  const kept = await openKept(dataDir)
  const cut = new Promise<'cut'>((resolve) => {
    Object.assign(state, { left: cutAt, taken: 0, onCut: () => resolve('cut') })
  })
  const living = life(kept).then(() => 'whole' as const)
  // What goes on after the cut goes on in nobody's world.
  living.catch(() => undefined)
  const end = await Promise.race([living, cut])
  const { taken } = state
  // What a killed process leaves to the system: its lock goes, nothing more is written.
  await endDatabase(kept.database)
  Object.assign(state, { left: Number.POSITIVE_INFINITY })
  return { taken, isCut: end === 'cut' }
}

/** Sends what waits in the outbox; the cloud commits, then acknowledges. */
async function sendFrames(kept: KeptFiles): Promise<void> {
  for (const { seq, type, body } of await kept.outbox.entriesAfter(kept.outbox.acked, 100)) {
    const hasClip = (body['clip'] ?? null) !== null
    cloud.frames.push({ seq, type, eventId: body['event_id'], hasClip, error: body['error'] ?? null })
  }
  await kept.outbox.acknowledge(kept.outbox.last, [])
}

/** Uploads until nothing waits. */
async function upload(kept: KeptFiles): Promise<void> {
  const stopping = new AbortController()
  const link = { isLive: true, onChange: () => () => undefined, request: cloud.request.bind(cloud) }
  const rate = new UploadRate(systemClock, unlimited)
  const deps = { ...kept.parts, link, cloudUrl, dispatcher, rate, clock: systemClock }
  const running = new Uploader({ ...deps, random: systemRandom, log: silentLogger }).run(stopping.signal)
  try {
    while ((await kept.queue.counts()).pending > 0) await systemClock.delay(1)
  } finally {
    stopping.abort()
  }
  await running
}

const eventId = '0198c0de-0000-7000-8000-00000000000e'
const absorbed = '0198c0de-0000-7000-8000-00000000000f'

/** A trigger, a further one, the clip, its way to the cloud: everything that one event asks of the disk. */
async function lifeOfAnEvent(kept: KeptFiles, answered: Set<string>): Promise<void> {
  const clock = createFakeClock()
  const source = new ScriptedSource(clock, video)
  const recordings = await openRecordings({
    dataDir: kept.dataDir,
    clock,
    observer: eventPublisher(kept.outbox, () => ({ offsetMs: null, synced: null })),
    service: kept.service,
  })
  await recordings.settled()
  source.start()
  const recorder = recordings.forCamera(kept.cameraId, source, { preSec: 0, postSec: 0, durationSec: 1 })
  const trigger = {
    category: 'motion',
    topic: '',
    source: 'manual',
    rawSource: 'manual',
    rawData: {},
  } as const
  for (const id of [eventId, absorbed]) {
    // A command is repeated until it is answered, and never behind its answer.
    if (!answered.has(id)) {
      const answer = await recorder.trigger({ ...trigger, eventId: id, triggeredAtMs: clock.now() })
      if (answer.eventId === eventId) answered.add(id)
    }
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(100)
      source.showDue()
    }
  }
  for (let n = 0; n < 30; n += 1) {
    await clock.advance(100)
    source.showDue()
  }
  await recordings.settled()
  await recordings.stop(0)
  await sendFrames(kept)
  await upload(kept)
}

describe('a process that is cut', () => {
  it('at any step of an event leaves it whole: told once, its clip stored, nothing left on the disk', async () => {
    cloud = new FakeCloud()
    const answered = new Set<string>()
    const whole = await live(join(folder, 'whole'), Number.POSITIVE_INFINITY, (kept) =>
      lifeOfAnEvent(kept, answered),
    )
    expect(whole.taken).toBeGreaterThan(20)
    let cuts = 0
    for (let cutAt = 1; cutAt <= whole.taken; cutAt += 1) {
      cloud = new FakeCloud()
      const dataDir = join(folder, `cut-${cutAt}`)
      answered.clear()
      const first = await live(dataDir, cutAt, (kept) => lifeOfAnEvent(kept, answered))
      const second = await live(dataDir, Number.POSITIVE_INFINITY, (kept) => lifeOfAnEvent(kept, answered))
      if (first.isCut) cuts += 1
      const at = `cut at step ${cutAt}`
      expect(second.isCut, at).toBe(false)
      const of = (type: string) =>
        new Set(
          cloud.frames
            .filter((frame) => frame.type === type && frame.eventId === eventId)
            .map(({ seq }) => seq),
        )
      // The cloud may be sent a frame again, under the same number.
      expect(of('event.opened').size, at).toBe(1)
      expect(of('event.closed').size, at).toBe(1)
      const closed = cloud.frames.findLast(
        (frame) => frame.type === 'event.closed' && frame.eventId === eventId,
      )
      if (closed?.hasClip === false) expect(closed.error, at).toMatch(/interrupted/)
      else expect(cloud.stored.size, at).toBeGreaterThanOrEqual(1)
      const left = await readdir(join(dataDir, 'recordings'))
      expect(left, at).toEqual([])
      const kept = await KeptFiles.open(dataDir)
      expect(kept.losses.counts, at).toEqual({ snapshots: 0, clips: 0, events: 0 })
      await kept[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    }
    // Writes of a journal fall together a little differently each time.
    expect(cuts).toBeGreaterThan(whole.taken * 0.8)
  }, 60_000)

  it('at any step of a removal for want of space counts it once, and tells the cloud once', async () => {
    const look = async (kept: KeptFiles) => {
      const limits = { quotaBytes: 10 * 1024, reserveShare: 0 }
      const deps = { ...kept.parts, limits, clock: createFakeClock(), log: silentLogger }
      await new DiskSpaceManager(deps).check()
    }
    const prepared = async (name: string) => {
      steps.state.left = Number.POSITIVE_INFINITY
      const dataDir = join(folder, name)
      const kept = await KeptFiles.open(dataDir)
      const eventIds = [await kept.recorded(), await kept.recorded()]
      await kept[Symbol.asyncDispose]()
      return { dataDir, eventIds }
    }
    const { taken } = await live((await prepared('room')).dataDir, Number.POSITIVE_INFINITY, look)
    expect(taken).toBeGreaterThan(5)
    for (let cutAt = 1; cutAt <= taken; cutAt += 1) {
      const { dataDir, eventIds } = await prepared(`room-${cutAt}`)
      await live(dataDir, cutAt, look)
      await live(dataDir, Number.POSITIVE_INFINITY, look)
      const kept = await KeptFiles.open(dataDir)
      const at = `cut at step ${cutAt}`
      expect(kept.losses.counts, at).toEqual({ snapshots: 2, clips: 1, events: 0 })
      expect(
        (await kept.told()).filter(({ hasClip }) => !hasClip),
        at,
      ).toEqual([{ type: 'event.closed', eventId: eventIds[0], hasClip: false, error: noRoomReason }])
      expect(await kept.names(), at).toEqual([`${eventIds[1]}.mp4`])
      expect(await readFile(kept.files.clip(eventIds[1] ?? '')), at).toHaveLength(8192)
      await kept[Symbol.asyncDispose]()
    }
  }, 60_000)
})
