import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { LossCounts } from '../outbox/losses.js'
import { writeChanges } from '../outbox/open-database.js'
import { systemClock } from '../platform/clock.js'
import { until } from '../platform/until.fixture.js'
import { parseUploadSchedule } from '../platform/upload-schedule.js'
import { keyOfUnsent, keyOfUpload } from './upload-keys.js'
import { UploadRate } from './upload-rate.js'
import { hasty, there, UploadScene } from './upload-scene.fixture.js'

let here: UploadScene
beforeEach(async () => {
  here = await UploadScene.open()
  return () => here[Symbol.asyncDispose]()
})

describe('uploader', () => {
  it('waits for the acknowledgement of the event, sends picture then clip, and removes both', async () => {
    const recorded = await here.record()
    here.start()
    await systemClock.delay(50)
    expect(here.store.asked).toEqual([])
    await here.outbox.acknowledge(here.outbox.last, [])
    await until(here.drained)
    const begun = here.store.asked.filter(({ type }) => type === 'upload.begin').map(({ kind }) => kind)
    expect(begun).toEqual(['snapshot', 'clip'])
    expect(here.store.complete.size).toBe(2)
    expect(await there(recorded.clip)).toBe(false)
    expect(await there(recorded.snapshot)).toBe(false)
  })

  it('keeps the file until the cloud has verified it', async () => {
    const { clip } = await here.record()
    await here.outbox.acknowledge(here.outbox.last, [])
    const seen: Promise<boolean>[] = []
    for (let n = 0; n < 3; n += 1) here.store.faults.push(() => null)
    here.store.faults.push((type) => {
      seen.push(there(clip))
      return type === 'upload.complete' ? { kind: 'lost' } : null
    })
    here.start()
    await until(here.drained)
    expect(await Promise.all(seen)).toEqual([true])
    expect(here.store.complete.size).toBe(2)
  })

  it('begins no part once uploads are switched off, and goes on with the next when they are on', async () => {
    await here.record(4500)
    await here.outbox.acknowledge(here.outbox.last, [])
    let now = new Date(2026, 0, 15, 11, 59).getTime()
    const clock = { ...hasty, now: () => now }
    here.store.onPut = () => {
      // The picture was there, and one part of the clip; the second has begun.
      if (here.store.puts.length === 2) now = new Date(2026, 0, 15, 12, 0).getTime()
    }
    here.start(new UploadRate(clock, parseUploadSchedule('12:00-13:00=off,*=max', null)), clock)
    await until(() => Promise.resolve(here.store.puts.length === 3))
    await systemClock.delay(100)
    expect(here.store.puts).toHaveLength(3)
    now = new Date(2026, 0, 15, 13, 0).getTime()
    await until(here.drained)
    // Nothing was sent twice, and the pause was no fault.
    expect(new Set(here.store.puts).size).toBe(here.store.puts.length)
    expect(here.store.complete.size).toBe(2)
  })

  it.each([
    'the store answered with status 413',
    'the file cannot be read (EIO)',
    'deadline: no answer within 30 s',
    'camera_offline: the camera is off line',
  ])('takes up again what an earlier version set aside, and no loss remains: %s', async (passing) => {
    const { eventId, cameraId, clip } = await here.record(500)
    const refused = await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    for (const [id, reason] of [
      [eventId, passing],
      [refused.eventId, 'too_large: a clip has at most 2 bytes'],
    ] as const) {
      const found = (await here.queue.due('clip', here.outbox.acked)).records.find(
        ({ object }) => object.event_id === id,
      )
      if (found === undefined) throw new Error('no such upload')
      const { name, ...old } = found
      // As it was written then: with the whole path.
      await writeChanges(here.database, [
        { type: 'del', key: keyOfUpload(found) },
        {
          type: 'put',
          key: keyOfUnsent(found),
          value: {
            ...old,
            path: join(here.folder, 'recordings', name),
            state: 'failed',
            refusals: 3,
            reason,
          },
        },
        here.losses.count('clips', id),
      ])
    }
    // Added up, as a restart does.
    await LossCounts.open(here.database)
    await here.database.close()
    await here.reopen()
    expect(here.losses.counts.clips).toBe(1)
    here.start()
    await until(here.drained)
    expect(await there(clip)).toBe(false)
    expect(await there(refused.clip)).toBe(true)
    expect(await here.queue.counts()).toEqual({ pending: 0, failed: 1 })
    expect([...here.store.objects.values()].map(({ event_id: id }) => id)).toContain(eventId)
    expect(cameraId).toBeTruthy()
  })

  it('finds its files in a data folder that was moved, also those that an earlier version named by their path', async () => {
    await here.record(500)
    const old = await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    const { records } = await here.queue.due('clip', here.outbox.acked)
    const found = records.find(({ object }) => object.event_id === old.eventId)
    if (found === undefined) throw new Error('no such upload')
    const { name: _, ...kept } = found
    await writeChanges(here.database, [
      { type: 'put', key: keyOfUpload(found), value: { ...kept, path: old.clip } },
    ])
    await here.database.close()
    const moved = `${here.folder}-moved`
    await rename(here.folder, moved)
    await here.reopen(moved)
    here.start()
    await until(here.drained)
    expect(here.store.complete.size).toBe(4)
    expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
    expect(await here.files.list()).toEqual([])
  })

  it('goes on where it was after a restart', async () => {
    const { clip } = await here.record()
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.isLive = false
    here.start()
    await here.stop()
    await here.database.close()
    await here.reopen()
    here.start()
    here.store.goLive(true)
    await until(here.drained)
    expect(await there(clip)).toBe(false)
  })

  it('sends all pictures before the clips', async () => {
    for (let n = 0; n < 4; n += 1) await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.isLive = false
    here.start()
    here.store.goLive(true)
    await until(here.drained)
    const begun = here.store.asked.filter(({ type }) => type === 'upload.begin').map(({ kind }) => kind)
    expect(begun.filter((kind) => kind === 'snapshot')).toHaveLength(4)
    // Clips have lanes of their own, which two of them may take at once.
    expect(begun.slice(0, 1)).toEqual(['snapshot'])
  })

  it('stores the picture of an event before its clip', async () => {
    for (let n = 0; n < 4; n += 1) await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.start()
    await until(here.drained)
    const completed = here.store.asked.filter(({ type }) => type === 'upload.complete').length
    expect(completed).toBe(8)
    const begun = here.store.asked.filter(({ type }) => type === 'upload.begin')
    for (const [place, { eventId, kind }] of begun.entries()) {
      const picture = begun.findIndex((asked) => asked.eventId === eventId && asked.kind === 'snapshot')
      if (kind === 'clip') expect(picture).toBeLessThan(place)
    }
  })

  it('keeps within the limit of the line, with pictures first', async () => {
    await here.record(60_000)
    await here.outbox.acknowledge(here.outbox.last, [])
    const startedMs = systemClock.monotonic()
    // 60 KB at 1 Mbit/s take half a second.
    here.start(new UploadRate(systemClock, { spans: [], otherwise: 1_000_000 }))
    await until(here.drained)
    const tookMs = systemClock.monotonic() - startedMs
    expect(tookMs).toBeGreaterThan(300)
    expect(here.store.complete.size).toBe(2)
  })

  it('does not mind a wall clock that is set by hours and years while it uploads', async () => {
    await here.record(3500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.store.partFaults.push(undefined, 503, 0, 503)
    const steps = [3_600_000, -3_600_000, -56 * 365 * 24 * 3_600_000, 0]
    let asked = 0
    const jumping = { ...hasty, now: () => systemClock.now() + (steps[asked++ % steps.length] ?? 0) }
    here.start(new UploadRate(jumping, { spans: [], otherwise: 8_000_000 }), jumping)
    await until(here.drained)
    expect(here.store.complete.size).toBe(2)
    expect(here.losses.counts.clips).toBe(0)
  })

  it('sends nothing while uploads are switched off', async () => {
    await here.record(500)
    await here.outbox.acknowledge(here.outbox.last, [])
    here.start(new UploadRate(systemClock, { spans: [], otherwise: 0 }))
    await systemClock.delay(60)
    expect(here.store.asked).toEqual([])
  })
})
