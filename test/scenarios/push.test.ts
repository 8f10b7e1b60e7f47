import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushBrowser, PushService } from '../fakes/push-service/index.js'
import { ApiClient, startWorld, until, type World } from '../harness/index.js'

/** A message as the service worker of the console reads it. */
const read = (text: string | undefined) => JSON.parse(text ?? 'null') as Record<string, unknown>

describe('messages to browsers', () => {
  let world: World
  let service: PushService
  let serverKey: string

  beforeAll(async () => {
    world = await startWorld({
      cameras: [{ name: 'Gate' }],
      cloudEnv: { VAPID_SUBJECT: 'mailto:ops@example.com', TESTS_PER_MINUTE: '1000' },
    })
    service = await PushService.start(world.receiver.certificate)
    const settings = await world.api.get('/api/v1/push/settings')
    expect(settings.body).toMatchObject({ available: true, rules: [] })
    serverKey = settings.body.public_key
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await world?.close()
  })

  /** A browser that allowed messages. */
  async function allow(api = world.api): Promise<{ browser: PushBrowser; id: string }> {
    const browser = service.subscribe(serverKey)
    const made = await api.post('/api/v1/push/subscriptions', browser.subscription)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return { browser, id: String(made.body.id) }
  }

  const test = async (id: string) => {
    const { status, body } = await world.api.post(`/api/v1/push/subscriptions/${id}/test`)
    expect(status, JSON.stringify(body)).toBe(202)
  }
  const listed = async () =>
    (await world.api.get('/api/v1/push/subscriptions')).body.data as {
      id: string
      failure: string | null
      last_sent_at: string | null
    }[]
  const one = async (id: string) => (await listed()).find((each) => each.id === id)
  const takenBy = ({ subscription }: PushBrowser) =>
    service.taken.filter(({ endpoint }) => endpoint === subscription.endpoint)
  const waiting = () =>
    world.database.query<{ attempt: number; wait: number; last_error: string | null }>(
      `select attempt, extract(epoch from next_at - now())::float as wait, last_error from outgoing_pushes
       where status = 'pending' and lease_until is null`,
    )
  /** As if the wait before the next attempt was over. */
  const hurry = () =>
    world.database.query(`update outgoing_pushes set next_at = now() where status = 'pending'`)
  const ended = (status: string) =>
    until(`all messages have ended, the last as ${status}`, async () => {
      const rows = await world.database.query<{ status: string }>(
        'select status from outgoing_pushes order by created_at desc',
      )
      return rows.every((row) => row.status !== 'pending') && rows[0]?.status === status
    })

  /** As if the alerts so far were of an hour ago. */
  const afterCooldown = () =>
    world.database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)
  const untilClipOf = (triggered: { event_id: string }) => world.untilClip(triggered.event_id)

  it('come sealed for the browser alone, from who the browser subscribed to', async () => {
    const { browser, id } = await allow()
    await test(id)
    await until('it is taken', () => takenBy(browser).length === 1)
    const [push] = takenBy(browser)
    expect(read(push?.text)).toMatchObject({ kind: 'test', address: '/me', language: 'en' })
    expect(Number(push?.headers['ttl'])).toBeGreaterThan(80_000)
    await ended('sent')
    expect((await one(id))?.last_sent_at).not.toBeNull()
    expect(service.wrongs).toEqual([])
  })

  it('end where the browser is gone (410): nothing more is sent there', async () => {
    const { browser, id } = await allow()
    service.forget(browser)
    await test(id)
    await until('it is forgotten', async () => (await one(id)) === undefined)
    await ended('dropped')
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 110, /answered 429/],
    ['503', { status: 503 }, 5, /answered 503/],
    ['a broken connection', 'drop', 5, /broke/],
  ] as const)('after %s they come later, and once', async (_, answer, leastSec, reason) => {
    const { browser, id } = await allow()
    service.answer(answer)
    await test(id)
    const [row] = await until('it waits', async () => {
      const rows = await waiting()
      return rows.some(({ wait }) => wait > 1) ? rows : null
    })
    expect(row?.wait).toBeGreaterThan(leastSec)
    expect(row?.last_error).toMatch(reason)
    expect((await one(id))?.failure).toMatch(reason)
    await hurry()
    await ended('sent')
    expect(takenBy(browser).length).toBe(2)
    expect((await one(id))?.failure).toBeNull()
  })

  it('a push service that is slow keeps no other browser waiting, and gets it again later', async () => {
    const slow = await allow()
    const quick = await allow()
    service.answer('hang')
    await test(slow.id)
    await until('the slow one has it', () => takenBy(slow.browser).length === 1)
    await test(quick.id)
    await until('the quick one has it', () => takenBy(quick.browser).length === 1)
    await until('the slow one is given up for now', async () => (await one(slow.id))?.failure !== null)
    await hurry()
    await ended('sent')
    expect([takenBy(slow.browser).length, takenBy(quick.browser).length]).toEqual([2, 1])
  })

  it('what is refused for good stands beside the browser; an answer without an end changes nothing', async () => {
    const { browser, id } = await allow()
    service.answer({ status: 400 })
    await test(id)
    await ended('failed')
    expect((await one(id))?.failure).toMatch(/answered 400/)
    service.answer('babble')
    await test(id)
    await ended('sent')
    expect(takenBy(browser).length).toBe(2)
  })

  it('end with the session in which they were allowed', async () => {
    const other = new ApiClient(world.cloud.url)
    await other.login(world.owner.email, world.owner.password)
    const { id } = await allow(other)
    expect(await one(id)).toBeDefined()
    expect((await other.post('/api/v1/auth/logout')).status).toBe(200)
    expect(await one(id)).toBeUndefined()
    expect((await world.api.post(`/api/v1/push/subscriptions/${id}/test`)).status).toBe(404)
  })

  it('tell of an alert at once, and of those that follow as one, with rule, camera, severity and address', async () => {
    for (const { id } of await listed()) await world.api.delete(`/api/v1/push/subscriptions/${id}`)
    const { browser } = await allow()
    const gone = await allow()
    service.forget(gone.browser)
    const camera = await world.addCamera(await world.onlineAgent())
    const me = (await world.api.get('/api/v1/auth/me')).body
    const rule = {
      name: 'Night watch',
      rule_kind: 'camera_event',
      severity: 'high',
      recipients: [{ user_id: me.id, channels: ['push'] }],
    }
    expect((await world.api.post('/api/v1/alert-rules', rule)).status).toBe(201)
    const { event_id: eventId } = await world.trigger(camera.id)
    const [first] = await until('the alert is told', () => {
      const taken = takenBy(browser)
      return taken.length === 1 ? taken : null
    })
    const [alert] = (await world.api.get('/api/v1/alerts')).body.data
    expect(read(first?.text)).toMatchObject({
      kind: 'alert',
      title: 'Night watch',
      source: camera.fake.options.name,
      severity: 'high',
      count: 1,
      address: `/alerts/${alert.id}`,
    })
    expect(first?.headers['urgency']).toBe('high')
    expect(first?.text).not.toContain(alert.description)

    // A camera that still records would lengthen the event.
    await world.untilClip(eventId)
    await afterCooldown()
    await untilClipOf(await world.trigger(camera.id))
    await until('the second waits for the end of the window', async () => (await waiting()).length === 1)
    expect(takenBy(browser).length).toBe(1)
    await hurry()
    await until('it is told', () => takenBy(browser).length === 2)
    const digest = takenBy(browser)[1]
    expect(read(digest?.text)).toMatchObject({
      title: 'Night watch',
      count: 2,
      tag: read(first?.text)['tag'],
    })
    expect(digest?.headers['topic']).toBe(first?.headers['topic'])

    await ended('sent')
    const [group] = (await world.api.get('/api/v1/admin/notification-groups')).body.data
    const { body } = await world.api.get(`/api/v1/admin/notification-groups/${group.id}/decisions`)
    const pushed = body.data.filter(({ channel }: { channel: string }) => channel === 'push')
    expect(pushed.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['sent', 'merged'])
    for (const { told_at: toldAt } of pushed) expect(toldAt).not.toBeNull()
    expect(service.wrongs).toEqual([])
  })

  it('are decided against where no browser allows them', async () => {
    for (const { id } of await listed()) await world.api.delete(`/api/v1/push/subscriptions/${id}`)
    await afterCooldown()
    await world.database.query('update notification_groups set is_current = false')
    const [camera] = (await world.api.get('/api/v1/cameras')).body.data
    await untilClipOf(await world.trigger(camera.id))
    await until('nobody is told', async () => {
      const [group] = (await world.api.get('/api/v1/admin/notification-groups')).body.data
      const { body } = await world.api.get(`/api/v1/admin/notification-groups/${group.id}/decisions`)
      const [decision] = body.data.filter(({ channel }: { channel: string }) => channel === 'push')
      return decision?.outcome === 'held_back' && decision.setting.name === 'push_subscriptions'
    })
  })
})
