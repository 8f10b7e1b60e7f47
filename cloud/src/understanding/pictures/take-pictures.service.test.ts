import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isRunning } from '#testing/is-running.js'
import { type ClipPlan, makeClip, makeJpeg, places } from '#testing/make-clip.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { type BlobStore, objectKey } from '../../events/media/store/blob-store.service.js'
import { createLocalBlobStore } from '../../events/media/store/local-blob-store.js'
import { createS3BlobStore } from '../../events/media/store/s3-blob-store.js'
import { FakeS3 } from '../../events/media/store/s3-server.fake.js'
import { silentLog } from '../../platform/log.js'
import { systemClock } from '../../platform/time/clock.js'
import { FrameCutter } from './frame-cutter.service.js'
import { jpegSize } from './jpeg-size.js'
import { type PictureDeps, takePictures } from './take-pictures.service.js'
import type { PictureMode, PicturesTaken } from './taken-picture.service.js'

let scene: TestDatabase
let org: SeededOrg
let root: string
let store: BlobStore
let dataDir: string
let clips: Record<'still' | 'moving' | 'long' | 'wide' | 'huge', Buffer>

beforeAll(async () => {
  scene = await createTestDatabase()
  root = await mkdtemp(path.join(tmpdir(), 'pictures-'))
  store = createLocalBlobStore(path.join(root, 'media'))
  const [still, moving, long, wide, huge] = await Promise.all(
    [
      { seconds: 4 },
      { seconds: 8, group: 80, noisy: [5, 6], bFrames: 2 },
      { seconds: 36, rate: 4, group: 12 },
      { seconds: 0.2, size: '1920x1080' },
      { seconds: 0.2, size: '8192x4320', rate: 5, group: 1 },
    ].map((plan) => makeClip(plan as ClipPlan)),
  )
  if (!still || !moving || !long || !wide || !huge) throw new Error('no clips')
  clips = { still, moving, long, wide, huge }
})
afterAll(async () => {
  await scene.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  org = await seedOrg(scene)
  dataDir = await mkdtemp(path.join(root, 'data-'))
})

const cutter = (ffmpeg: { ffmpegPath: string | null; programPath: string | null } = places) =>
  new FrameCutter({ config: { dataDir, ffmpeg }, clock: systemClock })
const deps = (given: Partial<PictureDeps> = {}): PictureDeps => ({
  database: scene.database,
  log: silentLog,
  store,
  frames: cutter(),
  ...given,
})
const start = new Date('2026-03-14T09:30:00Z')

/** An event, triggered 2 s into its clip. */
async function addEvent(media: { clip?: Buffer; snapshot?: Buffer }, to = store): Promise<string> {
  const id = randomUUID()
  await scene.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_start_at, clip_status)
     values ($1, $2, $3, $4, 'motion', 'onvif', $5, $6, $7)`,
    [
      org.orgId,
      id,
      org.cameraId,
      org.siteId,
      new Date(start.getTime() + 2000),
      start,
      media.clip ? 'ready' : 'failed',
    ],
  )
  for (const [kind, bytes] of Object.entries(media)) {
    const mediaId = randomUUID()
    await to.put(objectKey(org.orgId, mediaId), bytes)
    await scene.query(
      `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
       values ($1, $2, $3, $4, $5, $6, 'ready', $7, 'x', $8, repeat('a', 64))`,
      [
        org.orgId,
        mediaId,
        id,
        org.cameraId,
        org.siteId,
        kind,
        objectKey(org.orgId, mediaId),
        bytes.byteLength,
      ],
    )
  }
  return id
}

const take = (eventId: string, mode: PictureMode, given: Partial<PictureDeps> = {}, runId = randomUUID()) =>
  takePictures(
    deps(given),
    { orgId: org.orgId, eventId, runId, mode, mayWait: false },
    new AbortController().signal,
  )

function pictureOf(outcome: PicturesTaken) {
  if (outcome.kind !== 'taken') throw new Error(outcome.reason)
  return outcome.pictures
}

const mediaOf = (eventId: string, kind: string) =>
  scene.query<{ id: string; state: string; run_id: string; width: number; taken_at: Date; key: string }>(
    'select * from media where event_id = $1 and kind = $2 order by taken_at, id',
    [eventId, kind],
  )
const leftovers = async () => readdir(path.join(dataDir, 'pictures')).catch(() => [])

describe('of a clip', () => {
  test('multi_frame: eight pictures, stored as frames of the run, each of its moment', async () => {
    const eventId = await addEvent({ clip: clips.still })
    const runId = randomUUID()
    const outcome = await take(eventId, 'multi_frame', {}, runId)
    expect(outcome).toMatchObject({ kind: 'taken', note: null })
    const pictures = pictureOf(outcome)
    expect(pictures).toHaveLength(8)
    const frames = await mediaOf(eventId, 'frame')
    expect(frames.map(({ id }) => id)).toEqual(pictures.map(({ mediaId }) => mediaId))
    for (const [index, picture] of pictures.entries()) {
      const frame = frames[index]
      expect(frame).toMatchObject({ state: 'ready', run_id: runId, width: 320, taken_at: picture.takenAt })
      expect(picture.takenAt.getTime()).toBeCloseTo(start.getTime() + (picture.offsetSec ?? 0) * 1000, -1)
      expect(jpegSize(picture.large.jpeg)).toEqual({ width: 320, height: 180 })
      const body = await store.read(frame?.key ?? '')
      expect(Buffer.compare(body ? await buffer(body) : Buffer.alloc(0), picture.large.jpeg)).toBe(0)
    }
    expect(await leftovers()).toEqual([])
  })

  test('multi_frame: the moving second is among them, out of a clip with one keyframe and B-frames', async () => {
    const pictures = pictureOf(await take(await addEvent({ clip: clips.moving }), 'multi_frame'))
    expect(pictures).toHaveLength(8)
    expect(pictures.some(({ offsetSec }) => offsetSec !== null && offsetSec > 5 && offsetSec < 6)).toBe(true)
    const bytes = pictures.map(({ large }) => large.jpeg.byteLength)
    // Noise costs a JPEG many times what gray does: the picture is the one of its moment.
    expect(Math.max(...bytes)).toBeGreaterThan(5 * Math.min(...bytes))
  })

  test('full_video: one a second, and 32 evenly spread of a longer one', async () => {
    const seconds = async (clip: Buffer) =>
      pictureOf(await take(await addEvent({ clip }), 'full_video')).map(({ offsetSec }) => offsetSec)
    expect(await seconds(clips.still)).toEqual([0, 1, 2, 3])
    const long = await seconds(clips.long)
    expect(long).toHaveLength(32)
    expect([long[0], long.at(-1)]).toEqual([0, 35.75])
  })

  test('snapshot_only without a snapshot: the one at the trigger', async () => {
    const [picture, ...others] = pictureOf(
      await take(await addEvent({ clip: clips.moving }), 'snapshot_only'),
    )
    expect(others).toEqual([])
    expect(picture).toMatchObject({ offsetSec: 2, takenAt: new Date(start.getTime() + 2000) })
  })

  test('a large one has 1280 pixels on its long side, a small one 320, in its own proportions', async () => {
    const [picture] = pictureOf(await take(await addEvent({ clip: clips.wide }), 'multi_frame'))
    const small = await picture?.small()
    expect(picture?.large).toMatchObject({ width: 1280, height: 720 })
    expect(jpegSize(picture?.large.jpeg ?? Buffer.alloc(0))).toEqual({ width: 1280, height: 720 })
    expect(small).toMatchObject({ width: 320, height: 180 })
    expect(jpegSize(small?.jpeg ?? Buffer.alloc(0))).toEqual({ width: 320, height: 180 })
  })

  test('a clip shorter than eight shares gives fewer, and says so', async () => {
    const outcome = await take(await addEvent({ clip: clips.wide }), 'multi_frame')
    expect(outcome).toMatchObject({ note: 'The clip gave 1 of 8 pictures.' })
  })

  test('the same run again takes the place of what it stored; another run stands beside it', async () => {
    const eventId = await addEvent({ clip: clips.wide })
    const runId = randomUUID()
    await take(eventId, 'multi_frame', {}, runId)
    await take(eventId, 'multi_frame', {}, runId)
    await take(eventId, 'multi_frame')
    const states = (await mediaOf(eventId, 'frame')).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['deleted', 'ready', 'ready'])
  })

  test('out of a bucket', async () => {
    await using server = await FakeS3.start()
    using bucket = createS3BlobStore(server.options)
    const eventId = await addEvent({ clip: clips.still }, bucket)
    const pictures = pictureOf(await take(eventId, 'multi_frame', { store: bucket }))
    expect(pictures).toHaveLength(8)
    const [frame] = await mediaOf(eventId, 'frame')
    expect(server.objects.get(`objects/${frame?.key}`)?.byteLength).toBe(pictures[0]?.large.jpeg.byteLength)
    expect(await leftovers()).toEqual([])
  })
})

describe('of a snapshot', () => {
  test('is the snapshot itself, small enough', async () => {
    const eventId = await addEvent({ clip: clips.still, snapshot: await makeJpeg('640x360') })
    const [picture, ...others] = pictureOf(await take(eventId, 'snapshot_only'))
    const [snapshot] = await mediaOf(eventId, 'snapshot')
    expect(others).toEqual([])
    expect(picture).toMatchObject({
      mediaId: snapshot?.id,
      offsetSec: 2,
      large: { width: 640, height: 360 },
    })
    expect(await picture?.small()).toMatchObject({ width: 320, height: 180 })
    expect(await mediaOf(eventId, 'frame')).toEqual([])
  })

  test('of 1080 lines is made smaller, and without ffmpeg sent as it is', async () => {
    const eventId = await addEvent({ snapshot: await makeJpeg('1080x1920') })
    const [picture] = pictureOf(await take(eventId, 'snapshot_only'))
    expect(picture?.large).toMatchObject({ width: 720, height: 1280 })
    expect(await picture?.small()).toMatchObject({ width: 180, height: 320 })
    const [asItIs] = pictureOf(await take(eventId, 'snapshot_only', { frames: await noFfmpeg() }))
    expect(asItIs?.large).toMatchObject({ width: 1080, height: 1920 })
    expect(await asItIs?.small()).toMatchObject({ width: 1080 })
  })

  test('that is no picture is passed over for the clip', async () => {
    const eventId = await addEvent({ clip: clips.still, snapshot: Buffer.from('no picture') })
    expect(pictureOf(await take(eventId, 'snapshot_only'))).toMatchObject([{ offsetSec: 2 }])
    expect(await mediaOf(eventId, 'frame')).toHaveLength(1)
  })
})

/** A cutter whose ffmpeg is a program that does as `body` says. */
async function withProgram(body: string): Promise<FrameCutter> {
  const file = path.join(dataDir, 'ffmpeg-in-its-place')
  await writeFile(file, `#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 7" && exit 0\n${body}\n`)
  await chmod(file, 0o755)
  return cutter({ ffmpegPath: file, programPath: '/usr/bin:/bin' })
}

/** A machine without any: the one of the package answers as broken. */
async function noFfmpeg(): Promise<FrameCutter> {
  const frames = cutter({ ffmpegPath: '/nowhere', programPath: '/nowhere' })
  return Object.assign(frames, { isReady: () => Promise.resolve(false) })
}

describe('without ffmpeg', () => {
  test.each(['multi_frame', 'full_video'] as const)(
    '%s looks at the snapshot alone, and says why',
    async (mode) => {
      const eventId = await addEvent({ clip: clips.still, snapshot: await makeJpeg('320x180') })
      const outcome = await take(eventId, mode, { frames: await noFfmpeg() })
      expect(pictureOf(outcome)).toHaveLength(1)
      expect(outcome).toMatchObject({
        note: 'Only the snapshot was looked at: there is no ffmpeg on the server to cut the clip.',
      })
    },
  )
  test('and without a snapshot there is none, with the reason', async () => {
    const eventId = await addEvent({ clip: clips.still })
    expect(await take(eventId, 'multi_frame', { frames: await noFfmpeg() })).toEqual({
      kind: 'none',
      reason: 'There is no picture of this event: there is no ffmpeg on the server to cut the clip.',
    })
  })
})

describe('hostile clips', () => {
  const playlist = (target: string) =>
    Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:${target}\n#EXT-X-ENDLIST\n`)
  test.each([
    ['a text', () => Buffer.from('no clip at all '.repeat(100))],
    ['nothing', () => Buffer.alloc(0)],
    ['the first half of an index', () => clips.still.subarray(0, 300)],
    ['a playlist that names another file', () => playlist('/etc/hostname')],
    ['a list for concat', () => Buffer.from(`ffconcat version 1.0\nfile /etc/hostname\n`)],
    ['pictures of 35 megapixels', () => clips.huge],
    [
      'an index of garbage',
      () => Buffer.from(clips.still.map((byte, at) => (at > 200 && at < 900 ? 255 : byte))),
    ],
  ])('%s: no picture, and the reason', async (_name, clip) => {
    const eventId = await addEvent({ clip: clip() })
    const outcome = await take(eventId, 'multi_frame')
    expect(outcome).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(
        /^There is no picture of this event: its clip could not be looked at, for /,
      ),
    })
    expect(await mediaOf(eventId, 'frame')).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  test('of a codec that no gateway records: its decoder is not opened', async () => {
    const clip = await makeClip({ seconds: 1, codec: 'mpeg4' })
    expect(await take(await addEvent({ clip }), 'multi_frame')).toMatchObject({ kind: 'none' })
  })

  test('with sound, whose decoder is not opened either: the pictures', async () => {
    const clip = await makeClip({ seconds: 2, sound: true })
    expect(pictureOf(await take(await addEvent({ clip }), 'multi_frame')).length).toBeGreaterThan(1)
  })

  test('of a clip that is cut off, the pictures that are there', async () => {
    const clip = clips.moving.subarray(0, Math.floor(clips.moving.length * 0.6))
    const pictures = pictureOf(await take(await addEvent({ clip }), 'multi_frame'))
    expect(pictures.length).toBeGreaterThan(1)
    // The second of noise takes most of its bytes: it was cut within it.
    for (const { offsetSec } of pictures) expect(offsetSec).toBeLessThan(6)
  })

  test('nothing of the event, and no setting of ours, reaches the program', async () => {
    const frames = await withProgram(
      '{ echo "$@"; env; } > seen.new; mv seen.new seen; while [ ! -e go ]; do sleep 0.05; done; exit 1',
    )
    process.env['SECRET_OF_THE_TEST'] = 'x'
    const eventId = await addEvent({ clip: clips.still })
    const taking = take(eventId, 'multi_frame', { frames })
    const folder = await folderWith('seen')
    const text = await readFile(path.join(folder, 'seen'), 'utf8')
    await writeFile(path.join(folder, 'go'), '')
    await taking
    delete process.env['SECRET_OF_THE_TEST']
    for (const part of [eventId, org.orgId, org.cameraId, 'SECRET_OF_THE_TEST'])
      expect(text).not.toContain(part)
    expect(text).toContain('-f mov -i file:clip.mp4')
    expect(text).toContain('-protocol_whitelist file ')
  })
})

/** The folder of a piece of work in which its program has made this file. */
function folderWith(name: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const lent = path.join(dataDir, 'pictures')
      for (const folder of await readdir(lent))
        if ((await readdir(path.join(lent, folder))).includes(name)) return path.join(lent, folder)
      throw new Error(`no program has made ${name} yet`)
    },
    { timeout: 20_000 },
  )
}

describe('aborted', () => {
  test('in the middle: the program is gone, and its folder', async () => {
    // No other process sleeps just so long.
    const mark = `60.${process.pid}${Date.now()}`
    const frames = await withProgram(`trap "" TERM; touch started; sleep ${mark}`)
    const stop = new AbortController()
    const request = { orgId: org.orgId, eventId: await addEvent({ clip: clips.still }), runId: randomUUID() }
    const taking = takePictures(
      deps({ frames }),
      { ...request, mode: 'multi_frame', mayWait: true },
      stop.signal,
    )
    await folderWith('started')
    // The shell has made its file, and starts what sleeps behind that.
    await expect.poll(() => isRunning(mark)).toBe(true)
    stop.abort(new Error('the node ends'))
    await expect(taking).rejects.toThrow('the node ends')
    await expect.poll(() => isRunning(mark)).toBe(false)
    expect(await leftovers()).toEqual([])
  })

  test('while others are at work: it leaves the queue, and those after it go on', async () => {
    const frames = cutter()
    const stop = new AbortController()
    const free: (() => void)[] = []
    const held = Array.from({ length: 4 }, () =>
      frames.work(() => new Promise<void>((resolve) => free.push(resolve)), new AbortController().signal),
    )
    const waiting = frames.work(() => Promise.resolve('never'), stop.signal)
    const later = frames.work(() => Promise.resolve('later'), new AbortController().signal)
    stop.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    const release = setInterval(() => free.splice(0).forEach((done) => done()), 5)
    expect(await later).toBe('later')
    await Promise.all(held)
    clearInterval(release)
  })
})

describe('the event', () => {
  test('of another organisation, or deleted, has no picture', async () => {
    const eventId = await addEvent({ clip: clips.still })
    const stranger = await seedOrg(scene)
    const request = {
      orgId: stranger.orgId,
      eventId,
      runId: randomUUID(),
      mode: 'multi_frame' as const,
      mayWait: true,
    }
    expect(await takePictures(deps(), request, new AbortController().signal)).toMatchObject({ kind: 'none' })
    await scene.query('update events set deleted_at = now() where id = $1', [eventId])
    expect(await take(eventId, 'multi_frame')).toEqual({ kind: 'none', reason: 'The event was deleted.' })
  })

  test('whose clip retention takes away meanwhile keeps no frame', async () => {
    const eventId = await addEvent({ clip: clips.still })
    const put: BlobStore['put'] = async (key, bytes) => {
      await scene.query(`update media set state = 'deleted', deleted_at = now() where event_id = $1`, [
        eventId,
      ])
      return store.put(key, bytes)
    }
    expect(await take(eventId, 'multi_frame', { store: { ...store, put } })).toMatchObject({ kind: 'none' })
    expect((await mediaOf(eventId, 'frame')).every(({ state }) => state === 'deleted')).toBe(true)
    await scene.query(`update events set clip_status = 'expired' where id = $1`, [eventId])
    const before = (await mediaOf(eventId, 'frame')).length
    await take(eventId, 'multi_frame')
    expect(await mediaOf(eventId, 'frame')).toHaveLength(before)
  })
})

test('what a killed process left is swept; what others on this disk have in hand is not', async () => {
  const folder = path.join(dataDir, 'pictures')
  const here = hostname()
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 60)
  const names = [
    `${here}.4194300.${randomUUID()}`,
    `${here}.${process.pid}.${randomUUID()}`,
    `elsewhere.7.${randomUUID()}`,
    `${here}.${process.ppid}.${randomUUID()}`,
  ]
  for (const name of names) {
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'clip.mp4'), 'x')
  }
  await cutter().sweep()
  expect(new Set(await leftovers())).toEqual(new Set(names.slice(2)))
  const later = { ...systemClock, now: () => systemClock.now() + 2 * 60 * 60 * 1000 }
  await new FrameCutter({ config: { dataDir, ffmpeg: places }, clock: later }).sweep()
  expect(await leftovers()).toEqual(names.slice(3))
})
