import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ClipPreview } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClip } from '#testing/make-clip.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../../../events/event-scene.fixture.js'
import { objectKey } from '../../../events/media/store/blob-store.service.js'
import { jpegSize } from '../jpeg-size.js'
import { chosenKeyframes } from './cut-preview.js'

let world: TestApp
let origin: string
let scene: EventScene
let clip: Buffer

beforeAll(async () => {
  world = await createTestApp({
    config: { ffmpeg: { ffmpegPath: null, programPath: process.env['PATH'] ?? null } },
  })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  clip = await makeClip({ seconds: 12, group: 10, size: '640x360' })
})
afterAll(async () => {
  world.app.server.closeAllConnections()
  await world.close()
})
beforeEach(async () => {
  scene = await setEventScene(world)
})

/** An event with a stored clip. */
async function recorded(bytes: Buffer): Promise<string> {
  const id = await scene.addEvent()
  const media = await scene.addMedia(id, 'clip')
  const key = objectKey(scene.org.orgId, media)
  await world.services.mediaStore.put(key, bytes)
  await world.test.query('update media set key = $2, bytes = $3 where id = $1', [
    media,
    key,
    bytes.byteLength,
  ])
  return id
}

const ask = (id: string, who: SignedIn | null = scene.owner) =>
  world.call(who, { url: `/api/v1/events/${id}/clip-preview` })

async function preview(id: string) {
  const answer = await ask(id)
  expect(answer.statusCode, answer.body).toBe(200)
  return ClipPreview.strict().parse(answer.json())
}

const stored = (id: string) =>
  world.test.query<{ id: string; state: string }>(
    `select id, state from media where event_id = $1 and kind = 'preview'`,
    [id],
  )

/** The image that a link opens. */
async function imageOf(url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const answer = await fetch(`${origin}${pathname}${search}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('each keyframe of the clip, beside and below each other, at its second', async () => {
  const id = await recorded(clip)
  const { url, offsets_sec: offsets, columns, frame_width: width, frame_height: height } = await preview(id)
  expect(offsets).toEqual(Array.from({ length: 12 }, (_, second) => second))
  expect([columns, width, height]).toEqual([8, 192, 108])
  expect(jpegSize(await imageOf(url))).toEqual({ width: 8 * 192, height: 2 * 108 })
  expect(await readdir(path.join(world.platform.config.dataDir, 'previews'))).toEqual([])
})

test('a clip of one keyframe has one picture', async () => {
  const {
    offsets_sec: offsets,
    columns,
    frame_width: width,
  } = await preview(await recorded(await makeClip({ seconds: 1 })))
  expect([offsets, columns, width]).toEqual([[0], 1, 192])
})

test('asked for by several at once, it is made once, and then it is there', async () => {
  const id = await recorded(clip)
  const answers = await Promise.all([1, 2, 3].map(() => preview(id)))
  const again = await preview(id)
  expect(new Set([...answers, again].map(({ url }) => new URL(url).pathname)).size).toBe(1)
  expect(await stored(id)).toHaveLength(1)
})

test('who is given it, and who fetches it, stands in the audit as for the clip', async () => {
  const id = await recorded(clip)
  const { url } = await preview(id)
  await imageOf(url)
  const [medium] = await stored(id)
  const data = { camera_id: scene.cameraId, media_id: medium?.id }
  expect(await scene.audit(id)).toEqual([
    { action: 'event.clip_viewed', actor_kind: 'user', data },
    { action: 'event.clip_downloaded', actor_kind: 'user', data },
  ])
})

test('a disk that takes nothing is told of as what is over some time, and then it is made', async () => {
  const id = await recorded(clip)
  const folder = path.join(world.platform.config.dataDir, 'previews')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, '')
  const refused = await ask(id)
  expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'unavailable'])
  await rm(folder)
  await preview(id)
})

describe('refused', () => {
  test('who may not see the event', async () => {
    const id = await recorded(clip)
    const stranger = await (await world.createOrg()).signIn('owner')
    const elsewhere = await scene.org.signIn('viewer', [await scene.org.addSite()])
    expect((await ask(id, stranger)).statusCode).toBe(404)
    expect((await ask(id, elsewhere)).statusCode).toBe(403)
    expect(await stored(id)).toEqual([])
  })

  test.each([
    ['recording', 409],
    ['uploading', 409],
    ['failed', 404],
    ['expired', 404],
  ])('while the clip is %s: %i', async (status, code) => {
    expect((await ask(await scene.addEvent({ clip_status: status }))).statusCode).toBe(code)
  })

  test('a clip that is none, again at once and without trying', async () => {
    const id = await recorded(Buffer.from('this is no clip'))
    for (let times = 0; times < 2; times += 1) {
      const answer = await ask(id)
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        404,
        'no preview of this clip could be made, for ffmpeg could not read it',
      ])
    }
    expect(await stored(id)).toEqual([])
  })

  test('where the clip went away, nothing is kept and the link opens nothing', async () => {
    const id = await recorded(clip)
    const { url } = await preview(id)
    await world.test.query('update events set deleted_at = now() where id = $1', [id])
    const { pathname, search } = new URL(url)
    expect((await fetch(`${origin}${pathname}${search}`)).status).toBe(410)
    expect((await ask(id)).statusCode).toBe(404)
  })
})

test('of many keyframes sixty, the first and the last among them', () => {
  const pictures = Array.from({ length: 3000 }, (_, n) => ({ at: n / 10, isKey: n % 10 === 0, bytes: 1 }))
  const chosen = chosenKeyframes(pictures)
  expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([60, 0, 2990])
})
