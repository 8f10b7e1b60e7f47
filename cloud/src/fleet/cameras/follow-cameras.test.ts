import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { encodeUpdateToken, readMoment } from '#cloud/identity/changes/changes.service.js'
import { forgetOldChangesTask } from '#cloud/identity/changes/forget-old-changes.js'
import { openKeyRing } from '#cloud/platform/secrets/keys.js'
import { createSecretBox } from '#cloud/platform/secrets/secret-box.js'
import { type Scene, setScene } from '#testing/scene.js'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

const world: TestApp = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
afterAll(() => world.close())
let scene: Scene
beforeEach(async () => {
  scene = await setScene(world)
})

interface Answer {
  data: { id: string; name: string }[]
  removed: string[]
  next_cursor: string | null
  next_updated_since: string | null
}

type Query = Record<string, string>
type Who = Pick<SignedIn, 'token'>

async function read(who: Who, query: Query): Promise<Answer> {
  const answer = await world.call(who, { url: '/api/v1/cameras', query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const statusOf = async (who: Who, query: Query) =>
  (await world.call(who, { url: '/api/v1/cameras', query })).statusCode

const started = async (who: Who, query: Query = {}) =>
  (await read(who, { ...query, updated_since: 'start' })).next_updated_since ?? ''

/** What changed since, over all pages. */
async function follow(who: Who, token: string, query: Query = {}) {
  const [data, removed]: [string[], string[]] = [[], []]
  let next = ''
  let cursor: string | null = null
  do {
    const more: Query = cursor === null ? {} : { cursor }
    const page: Answer = await read(who, { ...query, ...more, updated_since: token })
    data.push(...page.data.map(({ id }) => id))
    removed.push(...page.removed)
    next ||= page.next_updated_since ?? ''
    cursor = page.next_cursor
  } while (cursor !== null)
  return { data: [...new Set(data)].toSorted(), removed: [...new Set(removed)].toSorted(), next }
}

async function addCameras(count: number, siteId = scene.siteId): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(await seedCamera(world.test, { orgId: scene.orgId, siteId, gatewayId: scene.gatewayId }))
  return ids.toSorted()
}

const rename = (ids: readonly string[]) =>
  world.test.query(`update cameras set name = name || '!' where id = any($1)`, [ids])
const move = (id: string, siteId: string) =>
  world.test.query('update cameras set site_id = $2 where id = $1', [id, siteId])
const remove = (id: string) => world.test.query('update cameras set deleted_at = now() where id = $1', [id])

const setSites = async (viewer: SignedIn, siteIds: string[]) => {
  const answer = await world.call(await scene.org.signIn('owner'), {
    method: 'PUT',
    url: `/api/v1/users/${viewer.caller.userId}/site-access`,
    payload: { site_ids: siteIds },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('begins with the list, page by page, and answers what changed, was made and was removed since', async () => {
  const owner = await scene.org.makeKey('owner')
  const [renamed = '', removed = ''] = await addCameras(2)
  const begin = await read(owner, { updated_since: 'start', limit: '1' })
  expect([begin.data.length, begin.removed]).toEqual([1, []])
  const second = await read(owner, { updated_since: 'start', limit: '1', cursor: begin.next_cursor ?? '' })
  expect([second.data.length, second.next_updated_since]).toEqual([1, null])
  const token = begin.next_updated_since ?? ''
  await rename([renamed])
  await remove(removed)
  const made = await addCameras(3)
  const [fleeting = ''] = await addCameras(1)
  await remove(fleeting)
  const changed = await follow(owner, token, { limit: '2' })
  expect(changed).toMatchObject({
    data: [renamed, ...made].toSorted(),
    removed: [removed, fleeting].toSorted(),
  })
  expect(await follow(owner, changed.next)).toMatchObject({ data: [], removed: [] })
  expect(Object.keys(await read(owner, {}))).toEqual(['data', 'next_cursor', 'total'])
})

test('what a gateway reports without a change that anybody sees is none, and what no longer matches is an id', async () => {
  const owner = await scene.org.signIn('owner')
  await world.test.query(`update cameras set status = 'online' where id = $1`, [scene.cameraId])
  const [all, online] = [await started(owner), await started(owner, { status: 'online' })]
  await world.test.query(`update cameras set reported_at = now() where id = $1`, [scene.cameraId])
  expect(await follow(owner, all)).toMatchObject({ data: [], removed: [] })
  await world.test.query(`update cameras set status = 'offline' where id = $1`, [scene.cameraId])
  expect(await follow(owner, all)).toMatchObject({ data: [scene.cameraId], removed: [] })
  expect(await follow(owner, online, { status: 'online' })).toMatchObject({
    data: [],
    removed: [scene.cameraId],
  })
})

test('a transaction that commits late is not missed', async () => {
  const owner = await scene.org.signIn('owner')
  const [other = ''] = await addCameras(1)
  const late = new pg.Client({ connectionString: world.test.address.url })
  await late.connect()
  try {
    await late.query('begin')
    await late.query(`update cameras set name = 'late' where id = $1`, [scene.cameraId])
    const token = await started(owner)
    await rename([other])
    const first = await follow(owner, token)
    expect(first.data).toEqual([other])
    await late.query('commit')
    expect((await follow(owner, first.next)).data).toEqual([scene.cameraId])
  } finally {
    await late.end()
  }
})

test('a camera that moves goes from who sees its old site alone, and comes to who sees the new one', async () => {
  const { siteId, emptySiteId, cameraId } = scene
  const before = await scene.org.signIn('viewer', [siteId])
  const after = await scene.org.signIn('viewer', [emptySiteId])
  const both = await scene.org.signIn('viewer', [siteId, emptySiteId])
  const tokens = { before: await started(before), after: await started(after), both: await started(both) }
  const ofSite = await started(both, { site_id: siteId })
  await move(cameraId, emptySiteId)
  expect(await follow(before, tokens.before)).toMatchObject({ data: [], removed: [cameraId] })
  expect(await follow(after, tokens.after)).toMatchObject({ data: [cameraId], removed: [] })
  expect(await follow(both, tokens.both)).toMatchObject({ data: [cameraId], removed: [] })
  expect(await follow(both, ofSite, { site_id: siteId })).toMatchObject({ data: [], removed: [cameraId] })
})

test('whoever loses a site is told the ids that they could know, page by page, and none of later', async () => {
  const { siteId, emptySiteId, cameraId } = scene
  const viewer = await scene.org.signIn('viewer', [siteId, emptySiteId])
  const [there = ''] = await addCameras(1, emptySiteId)
  const [moved = '', ...early] = await addCameras(4)
  const token = await started(viewer)
  const made = await addCameras(2)
  await setSites(viewer, [emptySiteId])
  const [later = ''] = await addCameras(1)
  await rename([later, there])
  await remove(later)
  await move(moved, emptySiteId)
  const lost = await follow(viewer, token, { limit: '3' })
  expect(lost).toMatchObject({
    data: [moved, there].toSorted(),
    removed: [cameraId, ...early, ...made].toSorted(),
  })
  expect(await follow(viewer, lost.next)).toMatchObject({ data: [], removed: [] })
  await setSites(viewer, [siteId, emptySiteId])
  expect(await statusOf(viewer, { updated_since: lost.next })).toBe(410)
})

test('what came to a site while its loss was not committed is told as gone, for a list may have shown it', async () => {
  const { siteId, emptySiteId, cameraId } = scene
  const viewer = await scene.org.signIn('viewer', [siteId, emptySiteId])
  const late = new pg.Client({ connectionString: world.test.address.url })
  await late.connect()
  try {
    await late.query('begin')
    await late.query('delete from user_sites where user_id = $1 and site_id = $2', [
      viewer.caller.userId,
      siteId,
    ])
    const [meanwhile = ''] = await addCameras(1)
    const begin = await read(viewer, { updated_since: 'start' })
    expect(begin.data.map(({ id }) => id)).toContain(meanwhile)
    await late.query('commit')
    const [later = ''] = await addCameras(1)
    const lost = await follow(viewer, begin.next_updated_since ?? '')
    expect(lost.removed).toEqual([cameraId, meanwhile].toSorted())
    expect(lost.removed).not.toContain(later)
  } finally {
    await late.end()
  }
})

test('a token is good for 30 days in each list, and for its organisation alone', async () => {
  const owner = await scene.org.signIn('owner')
  const { database, secretBox } = world.platform
  const moment = await readMoment(database.forOrg(scene.orgId))
  const day = 24 * 60 * 60_000
  const ofAge = (days: number) =>
    encodeUpdateToken(secretBox, scene.orgId, { ...moment, atMs: moment.atMs - days * day })
  const keyBefore = createSecretBox(openKeyRing(randomBytes(32).toString('hex')))
  const foreigner = await (await setScene(world)).org.signIn('owner')
  for (const list of ['events', 'alerts', 'cameras']) {
    const answerOf = async (who: Who, updated_since: string) =>
      (await world.call(who, { url: `/api/v1/${list}`, query: { updated_since } })).statusCode
    expect(await answerOf(owner, ofAge(29.99))).toBe(200)
    expect(await answerOf(owner, ofAge(30.01))).toBe(410)
    // Its master key was taken away after a rotation.
    expect(await answerOf(owner, encodeUpdateToken(keyBefore, scene.orgId, moment))).toBe(410)
    expect(await answerOf(foreigner, ofAge(1))).toBe(400)
  }
})

test('a token from before changes that were forgotten says to read again in each list, whatever the clock says by then', async () => {
  const owner = await scene.org.signIn('owner')
  const lists = ['events', 'alerts', 'cameras']
  const ask = (list: string, updated_since: string) =>
    world.call(owner, { url: `/api/v1/${list}`, query: { updated_since } })
  const token = await started(owner)
  await rename([scene.cameraId])
  // By a clock that is a year ahead for a while.
  const { database, clock, log } = world.platform
  const ahead = new Date(clock.now() + 366 * 24 * 60 * 60_000)
  await forgetOldChangesTask({ database, log }).run(new AbortController().signal, ahead)
  for (const list of lists) {
    const answer = await ask(list, token)
    expect([answer.statusCode, answer.json()]).toMatchObject([410, { error: { code: 'gone' } }])
    const { next_updated_since: next } = (await ask(list, 'start')).json<Answer>()
    expect((await ask(list, next ?? '')).statusCode).toBe(200)
  }
})
