import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo } from '#testing/encode-video.js'
import { decodeClip } from '#testing/inspect-clip.js'
import { openRecordings } from '#testing/open-recordings.js'
import { sampleCause } from '#testing/sample-records.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import { eventPublisher } from '../outbox/event-publisher.js'
import { openDatabase } from '../outbox/open-database.js'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { DiskSpaceManager } from '../upload/disk-space.js'
import { KeptFiles } from '../upload/kept-files.fixture.js'
import { noRoomReason } from './disk-quota.js'
import type { Recorder } from './recorder.js'
import type { Recordings } from './recordings.js'
import { scanJournal } from './scan-journal.js'

const mayMount = process.getuid?.() === 0 && canMount()
if (!mayMount) process.stderr.write('SKIPPED full-disk.test.ts: it mounts a small disk, which needs root\n')

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'agent-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const settings = { preSec: 0, postSec: 0, durationSec: 5 }

let folder: string
let kept: KeptFiles
let video: EncodedVideo

beforeAll(async () => {
  video = await encodeVideo({ seconds: 6, fps: 10, gop: 10, size: '320x240', bitrate: '400k' })
})

/** Fills the disk to the last byte. @returns how to give the room back */
async function fillUp(): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  for (let bytes = 1024 ** 2; bytes >= 512; bytes = Math.floor(bytes / 2)) {
    for (;;) {
      try {
        await writeFile(path, Buffer.alloc(bytes), { flag: 'a' })
      } catch {
        break
      }
    }
  }
  return () => rm(path, { force: true })
}

describe.skipIf(!mayMount)('on a disk of eight megabytes', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'agent-full-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
    kept = await KeptFiles.open(folder)
  })
  afterEach(async () => {
    await kept[Symbol.asyncDispose]()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })

  it('an outbox that a power cut damaged is left as it is, and mended once there is room', async () => {
    for (let n = 0; n < 200; n += 1) {
      const eventId = systemRandom.timeId()
      await kept.outbox.append({ type: 'event.opened', mark: eventId, body: { event_id: eventId } })
    }
    const before = await kept.outbox.entriesAfter(0, 1000)
    await kept.database.close()
    await writeFile(join(folder, 'outbox', 'CURRENT'), '')
    const giveBack = await fillUp()
    const records = async () =>
      (await readdir(join(folder, 'outbox'))).filter((name) => /\.(log|ldb)$/.test(name)).toSorted()
    const names = await records()
    expect(names).not.toEqual([])
    for (let start = 0; start < 2; start += 1)
      await expect(openDatabase(join(folder, 'outbox'))).rejects.toMatchObject({
        kind: 'storage',
        hint: expect.stringMatching(/^Make \d+ MB free/),
      })
    expect(await records()).toEqual(names)
    await giveBack()
    await kept.start()
    expect(await kept.outbox.entriesAfter(0, 1000)).toEqual(before)
  })

  it('the outbox loses nothing that it promised, and takes events again once there is room', async () => {
    const promised: [string, number][] = []
    const append = async () => {
      const eventId = systemRandom.timeId()
      const body = { event_id: eventId, filler: 'x'.repeat(3000) }
      promised.push([eventId, await kept.outbox.append({ type: 'event.opened', mark: eventId, body })])
    }
    for (let n = 0; n < 20; n += 1) await append()
    for (let round = 0; round < 3; round += 1) {
      const giveBack = await fillUp()
      // LevelDB has room in files that it has already.
      await expect(
        (async () => {
          for (let n = 0; n < 3000; n += 1) await append()
        })(),
      ).rejects.toThrow()
      await expect(append()).rejects.toThrow()
      await giveBack()
      await append()
      await append()
    }
    await kept.restart()
    const found = await kept.outbox.entriesAfter(0, 1_000_000)
    const seqs = new Map(found.map(({ seq, body }) => [body['event_id'], seq]))
    expect(promised.filter(([eventId, seq]) => seqs.get(eventId) !== seq)).toEqual([])
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, index) => index + 1))
  })

  describe('a camera', () => {
    let clock: FakeClock
    let source: ScriptedSource
    let diskSpace: DiskSpaceManager
    let recordings: Recordings
    let recorder: Recorder

    beforeEach(async () => {
      clock = createFakeClock()
      source = new ScriptedSource(clock, video)
      const limits = { quotaBytes: null, reserveShare: 0.05 }
      diskSpace = new DiskSpaceManager({
        ...kept.parts,
        dataDir: folder,
        limits,
        clock,
        log: silentLogger,
      })
      await diskSpace.check()
      recordings = await openRecordings({
        dataDir: folder,
        clock,
        observer: eventPublisher(kept.outbox, () => ({ offsetMs: null, synced: null })),
        room: diskSpace,
        service: kept.service,
      })
      diskSpace.watch(recordings)
      recorder = recordings.forCamera(kept.cameraId, source, settings)
      source.start()
    })
    afterEach(() => recordings.stop(1000))

    async function play(ms: number, each: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
      for (let left = ms; left > 0; left -= 100) {
        await clock.advance(100)
        source.showDue()
        if (left % 500 === 0) await each()
      }
    }

    async function record(each?: () => Promise<unknown>): Promise<string> {
      const eventId = systemRandom.timeId()
      await recorder.trigger({ ...sampleCause, eventId, triggeredAtMs: clock.now() })
      await play(7500, each)
      return eventId
    }

    /** Lets real work and fake time go on until `reached`. */
    async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
      for (const endMs = systemClock.monotonic() + 15_000; !(await reached()); await systemClock.delay(2)) {
        if (systemClock.monotonic() > endMs) throw new Error('waited in vain')
        await clock.advance(1000)
        source.showDue()
        await diskSpace.check().catch(() => undefined)
      }
    }

    it('goes on recording: the oldest clips make place for new ones, and each is told', async () => {
      const eventIds: string[] = []
      await writeFile(join(folder, 'filler'), Buffer.alloc(5 * 1024 ** 2))
      for (let n = 0; n < 30; n += 1) {
        eventIds.push(await record())
        await recordings.settled()
        await diskSpace.check()
      }
      const told = await kept.told()
      const of = (type: string, hasClip: boolean) =>
        told.filter((frame) => frame.type === type && frame.hasClip === hasClip).map(({ eventId }) => eventId)
      expect(of('event.opened', false)).toEqual(eventIds)
      expect(of('event.closed', true)).toEqual(eventIds)
      const lost = of('event.closed', false)
      expect(lost.length).toBeGreaterThan(3)
      expect(lost).toEqual(eventIds.slice(0, lost.length))
      expect(kept.losses.counts).toEqual({ snapshots: 0, clips: lost.length, events: 0 })
      const clips = (await kept.names()).map((name) => name.split('.')[0])
      expect(clips).toEqual(eventIds.slice(lost.length))
      const newest = await decodeClip(kept.files.clip(eventIds.at(-1) ?? ''))
      expect(newest).toMatchObject({ said: '' })
      expect(newest.pictures).toBeGreaterThanOrEqual(50)
    })

    it('keeps the event where the disk is full of what is not ours, and records again once there is room', async () => {
      const giveBack = await fillUp()
      await diskSpace.check()
      expect(diskSpace.isFull).toBe(true)
      const eventId = systemRandom.timeId()
      // The first events still find place in the outbox, those behind wait in memory.
      await recorder.trigger({ ...sampleCause, eventId, triggeredAtMs: clock.now() }).catch(() => undefined)
      await play(1000)
      await giveBack()
      await diskSpace.check()
      expect(diskSpace.isFull).toBe(false)
      await until(async () => (await kept.told()).some(({ type }) => type === 'event.closed'))
      const [closed] = (await kept.told()).filter(({ type }) => type === 'event.closed')
      expect(closed).toMatchObject({ eventId, hasClip: false, error: expect.stringContaining(noRoomReason) })
      expect(kept.losses.counts.clips).toBe(1)
      const next = await record()
      await recordings.settled()
      expect((await kept.told()).at(-1)).toMatchObject({ eventId: next, hasClip: true, error: null })
    })

    it('loses no picture where the disk is full for a while during a recording', async () => {
      let giveBack = () => Promise.resolve()
      let at = 0
      const eventId = await record(async () => {
        at += 1
        if (at === 3) giveBack = await fillUp()
        if (at === 9) await giveBack()
      })
      await until(async () => (await kept.told()).some(({ type }) => type === 'event.closed'))
      expect((await kept.told()).at(-1)).toMatchObject({ eventId, hasClip: true, error: null })
      expect((await decodeClip(kept.files.clip(eventId))).pictures).toBeGreaterThanOrEqual(50)
    })

    it('keeps what fits where it stays full, and makes the clip once there is room', async () => {
      let giveBack = () => Promise.resolve()
      let isFull = false
      /** Pictures that the writer has put into the journal. */
      const written = async () => {
        const journal = (await kept.names()).find((name) => name.endsWith('.journal'))
        return journal === undefined ? 0 : ((await scanJournal(kept.files.named(journal)))?.video.length ?? 0)
      }
      let at = 0
      const eventId = await record(async () => {
        at += 1
        await systemClock.delay(10)
        if (isFull || at < 6 || (await written()) < 20) return
        isFull = true
        giveBack = await fillUp()
      })
      await until(() => recorder.state === 'error')
      await giveBack()
      await until(async () => (await kept.told()).some(({ type }) => type === 'event.closed'))
      const closed = (await kept.told()).at(-1)
      expect(closed).toMatchObject({ eventId, hasClip: true })
      expect(closed?.error).toContain(noRoomReason)
      const { pictures, said } = await decodeClip(kept.files.clip(eventId))
      expect(said).toBe('')
      expect(pictures).toBeGreaterThanOrEqual(20)
    })
  })
})
