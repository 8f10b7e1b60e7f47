import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { LossCounts } from '../outbox/losses.js'
import { systemClock } from '../platform/clock.js'
import { until } from '../platform/until.fixture.js'
import { hasty, type Recorded, there, UploadScene } from './upload-scene.fixture.js'

let here: UploadScene
beforeEach(async () => {
  here = await UploadScene.open()
  return () => here[Symbol.asyncDispose]()
})

describe('uploader', () => {
  it('sends only what is missing after a broken connection', async () => {
    await here.record(3500)
    await here.outbox.acknowledge(here.outbox.last, [])
    // The picture and the first part of the clip pass, then the line breaks.
    here.store.partFaults.push(undefined, undefined, 0)
    here.start()
    await until(here.drained)
    expect(here.store.puts).toHaveLength(5)
    expect(here.store.partFaults).toEqual([])
    expect(new Set(here.store.puts).size).toBe(here.store.puts.length)
  })

  it('never gives up because of the network', async () => {
    await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    for (const status of [0, 503, 0, 429, 500, 0, 502, 0]) here.store.partFaults.push(status)
    for (let n = 0; n < 5; n += 1) here.store.faults.push(() => ({ kind: 'lost' }))
    here.start()
    await until(here.drained)
    expect((await here.queue.counts()).failed).toBe(0)
    expect(here.store.complete.size).toBe(2)
  })

  it.each([302, 400, 407, 413, 401, 405, 410, 411, 422, 304])(
    'never gives up for what a store, or whoever answers in its place, says with %i',
    async (status) => {
      await here.record(2500)
      await here.outbox.acknowledge(here.outbox.last, [])
      here.store.partFaults.push(...Array.from({ length: 12 }, () => status))
      here.start()
      await until(here.drained)
      expect(here.store.partFaults).toEqual([])
      expect((await here.queue.counts()).failed).toBe(0)
      expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
      expect(here.store.complete.size).toBe(2)
    },
  )

  it.each([302, 400, 403, 404, 413, 502])(
    'never gives up for %i of something on the way, and says that it is not the cloud',
    async (status) => {
      await here.record(2500)
      await here.outbox.acknowledge(here.outbox.last, [])
      here.store.isItself = false
      here.store.partFaults.push(...Array.from({ length: 8 }, () => status))
      here.start()
      await until(() => Promise.resolve(here.obstacle !== null))
      expect(here.obstacle).toContain(`answered in place of the cloud, with status ${status}`)
      await until(here.drained)
      expect(here.obstacle).toBeNull()
      expect(here.store.partFaults).toEqual([])
      expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
      expect(here.store.complete.size).toBe(2)
    },
  )

  it('takes the page of a portal for no part that was stored', async () => {
    await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.pages = 3
    here.start()
    await until(here.drained)
    expect(here.store.pages).toBe(0)
    expect(here.store.complete.size).toBe(2)
    expect(here.store.asked.filter(({ type }) => type === 'upload.complete')).toHaveLength(2)
  })

  describe('behind a proxy that takes less at once than a part', () => {
    const KiB = 1024
    beforeEach(() => {
      here.store.partSize = 1024 * KiB
    })

    it('sends smaller parts, at once, and says what is in the way', async () => {
      here.store.proxyTakes = 200 * KiB
      await here.record(1500 * KiB)
      await here.outbox.acknowledge(here.outbox.last, [])
      here.start(undefined, systemClock)
      await until(here.drained)
      expect(here.store.complete.size).toBe(2)
      expect(here.store.largestPart).toBe(128 * KiB)
      expect(here.obstacle).toMatch(
        /^sent in parts of 128 KiB, .*something on the way \(nginx\/1\.22\.1\) .* status 413.*8 MiB/,
      )
    })

    it('waits for it to be mended where nothing passes, and goes on at once when the line comes back', async () => {
      here.store.proxyTakes = 100
      await here.record(300 * KiB)
      await here.outbox.acknowledge(here.outbox.last, [])
      here.start()
      await until(() => Promise.resolve(here.obstacle !== null))
      expect(here.store.puts).toEqual([])
      here.store.goLive(false)
      here.store.proxyTakes = Infinity
      here.store.goLive(true)
      await until(here.drained)
      expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
    })

    it('waits where the cloud cuts no smaller parts, and sends them once they pass', async () => {
      here.store.isOld = true
      here.store.proxyTakes = 200 * KiB
      await here.record(900 * KiB)
      await here.outbox.acknowledge(here.outbox.last, [])
      here.start()
      await until(() => Promise.resolve(here.store.asked.length > 6))
      here.store.proxyTakes = Infinity
      await until(here.drained)
      expect(here.store.complete.size).toBe(2)
    })
  })

  it('asks again soon after trouble while parts arrive', async () => {
    await here.record(9500)
    await here.outbox.acknowledge(here.outbox.last, [])
    // The picture, then each part of the clip meets trouble once: in a row it would be a wait of up to a minute.
    here.store.partFaults.push(undefined, ...Array.from({ length: 9 }, () => [400, undefined]).flat())
    const waits: number[] = []
    const clock = {
      ...hasty,
      after: (ms: number, task: () => void) => {
        waits.push(ms)
        return hasty.after(ms, task)
      },
    }
    here.start(undefined, clock)
    await until(here.drained)
    expect(here.store.partFaults).toEqual([])
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000)
  })

  it.each(['deadline', 'camera_offline', 'unavailable', 'internal', 'of_a_later_version'])(
    'never gives up because the cloud says %s',
    async (code) => {
      await here.record(500)
      await here.outbox.acknowledge(here.outbox.last, [])
      for (let n = 0; n < 8; n += 1)
        here.store.faults.push(() => ({ kind: 'refused', error: { code, message: 'not now' } }))
      here.start()
      await until(here.drained)
      expect((await here.queue.counts()).failed).toBe(0)
    },
  )

  it('brings what comes behind a hundred files in lasting trouble', async () => {
    const troubled: Recorded[] = []
    for (let n = 0; n < 100; n += 1) {
      const one = await here.record(20)
      await rm(one.snapshot)
      here.store.troubled.add(one.sha256)
      troubled.push(one)
    }
    const behind = [await here.record(20), await here.record(20)]
    await here.outbox.acknowledge(here.outbox.last, [])
    here.start()
    await until(async () => !(await there(behind[0]?.clip ?? '')) && !(await there(behind[1]?.clip ?? '')))
    // And what was in trouble is tried all the time, and arrives with its end.
    here.store.troubled.clear()
    await until(here.drained)
    for (const { clip } of troubled) expect(await there(clip)).toBe(false)
  }, 30_000)

  it('asks again where to when a link has expired', async () => {
    await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.partFaults.push(403)
    here.start()
    await until(here.drained)
    expect(here.store.complete.size).toBe(2)
  })

  it('takes the answers of a store that sends 100 Continue before each, unasked', async () => {
    await here.record(2500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.goesOnFirst = true
    here.start()
    await until(here.drained)
    expect(here.store.complete.size).toBe(2)
    expect(new Set(here.store.puts).size).toBe(here.store.puts.length)
  })

  it.each([
    ['in seconds', false],
    ['by a date of its own clock', true],
  ])('waits as long as the store asks %s, and meanwhile sends what comes behind', async (_how, saysDate) => {
    here.store.saysDate = saysDate
    const slow = await here.record(500)
    await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.partFaults.push(429)
    // Three seconds of the day: what comes behind is there by then also where the machine is slow.
    here.store.retryAfterSec = 300
    const startedMs = hasty.monotonic()
    here.start()
    await until(here.drained)
    // The first snapshot met the 429; everything else was there long before.
    expect(hasty.monotonic() - startedMs).toBeGreaterThan(300_000)
    expect(here.store.puts.slice(1)).toHaveLength(4)
    expect(here.store.puts[0]).toBe(here.store.puts.at(-1))
    expect(await there(slow.snapshot)).toBe(false)
  })

  it('does not count links that expire while parts arrive', async () => {
    await here.record(9500)
    await here.outbox.acknowledge(here.outbox.last, [])
    // The picture, then after each part of the clip its links are over: seven rounds, each with some progress.
    here.store.partFaults.push(undefined, ...Array.from({ length: 7 }, () => [undefined, 403]).flat())
    here.start()
    await until(here.drained)
    expect(here.store.complete.size).toBe(2)
    expect(here.store.asked.filter(({ kind }) => kind === 'clip').length).toBeGreaterThan(5)
  })

  it('begins again where the server forgot what it had', async () => {
    await here.record(4500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.faults.push(
      () => null,
      () => null,
      () => null,
      (type) => {
        if (type !== 'upload.complete') return null
        for (const parts of here.store.parts.values()) parts.clear()
        return { kind: 'refused', error: { code: 'parts_missing', message: 'parts are missing' } }
      },
    )
    here.start()
    await until(here.drained)
    expect(here.store.complete.size).toBe(2)
    expect((await here.queue.counts()).failed).toBe(0)
  })

  it('holds up no other file with those whose parts a store takes and loses, and brings them once it does not', async () => {
    const lost = [await here.record(), await here.record()]
    for (const { sha256 } of lost) here.store.forgotten.add(sha256)
    const behind = await here.record()
    await here.outbox.acknowledge(here.outbox.last, [])
    here.start()
    await until(async () => !(await there(behind.clip)))
    here.store.forgotten.clear()
    await until(here.drained)
    expect((await here.queue.counts()).failed).toBe(0)
  })

  it('tells the cloud of a clip that will never come, and counts it', async () => {
    const gone = await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    await rm(gone.clip)
    here.start()
    await until(here.drained)
    const [told] = await here.outbox.entriesAfter(here.outbox.acked, 10)
    expect(told).toMatchObject({ type: 'event.closed', body: { event_id: gone.eventId, clip: null } })
    expect(told?.body['error']).toBe('the clip was not stored: the file cannot be read (ENOENT)')
    expect(here.losses.counts).toEqual({ snapshots: 0, clips: 1, events: 0 })
    expect((await LossCounts.open(here.database)).counts.clips).toBe(1)
  })

  it('keeps what is definitely refused, with the reason, and goes on with the rest', async () => {
    const refused = await here.record()
    const taken = await here.record()
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.faults.push(() => ({
      kind: 'refused',
      error: { code: 'not_found', message: 'no such event' },
    }))
    here.start()
    await until(here.drained)
    expect(await here.queue.counts()).toEqual({ pending: 0, failed: 1 })
    expect(await there(refused.snapshot)).toBe(true)
    expect(await there(taken.clip)).toBe(false)
  })

  it('gives up after three verifications that fail', async () => {
    const { clip } = await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    await writeFile(clip, randomBytes(500))
    here.start()
    await until(here.drained)
    expect(here.store.asked.filter(({ kind }) => kind === 'clip')).toHaveLength(3)
    expect(await here.queue.counts()).toEqual({ pending: 0, failed: 1 })
  })

  it('says that a file is gone instead of trying for ever', async () => {
    const { clip } = await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    await rm(clip)
    here.start()
    await until(here.drained)
    expect((await here.queue.counts()).failed).toBe(1)
  })
})
