import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keys } from '../outbox/outbox-keys.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { noRoomReason } from '../recording/disk-quota.js'
import { type DiskSpaceDeps, DiskSpaceManager } from './disk-space.js'
import { KeptFiles } from './kept-files.fixture.js'

const mb = 1024 ** 2
const day = 24 * 3_600_000

let kept: KeptFiles
/** Bytes that are free before anything is given up; what goes makes it more. */
let freeBytes: number

beforeEach(async () => {
  kept = await KeptFiles.open()
  freeBytes = 50 * mb
})
afterEach(() => kept[Symbol.asyncDispose]())

function diskSpaceOf(change: Partial<DiskSpaceDeps> = {}): DiskSpaceManager {
  return new DiskSpaceManager({
    ...kept.parts,
    limits: { quotaBytes: null, reserveShare: 0.05 },
    clock: createFakeClock(),
    log: silentLogger,
    measure: () => Promise.resolve({ freeBytes, sizeBytes: 100 * mb }),
    ...change,
  })
}

/** A quota of so many bytes, and nothing else that bounds. */
const quota = (quotaBytes: number) => ({ limits: { quotaBytes, reserveShare: 0 } })

describe('the diskSpace of the disk', () => {
  it('gives up nothing while there is room', async () => {
    const eventId = await kept.recorded()
    const diskSpace = diskSpaceOf()
    await diskSpace.check()
    expect(await kept.names()).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
    expect(diskSpace.state).toMatchObject({ level: 'ok', usedBytes: 12_288, reserveBytes: 5 * mb })
    expect(diskSpace.isFull).toBe(false)
  })

  it('gives up what the cloud has, what it refused, pictures, and then the oldest clips', async () => {
    const [refused, first, second, third] = [
      await kept.recorded(),
      await kept.recorded(),
      await kept.recorded(),
      await kept.recorded(),
    ]
    const leftOver = randomUUID()
    await writeFile(kept.files.clip(leftOver), Buffer.alloc(8192))
    for (const kind of ['snapshot', 'clip'] as const) {
      const [record] = (await kept.queue.due(kind, kept.outbox.last)).records
      if (record) await kept.queue.write(kept.queue.setAside(record, 'not_found', kept.servedMs))
    }
    const order: string[][] = []
    // 8 KiB of left-over, 12 refused, 12 of pictures, 24 of clips.
    for (const quotaBytes of [50, 38, 26, 18, 10]) {
      const before = await kept.names()
      await diskSpaceOf(quota(quotaBytes * 1024)).check()
      const after = await kept.names()
      order.push(before.filter((name) => !after.includes(name)))
    }
    expect(order).toEqual([
      [`${leftOver}.mp4`],
      [`${refused}.jpg`, `${refused}.mp4`].toSorted(),
      [`${first}.jpg`, `${second}.jpg`, `${third}.jpg`],
      [`${first}.mp4`],
      [`${second}.mp4`],
    ])
    expect(kept.losses.counts).toEqual({ snapshots: 3, clips: 2, events: 0 })
  })

  it('tells the cloud which clips will not come, keeps their events, and counts each loss over restarts', async () => {
    const [first, second] = [await kept.recorded(), await kept.recorded()]
    await diskSpaceOf(quota(12 * 1024)).check()
    await kept.restart()
    await diskSpaceOf(quota(12 * 1024)).check()
    expect(await kept.told()).toEqual([
      { type: 'event.closed', eventId: first, hasClip: true, error: null },
      { type: 'event.closed', eventId: second, hasClip: true, error: null },
      { type: 'event.closed', eventId: first, hasClip: false, error: noRoomReason },
    ])
    expect(kept.losses.counts).toEqual({ snapshots: 2, clips: 1, events: 0 })
    expect(await kept.queue.counts()).toEqual({ pending: 1, failed: 0 })
  })

  it('leaves alone what is on its way right now', async () => {
    const [first, second] = [await kept.recorded(), await kept.recorded()]
    const [sending] = (await kept.queue.due('clip', kept.outbox.last)).records
    if (sending) await kept.queue.claim(sending)
    await diskSpaceOf(quota(10 * 1024)).check()
    expect(await kept.names()).toEqual([`${first}.mp4`])
    expect((await kept.told()).at(-1)).toMatchObject({ eventId: second, hasClip: false })
  })

  it('says that it is full once nothing is left to give up, and that there is room when there is', async () => {
    const diskSpace = diskSpaceOf()
    freeBytes = 4 * mb
    await diskSpace.check()
    expect(diskSpace).toMatchObject({ isFull: true, state: { level: 'full' } })
    freeBytes = 6 * mb
    await diskSpace.check()
    expect(diskSpace).toMatchObject({ isFull: false, state: { level: 'ok' } })
  })

  it('warns before it is full', async () => {
    await kept.recorded(3 * mb)
    freeBytes = 5.2 * mb
    const diskSpace = diskSpaceOf()
    await diskSpace.check()
    expect(diskSpace).toMatchObject({ isFull: false, state: { level: 'low' } })
    expect(kept.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
  })

  it('frees the disk also where the database takes no word of it, and tells later', async () => {
    const eventId = await kept.recorded()
    let isFull = true
    const append: DiskSpaceDeps['outbox']['append'] = (entry) =>
      isFull ? Promise.reject(new Error('No space left on device')) : kept.outbox.append(entry)
    const diskSpace = diskSpaceOf({ ...quota(6 * 1024), outbox: { append, last: kept.outbox.last } })
    await diskSpace.check()
    expect(await kept.names()).toEqual([])
    expect(await kept.told()).toHaveLength(1)
    isFull = false
    await diskSpace.check()
    expect((await kept.told()).at(-1)).toMatchObject({ eventId, hasClip: false, error: noRoomReason })
    expect(kept.losses.counts).toEqual({ snapshots: 1, clips: 1, events: 0 })
    expect(await kept.queue.counts()).toEqual({ pending: 0, failed: 0 })
  })

  it('knows how many files wait also while the database is closed, so that status can be asked for', async () => {
    await kept.recorded()
    const counted = await kept.queue.counts()
    expect(counted.pending).toBe(2)
    await kept.database.close()
    expect(await kept.queue.counts()).toEqual(counted)
    await kept.database.open()
  })

  it('gives up recordings without a clip last, and only where events could not be written', async () => {
    const pending = await kept.recorded()
    const stuck = randomUUID()
    await writeFile(kept.files.journal(stuck), Buffer.alloc(8192))
    const given: string[] = []
    const writable = () => given.length > 0
    freeBytes = mb
    const diskSpace = diskSpaceOf({ isWritable: () => Promise.resolve(writable()) })
    diskSpace.watch({
      unfinished: () => (given.length === 0 ? [stuck] : []),
      giveUp: async (eventId) => {
        given.push(eventId)
        await kept.files.remove([kept.files.journal(eventId)])
      },
    })
    await diskSpace.check()
    expect(given).toEqual([stuck])
    expect(await kept.names()).toEqual([])
    expect(kept.losses.counts).toEqual({ snapshots: 1, clips: 2, events: 0 })
    expect((await kept.told()).at(-1)).toMatchObject({ eventId: pending, hasClip: false })
  })

  it('gives up journals that were set aside before all others, though the database cannot be opened', async () => {
    const pending = await kept.recorded()
    await writeFile(kept.files.setAside(randomUUID(), 1), Buffer.alloc(8192))
    freeBytes = mb
    await kept.database.close()
    const isWritable = async () => !(await kept.names()).some((name) => name.endsWith('.unusable'))
    await diskSpaceOf({ isWritable }).check()
    expect(await kept.names()).toEqual([`${pending}.jpg`, `${pending}.mp4`])
  })

  it('gives up nothing for a database that cannot be opened while the disk has room for it', async () => {
    await kept.recorded()
    await kept.recorded()
    await kept.database.close()
    // As where it has no open file left, or the disk fails: another one holds it.
    const other = new ClassicLevel(kept.database.location)
    await other.open()
    const diskSpace = diskSpaceOf(quota(18 * 1024))
    const before = await kept.names()
    await diskSpace.check()
    expect(await kept.names()).toEqual(before)
    expect(diskSpace.isFull).toBe(true)
    await other.close()
    // The one look opens it, the next makes the room that the quota asks for.
    await diskSpace.check()
    await diskSpace.check()
    expect(await kept.names()).toEqual(before.filter((name) => name.endsWith('.mp4')))
    expect(diskSpace.isFull).toBe(false)
  })

  it('gives up no more for a database that cannot be opened than makes room for it', async () => {
    const eventIds = [await kept.recorded(), await kept.recorded(), await kept.recorded()]
    await kept.database.close()
    freeBytes = mb
    const measure = async () => {
      const gone = 2 * eventIds.length - (await kept.names()).length
      return { freeBytes: freeBytes + gone * 10 * mb, sizeBytes: 1000 * mb }
    }
    await diskSpaceOf({ measure, isWritable: () => Promise.resolve(false) }).check()
    expect(await kept.names()).toHaveLength(2 * eventIds.length - 2)
  })

  it('removes at the start what nothing names, and nothing where the outbox is a new one', async () => {
    const [leftClip, leftPicture, making] = [randomUUID(), randomUUID(), randomUUID()]
    const left = [kept.files.clip(leftClip), kept.files.snapshot(leftPicture)]
    for (const path of [...left, kept.files.journal(making), kept.files.clip(making)])
      await writeFile(path, 'x')
    await diskSpaceOf().start()
    expect(await kept.names()).toHaveLength(4)
    const pending = await kept.recorded()
    await diskSpaceOf().start()
    const rest = [`${pending}.jpg`, `${pending}.mp4`, `${making}.journal`, `${making}.mp4`]
    expect(await kept.names()).toEqual(rest.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('removes nothing at the start that an outbox does not name which was damaged', async () => {
    await kept.recorded()
    const left = randomUUID()
    await writeFile(kept.files.clip(left), 'x')
    await kept.restart()
    await kept.database.close()
    await writeFile(join(kept.database.location, 'CURRENT'), '')
    await kept.restart()
    await diskSpaceOf().start()
    expect(await kept.names()).toContain(`${left}.mp4`)
    expect(await kept.names()).toHaveLength(3)
  })

  it('keeps a clip whose record cannot be read for two weeks, and tells the cloud', async () => {
    const eventId = await kept.recorded()
    await kept.outbox.acknowledge(kept.outbox.last, [])
    await kept.database.put(keys.send('clip', kept.outbox.last, eventId), { cameraId: kept.cameraId })
    await kept.restart()
    for (let start = 0; start < 2; start += 1) await diskSpaceOf().start()
    expect(await kept.names()).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
    const error = 'the clip was not stored: what the gateway noted of it cannot be read'
    expect(await kept.told()).toEqual([{ type: 'event.closed', eventId, hasClip: false, error }])
    kept.servedMs = 15 * day
    await diskSpaceOf().check()
    expect(await kept.names()).toEqual([`${eventId}.jpg`])
    expect(await kept.queue.counts()).toEqual({ pending: 1, failed: 0 })
  })

  it.each([
    ['is on its way', (eventId: string) => keys.send('clip', kept.outbox.last, eventId)],
    ['was refused', (eventId: string) => keys.unsent('clip', kept.outbox.last, eventId)],
    ['lies where earlier versions kept it', (eventId: string) => `upload!${eventId}!clip`],
  ])('takes no clip for a left-over whose record cannot be read, though it %s', async (_what, keyOf) => {
    const eventId = await kept.recorded()
    const [record] = (await kept.queue.due('clip', kept.outbox.last)).records
    if (record) await kept.queue.remove(record)
    // A start could not set it aside: its disk was full.
    await kept.database.put(keyOf(eventId), 'spoilt')
    await diskSpaceOf().start()
    expect(await kept.names()).toEqual([`${eventId}.jpg`, `${eventId}.mp4`])
    await diskSpaceOf(quota(6 * 1024)).check()
    expect(await kept.names()).toEqual([`${eventId}.mp4`])
  })

  it('checks at the start also where the cloud cannot be told what is lost, and tells it later', async () => {
    const eventId = await kept.recorded()
    await kept.outbox.acknowledge(kept.outbox.last, [])
    await kept.database.put(keys.send('clip', kept.outbox.last, eventId), { cameraId: kept.cameraId })
    await kept.restart()
    const append = () => Promise.reject(new Error('No space left on device'))
    freeBytes = 4 * mb
    const diskSpace = diskSpaceOf({ outbox: { append, last: kept.outbox.last } })
    await diskSpace.start()
    expect(diskSpace).toMatchObject({ isFull: true, state: { level: 'full' } })
    expect(await kept.names()).toEqual([])
    expect(await kept.told()).toEqual([])
    await diskSpaceOf().start()
    expect(await kept.told()).toMatchObject([{ type: 'event.closed', eventId, hasClip: false }])
  })

  describe('a file that cannot be removed', () => {
    /** A folder in its place: removing that as a file fails. */
    const stuck = async (path: string) => {
      await rm(path, { force: true })
      await mkdir(path)
      return basename(path)
    }
    const firstId = '00000000-0000-7000-8000-000000000000'

    it('keeps no other left-over from going at the start, nor the first check from being made', async () => {
      await kept.recorded()
      const name = await stuck(kept.files.clip(firstId))
      await writeFile(kept.files.clip(randomUUID()), 'x')
      const diskSpace = diskSpaceOf()
      await diskSpace.start()
      expect(diskSpace.state).toMatchObject({ level: 'ok' })
      expect((await kept.names())[0]).toBe(name)
      expect(await kept.names()).toHaveLength(3)
    })

    it('keeps nothing else from making room', async () => {
      await stuck(kept.files.clip(firstId))
      const refused = await kept.recorded()
      for (const kind of ['snapshot', 'clip'] as const) {
        const [record] = (await kept.queue.due(kind, kept.outbox.last)).records
        if (record) await kept.queue.write(kept.queue.setAside(record, 'not_found', kept.servedMs))
      }
      const name = await stuck(kept.files.snapshot(refused))
      await kept.recorded()
      await diskSpaceOf(quota(0)).check()
      expect(await kept.names()).toEqual([`${firstId}.mp4`, name])
    })

    it('keeps nothing else from going where events could not be written', async () => {
      const name = await stuck(kept.files.clip(firstId))
      await kept.recorded()
      freeBytes = mb
      await kept.database.close()
      await diskSpaceOf({ isWritable: async () => (await kept.names()).length === 1 }).check()
      expect(await kept.names()).toEqual([name])
    })

    it('keeps nothing from going that was refused as long ago', async () => {
      const ids = [await kept.recorded(), await kept.recorded()]
      for (const kind of ['snapshot', 'clip'] as const) {
        for (const record of (await kept.queue.due(kind, kept.outbox.last)).records)
          await kept.queue.write(kept.queue.setAside(record, 'hash_mismatch', kept.servedMs))
      }
      const name = await stuck(kept.files.snapshot(ids[0] ?? ''))
      kept.servedMs = 15 * day
      await diskSpaceOf().check()
      expect(await kept.names()).toEqual([name])
    })
  })

  it('cleans up refused files after two weeks in service, whatever the wall clock says', async () => {
    await kept.recorded()
    kept.servedMs = 10 * day
    for (const kind of ['snapshot', 'clip'] as const) {
      const [record] = (await kept.queue.due(kind, kept.outbox.last)).records
      if (record) await kept.queue.write(kept.queue.setAside(record, 'hash_mismatch', kept.servedMs))
    }
    kept.servedMs = 23 * day
    await diskSpaceOf().check()
    expect(await kept.names()).toHaveLength(2)
    kept.servedMs = 25 * day
    await diskSpaceOf().check()
    expect(await kept.names()).toEqual([])
    expect(await kept.queue.counts()).toEqual({ pending: 0, failed: 0 })
  })
})
