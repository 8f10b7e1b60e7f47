import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type NoticeWorld, openNoticeWorld, ready } from './notices.fixture.js'

let here: NoticeWorld
beforeAll(async () => {
  here = await openNoticeWorld()
})
afterAll(() => here[Symbol.asyncDispose]())

const touch = () =>
  here.world.test.query('update events set starred = not starred where id = $1', [here.scene.eventId])

async function addToInbox(userId: string): Promise<string> {
  const id = randomUUID()
  await here.world.test.query(
    `insert into notifications (org_id, id, user_id, kind, title) values ($1, $2, $3, 'alert', 'Gate')`,
    [here.scene.orgId, id, userId],
  )
  return id
}

const scan = () =>
  here.world.test.query(
    `insert into gateway_discoveries (org_id, gateway_id, started_at) values ($1, $2, now())
     on conflict (org_id, gateway_id) do update set started_at = clock_timestamp()`,
    [here.scene.orgId, here.scene.gatewayId],
  )

const deliver = (change: string) =>
  here.world.test.query(`update webhook_deliveries set ${change} where id = $1`, [here.scene.deliveryId])

test('deliveries, pairing codes and scans are told to those who may see them, an inbox to its person', async () => {
  const { world, scene } = here
  const [operator, viewer] = [
    await scene.org.signIn('operator'),
    await scene.org.signIn('viewer', [scene.siteId]),
  ]
  await using byOperator = await ready(await here.listen(operator))
  await using byViewer = await ready(await here.listen(viewer))
  await using byKey = await ready(await here.listen(await scene.org.makeKey('admin')))

  const made = await world.call(operator, {
    method: 'POST',
    url: '/api/v1/gateways/generate-pairing-code',
    payload: { name: 'Shop', site_id: scene.siteId },
  })
  expect(made.statusCode, made.body).toBeLessThan(300)
  const { id: paired } = z.object({ id: z.string() }).parse(made.json())
  await byOperator.notice({ kind: 'pairing', change: 'created', id: paired, site_id: scene.siteId })
  await world.test.query('update pairing_codes set redeemed_at = now() where gateway_id = $1', [paired])
  await deliver(`lease_until = now() + interval '1 minute', attempt = attempt + 1`)
  await deliver(`next_at = now() + interval '1 hour'`)
  await scan()
  const [own, other] = [await addToInbox(viewer.caller.userId), await addToInbox(operator.caller.userId)]
  await world.call(viewer, { method: 'POST', url: `/api/v1/notifications/${own}/read` })
  await touch()

  const nowhere = { site_id: null, camera_id: null }
  for (const reader of [byOperator, byKey]) {
    expect(await reader.notice({ kind: 'delivery' })).toEqual({
      kind: 'delivery',
      change: 'updated',
      id: scene.deliveryId,
      ...nowhere,
    })
    await reader.notice({ kind: 'pairing', id: paired, change: 'updated' })
    await reader.notice({ kind: 'discovery', id: scene.gatewayId, site_id: scene.siteId })
  }
  expect(await byViewer.notice({ kind: 'inbox' })).toMatchObject({ id: own, ...nowhere })
  expect(await byOperator.notice({ kind: 'inbox' })).toMatchObject({ id: other, change: 'created' })
  for (const reader of [byOperator, byViewer, byKey])
    await reader.notice({ kind: 'event', id: scene.eventId })
  const told = (reader: typeof byViewer) => new Set(reader.notices.map(({ kind, id }) => `${kind} ${id}`))
  expect([...told(byViewer)].filter((name) => /delivery|pairing|discovery|inbox/.test(name))).toEqual([
    `inbox ${own}`,
  ])
  expect([...told(byKey)].some((name) => name.startsWith('inbox'))).toBe(false)
  expect(told(byOperator).has(`inbox ${own}`)).toBe(false)
})

test('they are told after a break too, and a lower role hears no more of them', async () => {
  const { world, scene } = here
  const person = await scene.org.signIn('operator')
  let lastId: string | null
  {
    await using reader = await ready(await here.listen(person))
    lastId = reader.lastId
  }
  await deliver(`next_at = now() + interval '2 hours'`)
  await using again = await ready(await here.listen(person, lastId))
  expect(again.notices.map(({ kind }) => kind)).toEqual(['delivery'])
  const owner = await scene.org.signIn('owner')
  const url = `/api/v1/users/${person.caller.userId}`
  const put = { method: 'PUT', url: `${url}/site-access`, payload: { site_ids: [scene.siteId] } } as const
  await world.call(owner, put)
  const demoted = await world.call(owner, { method: 'PATCH', url, payload: { role: 'viewer' } })
  expect(demoted.statusCode, demoted.body).toBe(200)
  expect(await again.named('reset')).toMatchObject({ data: { reason: 'access' } })
  again.events.length = 0
  await deliver(`next_at = now() + interval '3 hours'`)
  await touch()
  await again.notice({ kind: 'event', id: scene.eventId })
  expect(again.notices.map(({ kind }) => kind)).toEqual(['event'])
})

test('nothing of them goes to another organisation', async () => {
  const { world, scene } = here
  const abroad = await world.createOrg()
  await using reader = await ready(await here.listen(await abroad.signIn('owner')))
  await using own = await ready(await here.listen(await scene.org.signIn('owner')))
  await deliver(`next_at = now() + interval '4 hours'`)
  await own.notice({ kind: 'delivery' })
  await world.test.query(`update sites set name = name where org_id = $1`, [abroad.orgId])
  expect(reader.notices).toEqual([])
})
