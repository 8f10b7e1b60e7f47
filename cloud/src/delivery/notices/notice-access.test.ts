import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessChanged } from '../../identity/auth/access-changed.service.js'
import { type NoticeWorld, openNoticeWorld, ready } from './notices.fixture.js'

let here: NoticeWorld
beforeAll(async () => {
  here = await openNoticeWorld()
})
afterAll(() => here[Symbol.asyncDispose]())

const patch = async (url: string, payload: Record<string, unknown>) => {
  const owner = await here.scene.org.signIn('owner')
  const answer = await here.world.call(owner, { method: 'PATCH', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('signing out ends what the session listens to, and nobody else', async () => {
  const { world, scene } = here
  const one = await scene.org.signIn('viewer', [scene.siteId])
  await using other = await ready(await here.listen(await scene.org.signIn('viewer', [scene.siteId])))
  await using reader = await ready(await here.listen(one))
  await world.call(one, { method: 'POST', url: '/api/v1/auth/logout' })
  expect(await reader.named('end')).toMatchObject({ data: { reason: 'signed_out' } })
  await reader.ended
  await world.test.query('update events set starred = not starred where id = $1', [scene.eventId])
  await other.notice({ id: scene.eventId })
})

test('a disabled person, and a key that was rotated or disabled, hear no more', async () => {
  const { world, scene } = here
  const person = await scene.org.signIn('operator')
  const [rotated, disabled] = [
    await scene.org.makeKey('viewer', [scene.siteId]),
    await scene.org.makeKey('admin'),
  ]
  await using byPerson = await ready(await here.listen(person))
  await using byRotated = await ready(await here.listen(rotated))
  await using byDisabled = await ready(await here.listen(disabled))
  await patch(`/api/v1/users/${person.caller.userId}`, { enabled: false })
  const owner = await scene.org.signIn('owner')
  const account = (id: string) => `/api/v1/service-accounts/${id}`
  await world.call(owner, { method: 'POST', url: `${account(rotated.serviceAccountId)}/rotate-key` })
  await world.call(owner, { method: 'DELETE', url: account(disabled.serviceAccountId) })
  for (const reader of [byPerson, byRotated, byDisabled]) {
    expect(await reader.named('end')).toMatchObject({ data: { reason: 'signed_out' } })
    await reader.ended
  }
})

test('other sites are told of at once, the old ones no more, and what is shown is to be read again', async () => {
  const { world, scene } = here
  const viewer = await scene.org.signIn('viewer', [scene.siteId])
  await using reader = await ready(await here.listen(viewer))
  const owner = await scene.org.signIn('owner')
  const put = await world.call(owner, {
    method: 'PUT',
    url: `/api/v1/users/${viewer.caller.userId}/site-access`,
    payload: { site_ids: [scene.emptySiteId] },
  })
  expect(put.statusCode, put.body).toBe(200)
  await reader.event(({ name, data }) => name === 'resync' && JSON.stringify(data).includes('access'))
  await world.test.query('update events set starred = not starred where id = $1', [scene.eventId])
  await world.test.query('update cameras set site_id = $2 where id = $1', [scene.cameraId, scene.emptySiteId])
  await reader.notice({ id: scene.cameraId })
  expect(reader.notices.map(({ id }) => id)).toEqual([scene.cameraId])
  await world.test.query('update cameras set site_id = $2 where id = $1', [scene.cameraId, scene.siteId])
})

test('a change of a name ends nothing and says nothing', async () => {
  const { world, scene } = here
  const viewer = await scene.org.signIn('viewer', [scene.siteId])
  await using reader = await ready(await here.listen(viewer))
  await world.platform.database.inOrg(scene.orgId, (tx) =>
    accessChanged(tx, { orgId: scene.orgId, kind: 'user', id: viewer.caller.userId }),
  )
  await world.test.query('update events set starred = not starred where id = $1', [scene.eventId])
  await reader.notice({ id: scene.eventId })
  expect(reader.events.map(({ name }) => name)).toEqual(['ready', 'change'])
})

test('a node that stops says so, and ends what it tells', async () => {
  await using leaving = await openNoticeWorld()
  const owner = await leaving.scene.org.signIn('owner')
  const reader = await ready(await leaving.listen(owner))
  await leaving.world.services.notices[Symbol.asyncDispose]()
  expect(await reader.named('end')).toMatchObject({ data: { reason: 'restarting' } })
  await reader.ended
  await using refused = await leaving.listen(owner)
  expect(refused.status).toBe(503)
})
