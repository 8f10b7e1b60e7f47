import { MediaLink, ObjectCategoryList } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../event-scene.fixture.js'

let world: TestApp
let scene: EventScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await setEventScene(world)
})

const ask = (what: 'clip' | 'snapshot', id: string, who: SignedIn | null = scene.owner) =>
  world.call(who, { url: `/api/v1/events/${id}/${what}-url` })

describe.each(['clip', 'snapshot'] as const)('the link of a %s', (what) => {
  test('is signed, lives an hour, and comes with what it opens', async () => {
    const id = await scene.addEvent()
    const media = await scene.addMedia(id, what)
    const before = Date.now()
    const answer = await ask(what, id, await scene.org.signIn('viewer', [scene.org.siteId]))
    expect(answer.statusCode, answer.body).toBe(200)
    const { url, expires_at: expiresAt, ...rest } = MediaLink.strict().parse(answer.json())
    expect(url).toContain(`https://video.example.com/media/${scene.org.orgId}/${media}?`)
    const livesMs = Date.parse(expiresAt) - before
    expect(livesMs).toBeGreaterThan(3_598_000)
    expect(livesMs).toBeLessThanOrEqual(3_601_000)
    expect(Number(new URL(url).searchParams.get('exp')) * 1000).toBe(Date.parse(expiresAt))
    expect(rest).toEqual({
      content_type: what === 'clip' ? 'video/mp4' : 'image/jpeg',
      bytes: 1234,
      sha256: 'a'.repeat(64),
      codec: 'h264',
      width: null,
      height: null,
    })
  })

  test.each(['recording', 'uploading'])('is a conflict while %s', async (status) => {
    const answer = await ask(what, await scene.addEvent({ clip_status: status }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'conflict'])
    expect(answer.json().error.message).toContain(`clip_status is ${status}`)
  })

  test.each(['failed', 'expired', 'ready'])(
    'is missing where there is none and the clip is %s',
    async (status) => {
      const answer = await ask(what, await scene.addEvent({ clip_status: status, clip_error: 'no answer' }))
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
      expect(answer.json().error.message).toContain(`clip_status is ${status}`)
      expect(answer.json().error.message.includes('no answer')).toBe(status === 'failed')
    },
  )

  test('is for those who may see the event', async () => {
    const id = await scene.addEvent()
    await scene.addMedia(id, what)
    const stranger = await (await world.createOrg()).signIn('owner')
    const elsewhere = await scene.org.signIn('viewer', [await scene.org.addSite()])
    expect((await ask(what, id, stranger)).statusCode).toBe(404)
    expect((await ask(what, id, elsewhere)).statusCode).toBe(403)
    expect((await ask(what, id, null)).statusCode).toBe(401)
    expect(await scene.audit(id)).toEqual([])
    await world.test.query('update events set deleted_at = now() where id = $1', [id])
    expect((await ask(what, id)).statusCode).toBe(404)
  })
})

test('who was given a link to a clip stands in the audit; links to snapshots do not', async () => {
  const id = await scene.addEvent()
  const [clip] = [await scene.addMedia(id, 'clip'), await scene.addMedia(id, 'snapshot')]
  await ask('clip', id)
  await ask('snapshot', id)
  expect(await scene.audit(id)).toEqual([
    {
      action: 'event.clip_viewed',
      actor_kind: 'user',
      data: { camera_id: scene.cameraId, media_id: clip },
    },
  ])
})

test('object categories are the same for everybody, each with an id and a label', async () => {
  const answer = await world.call(await scene.org.signIn('viewer'), { url: '/api/v1/object-categories' })
  const { data, total } = ObjectCategoryList.strict().parse(answer.json())
  expect(total).toBe(data.length)
  expect(data[0]).toEqual({ id: 'person', label: 'Person' })
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
  expect(await scene.statusOf('/api/v1/object-categories', {}, null)).toBe(401)
})
