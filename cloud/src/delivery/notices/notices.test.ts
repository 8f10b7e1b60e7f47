import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeReader } from '#testing/notice-reader.js'
import { setScene } from '#testing/scene.js'
import { createTestApp } from '#testing/test-app.js'
import { signInAs } from '#testing/test-user.js'
import { encodeUpdateToken, readMoment } from '../../identity/changes/changes.service.js'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox } from '../../platform/secrets/secret-box.js'
import { type NoticeWorld, openNoticeWorld, ready } from './notices.fixture.js'

let here: NoticeWorld
beforeAll(async () => {
  here = await openNoticeWorld()
})
afterAll(() => here[Symbol.asyncDispose]())

/** Changes something that every reader of the event sees. */
const touch = (eventId: string) =>
  here.world.test.query('update events set starred = not starred where id = $1', [eventId])

test('what changes is told by its kind and id, each once, and with no content', async () => {
  const { world, scene } = here
  const { eventId, cameraId, siteId, alertId, gatewayId, orgId } = scene
  await using reader = await ready(await here.listen(await scene.org.signIn('viewer', [siteId])))
  expect(reader.headers.get('content-type')).toBe('text/event-stream')
  expect(reader.headers.get('x-accel-buffering')).toBe('no')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  const at = { site_id: siteId, camera_id: cameraId }
  await world.test.query(`update events set starred = not starred where id = $1`, [eventId])
  expect(await reader.notice({ kind: 'event' })).toEqual({
    kind: 'event',
    change: 'updated',
    id: eventId,
    ...at,
  })
  await world.test.query(`update events set clip_status = 'expired' where id = $1`, [eventId])
  expect(await reader.notice({ kind: 'clip' })).toEqual({
    kind: 'clip',
    change: 'updated',
    id: eventId,
    ...at,
  })
  await world.test.query(`update alerts set status = 'resolved' where id = $1`, [alertId])
  expect(await reader.notice({ kind: 'alert' })).toEqual({
    kind: 'alert',
    change: 'updated',
    id: alertId,
    ...at,
  })
  await world.test.query(`update cameras set status = 'error' where id = $1`, [cameraId])
  expect(await reader.notice({ kind: 'camera' })).toEqual({
    kind: 'camera',
    change: 'updated',
    id: cameraId,
    ...at,
  })
  await world.test.query(`update gateways set status = 'offline', last_heartbeat_at = now() where id = $1`, [
    gatewayId,
  ])
  expect(await reader.notice({ kind: 'gateway' })).toEqual({
    kind: 'gateway',
    change: 'updated',
    id: gatewayId,
    site_id: siteId,
    camera_id: null,
  })
  await world.test.query(
    `insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_name, mode, pass_mode)
     values ($1, gen_random_uuid(), $2, 77, 'requested', 'system', 'Test', 'multi_frame', 'one_pass')`,
    [orgId, eventId],
  )
  expect(await reader.notice({ kind: 'analysis' })).toEqual({
    kind: 'analysis',
    change: 'created',
    id: eventId,
    ...at,
  })
  expect(reader.notices).toHaveLength(6)
})

test('that rules have judged an event is told once, as a change of its analysis', async () => {
  const { world, scene } = here
  const { orgId, eventId } = scene
  await using reader = await ready(await here.listen(await scene.org.signIn('owner')))
  await world.test.query(
    `insert into rule_judgements (org_id, id, event_id, run) values ($1, gen_random_uuid(), $2, 78)`,
    [orgId, eventId],
  )
  const judge = (change: string) =>
    world.test.query(`update rule_judgements set ${change} where event_id = $1 and run = 78`, [eventId])
  await judge(`attempt = attempt + 1`)
  await judge(`status = 'judged'`)
  expect(await reader.notice({ kind: 'analysis', change: 'updated' })).toMatchObject({ id: eventId })
  expect(reader.notices).toHaveLength(1)
})

test('what nobody can see of a camera or a gateway is not told', async () => {
  const { world, scene } = here
  await using reader = await ready(await here.listen(await scene.org.signIn('owner')))
  await world.test.query(
    `update gateways set last_heartbeat_at = now() + interval '1 s', storage = '{}' where id = $1`,
    [scene.gatewayId],
  )
  await world.test.query(
    `update cameras set reported_at = now() + interval '1 s', diagnostics = '{"a": 1}' where id = $1`,
    [scene.cameraId],
  )
  await world.test.query(`update events set starred = starred where id = $1`, [scene.eventId])
  await world.test.query(`update cameras set name = 'Back door' where id = $1`, [scene.cameraId])
  await reader.notice({ kind: 'camera' })
  expect(reader.notices).toHaveLength(1)
})

test('figures of a gateway are told where they say something else, and not where they merely move', async () => {
  const { world, scene } = here
  const { gatewayId, orgId } = scene
  const change = (columns: string) =>
    world.test.query(`update gateway_telemetry set reported_at = now(), ${columns} where gateway_id = $1`, [
      gatewayId,
    ])
  await using reader = await ready(await here.listen(await scene.org.signIn('owner')))
  const ofGateway = () => reader.notices.filter(({ kind }) => kind === 'gateway')
  const told = (times: number) => reader.event(() => ofGateway().length >= times)
  await world.test.query(
    `insert into gateway_telemetry (org_id, gateway_id, reported_at, waiting_clips, cpu_percent)
     values ($1, $2, now(), 0, 20) on conflict (org_id, gateway_id)
     do update set reported_at = now() + interval '1 h', waiting_clips = 0, cpu_percent = 20`,
    [orgId, gatewayId],
  )
  await told(1)
  await change('cpu_percent = 40, memory_mb = 700, waiting_clips = 0')
  await change('waiting_clips = 1')
  await told(2)
  await world.test.query(`update gateways set storage = '{"level": "low"}' where id = $1`, [gatewayId])
  await told(3)
  await world.test.query(`update gateways set storage = '{"level": "low", "used_mb": 3}' where id = $1`, [
    gatewayId,
  ])
  await world.test.query(`update gateways set clock_synced = false where id = $1`, [gatewayId])
  await told(4)
  await world.test.query(`update cameras set name = 'Front door' where id = $1`, [scene.cameraId])
  await reader.notice({ kind: 'camera' })
  expect(ofGateway()).toHaveLength(4)
})

test('an event is told when it becomes visible, and when it is deleted', async () => {
  const { world, scene } = here
  await using reader = await ready(await here.listen(await scene.org.signIn('owner')))
  const copied = await world.test.query<{ id: string }>(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, awaiting_answer, visible)
     select org_id, gen_random_uuid(), camera_id, site_id, event_category, 'manual', now(), true, false
     from events where id = $1 returning id`,
    [scene.eventId],
  )
  const id = copied[0]?.id ?? ''
  await world.test.query(`update events set notes = 'unseen' where id = $1`, [id])
  await world.test.query(`update events set awaiting_answer = false, visible = true where id = $1`, [id])
  expect(await reader.notice({ id })).toMatchObject({ kind: 'event', change: 'created' })
  await world.test.query(`update events set deleted_at = now() where id = $1`, [id])
  await reader.notice({ id, change: 'removed' })
  await world.test.query(`delete from event_texts where event_id = $1`, [id])
  await world.test.query(`delete from events where id = $1`, [id])
  await touch(scene.eventId)
  await reader.notice({ id: scene.eventId })
  expect(reader.notices.filter((notice) => notice.id === id)).toHaveLength(2)
})

test('a camera that moves is gone for those of its old site, there for those of the new one, and once for both', async () => {
  const { world, scene } = here
  const { siteId, emptySiteId, cameraId } = scene
  await using old = await ready(await here.listen(await scene.org.signIn('viewer', [siteId])))
  await using next = await ready(await here.listen(await scene.org.signIn('viewer', [emptySiteId])))
  await using both = await ready(await here.listen(await scene.org.signIn('viewer', [siteId, emptySiteId])))
  await using owner = await ready(await here.listen(await scene.org.signIn('owner')))
  await world.test.query('update cameras set site_id = $2 where id = $1', [cameraId, emptySiteId])
  expect(await old.notice({ id: cameraId })).toMatchObject({ change: 'removed', site_id: siteId })
  for (const reader of [next, both, owner])
    expect(await reader.notice({ id: cameraId })).toMatchObject({ change: 'updated', site_id: emptySiteId })
  await world.test.query('update cameras set site_id = $2 where id = $1', [cameraId, siteId])
  await next.notice({ id: cameraId, change: 'removed' })
  await owner.notice({ id: cameraId, site_id: siteId })
  expect(owner.notices.map(({ change }) => change)).toEqual(['updated', 'updated'])
})

test('nothing is told of another organisation, or of sites of others', async () => {
  const { world, scene } = here
  const abroad = await setScene(world)
  await using foreigner = await ready(await here.listen(await abroad.org.signIn('owner')))
  await using elsewhere = await ready(
    await here.listen(await scene.org.makeKey('viewer', [scene.emptySiteId])),
  )
  await using owner = await ready(await here.listen(await scene.org.signIn('owner')))
  await touch(scene.eventId)
  await owner.notice({ id: scene.eventId })
  // What is told in turn comes after what would have been told before.
  await touch(abroad.eventId)
  await foreigner.notice({ id: abroad.eventId })
  await world.test.query(`update cameras set name = 'Moved' , site_id = $2 where id = $1`, [
    scene.cameraId,
    scene.emptySiteId,
  ])
  await elsewhere.notice({ id: scene.cameraId })
  await world.test.query(`update cameras set site_id = $2 where id = $1`, [scene.cameraId, scene.siteId])
  expect(foreigner.notices.map(({ id }) => id)).toEqual([abroad.eventId])
  expect(elsewhere.notices.map(({ id }) => id)).not.toContain(scene.eventId)
})

test('goes on from Last-Event-ID, and is told a transaction that began before it and commits late', async () => {
  const { world, scene } = here
  const owner = await scene.org.signIn('owner')
  const late = new pg.Client({ connectionString: world.test.address.url })
  await late.connect()
  try {
    await late.query('begin')
    await late.query(`update alerts set status = 'acknowledged' where id = $1`, [scene.alertId])
    let lastId: string | null
    {
      await using reader = await ready(await here.listen(owner))
      await touch(scene.eventId)
      await reader.notice({ id: scene.eventId })
      lastId = reader.lastId
    }
    await touch(scene.eventId)
    await late.query('commit')
    await using again = await ready(await here.listen(owner, lastId))
    expect(again.events.at(-1)).toMatchObject({ name: 'ready', data: { resumed: true } })
    expect(again.notices.map(({ kind }) => kind).toSorted()).toEqual(['alert', 'event'])
    await using third = await ready(await here.listen(owner, again.lastId))
    expect(third.notices).toEqual([])
  } finally {
    await late.end()
  }
})

test('a long transaction holds up nobody, and is told when it commits', async () => {
  const { world, scene } = here
  await using reader = await ready(await here.listen(await scene.org.signIn('owner')))
  const late = new pg.Client({ connectionString: world.test.address.url })
  await late.connect()
  try {
    await late.query('begin')
    await late.query(`update alerts set status = 'new' where id = $1`, [scene.alertId])
    await touch(scene.eventId)
    await reader.notice({ id: scene.eventId })
    await late.query('commit')
    await reader.notice({ id: scene.alertId })
  } finally {
    await late.end()
  }
})

test('a node tells what another one changed', async () => {
  const { world, scene } = here
  const other = await createTestApp({ test: world.test })
  try {
    const owner = await scene.org.signIn('owner')
    await using reader = await ready(await here.listen(owner))
    const answer = await other.call(await signInAs(other.platform, scene.orgId, 'owner'), {
      method: 'PATCH',
      url: `/api/v1/events/${scene.eventId}`,
      payload: { notes: 'from elsewhere' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await reader.notice({ id: scene.eventId })
  } finally {
    await other.app.close()
    await other.services[Symbol.asyncDispose]()
  }
})

test('where much changes it is told together, each 100 ms at most', async () => {
  const { world, scene } = here
  const owner = await scene.org.signIn('owner')
  await using reader = await ready(await here.listen(owner))
  const url = `/api/v1/events/${scene.eventId}`
  const from = performance.now()
  for (let change = 0; change < 40; change += 1)
    await world.call(owner, { method: 'PATCH', url, payload: { notes: `change ${change}` } })
  await world.test.query(`update alerts set status = 'acknowledged' where id = $1`, [scene.alertId])
  await reader.notice({ kind: 'alert' })
  const timesTold = new Set(reader.events.flatMap(({ name, id }) => (name === 'change' && id ? [id] : [])))
    .size
  expect(timesTold).toBeLessThanOrEqual((performance.now() - from) / 100 + 1)
})

test('a token that nobody here made is refused, and one that is too old says to read again', async () => {
  const { world, scene } = here
  const owner = await scene.org.signIn('owner')
  const abroad = await setScene(world)
  let foreign: string | null
  {
    await using reader = await ready(await here.listen(await abroad.org.signIn('owner')))
    foreign = reader.lastId
  }
  for (const bad of ['x', 'a'.repeat(300), foreign]) {
    await using refused = await here.listen(owner, bad)
    expect(refused.status).toBe(400)
    await refused.ended
  }
  let own: string | null
  {
    await using reader = await ready(await here.listen(owner))
    own = reader.lastId
  }
  await world.test.query(`update change_lineage set id = gen_random_uuid()`)
  const ofGoneKey = encodeUpdateToken(
    createSecretBox(openKeyRing(randomBytes(32).toString('hex'))),
    scene.orgId,
    await readMoment(world.test.database.forOrg(scene.orgId)),
  )
  for (const old of [own, ofGoneKey]) {
    await using again = await ready(await here.listen(owner, old))
    expect(again.events.map(({ name, data }) => [name, data])).toEqual([
      ['reset', { reason: 'token_too_old' }],
      ['resync', { reason: 'token_too_old' }],
      ['ready', { resumed: false }],
    ])
    await touch(scene.eventId)
    await again.notice({ id: scene.eventId })
  }
})

test('a token from before changes that were forgotten says to read again', async () => {
  const { world, scene } = here
  const owner = await scene.org.signIn('owner')
  let own: string | null
  {
    await using reader = await ready(await here.listen(owner))
    own = reader.lastId
  }
  await touch(scene.eventId)
  await world.test.query('delete from changes where org_id = $1', [scene.orgId])
  await using again = await ready(await here.listen(owner, own))
  expect(again.events.map(({ name }) => name)).toEqual(['reset', 'resync', 'ready'])
})

test('more than is told one by one is one reset', async () => {
  const { world, scene } = here
  const owner = await scene.org.signIn('owner')
  await using listening = await ready(await here.listen(owner))
  const since = listening.lastId
  await world.test.query(
    `insert into changes (org_id, kind, change, id, site_id)
     select $1, 'camera', 'updated', gen_random_uuid(), $2 from generate_series(1, 1200)`,
    [scene.orgId, scene.siteId],
  )
  for (const name of ['reset', 'resync'])
    expect(await listening.named(name)).toMatchObject({ data: { reason: 'too_many' } })
  await using again = await ready(await here.listen(owner, since))
  expect(again.events.map(({ name }) => name)).toEqual(['reset', 'resync', 'ready'])
  await touch(scene.eventId)
  await again.notice({ id: scene.eventId })
})

test('a reader that does not read is cut, others hear on, and it resumes', async () => {
  const { world, scene, url } = here
  const owner = await scene.org.signIn('owner')
  await using good = await ready(await here.listen(owner))
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET /api/v1/notices HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\n\r\n`)
  await once(socket, 'readable')
  socket.pause()
  const before = world.services.notices.size
  for (let round = 1; world.services.notices.size >= before; round += 1) {
    expect(round).toBeLessThan(500)
    const last = randomUUID()
    await world.test.query(
      `insert into changes (org_id, kind, change, id, site_id)
       select $1, 'camera', 'updated', case n when 900 then $3 else gen_random_uuid() end, $2
       from generate_series(1, 900) n order by n`,
      [scene.orgId, scene.siteId, last],
    )
    await good.notice({ id: last })
    good.events.length = 0
  }
  socket.destroy()
  await touch(scene.eventId)
  await good.notice({ id: scene.eventId })
  const metrics = await world.platform.metrics.expose()
  expect(metrics.text).toContain('sightline_notice_streams_ended_total{reason="slow"} 1')
}, 120_000)

test('the example of docs/notices.md hears what changes', async () => {
  const page = await readFile(new URL('../../../../docs/notices.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n([^]*?)```/.exec(page) ?? []
  const owner = await here.scene.org.signIn('owner')
  const heard: unknown[] = []
  let token: string | null = owner.token
  const { default: listen } = await import(
    `data:text/javascript,${encodeURIComponent(`export default ${example}`)}`
  )
  const listening = listen(
    here.url,
    async () => token,
    (event: string, data: unknown) => heard.push([event, data]),
  )
  await expect.poll(() => heard).toEqual([['ready', { resumed: false }]])
  await touch(here.scene.eventId)
  await expect.poll(() => heard[1]).toMatchObject(['change', { kind: 'event', id: here.scene.eventId }])
  token = null
  await here.world.call(owner, { method: 'POST', url: '/api/v1/auth/logout' })
  await listening
  expect(heard[2]).toEqual(['end', { reason: 'signed_out' }])
})

test('one person listens so often, and no more', async () => {
  const owner = await here.scene.org.signIn('owner')
  const readers: NoticeReader[] = []
  try {
    for (let n = 0; n < 20; n += 1) readers.push(await ready(await here.listen(owner)))
    await using refused = await here.listen(owner)
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('x-ratelimit-limit'),
    ]).toEqual([429, '10', '20'])
    await readers.pop()?.[Symbol.asyncDispose]()
    await expect
      .poll(async () => {
        const again = await here.listen(owner)
        readers.push(again)
        return again.status
      })
      .toBe(200)
  } finally {
    for (const reader of readers) await reader[Symbol.asyncDispose]()
  }
})
