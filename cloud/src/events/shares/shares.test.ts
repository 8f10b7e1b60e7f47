import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { SharedEvent, SharePage, ShareViewPage, ShareWithLink } from '@sightline/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type Clock, systemClock } from '../../platform/time/clock.js'
import { type EventScene, setEventScene } from '../event-scene.fixture.js'
import { objectKey } from '../media/store/blob-store.service.js'

let world: TestApp
let scene: EventScene
let operator: SignedIn
let eventId: string
let stepMs = 0
/** The machine's clock, and what a test adds to it. */
const clock: Clock = { ...systemClock, now: () => Date.now() + stepMs }
const minutes = (count: number) => count * 60_000

beforeAll(async () => {
  world = await createTestApp({ clock })
})
afterAll(async () => {
  await world.close()
  await rm(world.platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  stepMs = 0
  scene = await setEventScene(world)
  operator = await scene.org.signIn('operator')
  eventId = await scene.addEvent({
    triggered_at: new Date('2026-03-14T09:30:00.120Z'),
    summary: 'two people',
  })
  // Each test has the whole allowance of its address.
  await world.test.query(`delete from rate_buckets`)
})

const sharesUrl = () => `/api/v1/events/${eventId}/shares`

async function share(payload?: object): Promise<ShareWithLink> {
  const answer = await world.call(operator, { method: 'POST', url: sharesUrl(), ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(201)
  return ShareWithLink.strict().parse(answer.json())
}

const revoke = (id: string, who = operator) =>
  world.call(who, { method: 'DELETE', url: `${sharesUrl()}/${id}` })

/** Opens a share as somebody of whom nothing is known. */
function open(token: string, password?: string, from: { remoteAddress?: string } = {}) {
  return world.call(null, {
    url: `/api/v1/shared/${token}`,
    headers: {
      'user-agent': 'Outsider/1',
      ...(password !== undefined && { 'x-share-password': encodeURIComponent(password) }),
    },
    ...from,
  })
}

const toldBy = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error?.code]

async function views(id: string) {
  const answer = await world.call(operator, { url: `${sharesUrl()}/${id}/audit`, query: { limit: '100' } })
  expect(answer.statusCode, answer.body).toBe(200)
  return ShareViewPage.strict().parse(answer.json())
}

const outcomes = async (id: string) => (await views(id)).data.map(({ outcome }) => outcome).toReversed()

/** Puts bytes behind a medium's record. */
async function store(mediaId: string, bytes: Buffer): Promise<void> {
  const key = objectKey(scene.org.orgId, mediaId)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await world.services.mediaStore.putPart(
    mediaId,
    1,
    [bytes] as unknown as AsyncIterable<Uint8Array>,
    bytes.length,
  )
  await world.services.mediaStore.complete(mediaId, { key, parts: 1, bytes: bytes.length, sha256 })
  await world.test.query('update media set bytes = $1, sha256 = $2, key = $4 where id = $3', [
    bytes.length,
    sha256,
    mediaId,
    key,
  ])
}

const fetchMedium = (url: string, headers: Record<string, string> = {}) =>
  world.call(null, { url: url.replace('https://video.example.com', ''), headers })

describe('making one', () => {
  test('the answer shows the link once; nothing of the token is stored but its hash', async () => {
    const made = await share()
    expect(made.token).toMatch(/^[\w-]{43}$/)
    expect(made.url).toBe(`https://video.example.com/shared/${made.token}`)
    expect(made).toMatchObject({
      event_id: eventId,
      status: 'active',
      has_password: false,
      created_by: { kind: 'user', id: operator.caller.userId, name: 'Test operator' },
      revoked_at: null,
      view_count: 0,
      last_viewed_at: null,
    })
    const livesMs = Date.parse(made.expires_at) - Date.parse(made.created_at)
    expect(livesMs).toBe(7 * 24 * 3_600_000)
    const dump = JSON.stringify([
      await world.test.query('select * from event_shares where id = $1', [made.id]),
      await world.test.query('select * from share_token_lookup where share_id = $1', [made.id]),
      await scene.audit(made.id),
    ])
    expect(dump).not.toContain(made.token)
    expect(dump).not.toContain(Buffer.from(made.token).toString('hex'))
  })

  test('its making stands in the audit, without password and token', async () => {
    const made = await share({ password: 'correct horse battery' })
    expect(await scene.audit(made.id)).toEqual([
      {
        action: 'event.share_created',
        actor_kind: 'user',
        data: { event_id: eventId, has_password: true, expires_at: made.expires_at },
      },
    ])
  })

  test.each([
    { password: 'short' },
    { password: 'x'.repeat(257) },
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: new Date(Date.now() + 366 * 24 * 3_600_000).toISOString() },
    { expires_at: 'tomorrow' },
  ])('%j is refused', async (payload) => {
    const answer = await world.call(operator, { method: 'POST', url: sharesUrl(), payload })
    expect(toldBy(answer)).toEqual([400, 'validation_error'])
    expect(await scene.audit(null)).toEqual([])
  })

  test('an event has at most fifty that live', async () => {
    await world.test.query(
      `insert into event_shares (org_id, id, event_id, token_hash, created_by_kind, created_by_name, expires_at)
       select $1, gen_random_uuid(), $2, '', 'user', 'x', $3::timestamptz from generate_series(1, 49)`,
      [scene.org.orgId, eventId, new Date(Date.now() + 3_600_000)],
    )
    const both = await Promise.all(
      [1, 2].map(() => world.call(operator, { method: 'POST', url: sharesUrl() })),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('an organisation makes sixty with a password a minute, for hashing one keeps others waiting', async () => {
    const key = `share-password:${scene.org.orgId}`
    const statusWith = async (password: string | null) =>
      (await world.call(operator, { method: 'POST', url: sharesUrl(), payload: { password } })).statusCode
    expect(await statusWith('one of many')).toBe(201)
    const [bucket] = await world.test.query<{ tokens: number }>(
      `select tokens from rate_buckets where key = $1`,
      [key],
    )
    expect(bucket?.tokens).toBe(59)
    // So empty that no token comes back while a slow machine answers.
    await world.test.query(`update rate_buckets set tokens = -60 where key = $1`, [key])
    expect(await statusWith('one too many')).toBe(429)
    expect(await statusWith(null)).toBe(201)
  })

  test('operators do; viewers may not, strangers find nothing', async () => {
    const { id } = await share()
    const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
    const stranger = await (await world.createOrg()).signIn('owner')
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 404],
      [null, 401],
    ] as const) {
      expect((await world.call(who, { method: 'POST', url: sharesUrl() })).statusCode).toBe(status)
      expect(await scene.statusOf(sharesUrl(), {}, who)).toBe(status)
      expect(await scene.statusOf(`${sharesUrl()}/${id}/audit`, {}, who)).toBe(status)
      expect((await world.call(who, { method: 'DELETE', url: `${sharesUrl()}/${id}` })).statusCode).toBe(
        status,
      )
    }
    expect((await open((await share()).token)).statusCode).toBe(200)
  })
})

describe('opening one', () => {
  test('shows the event, and of the organisation nothing else', async () => {
    await scene.addMedia(eventId, 'clip')
    await scene.addMedia(eventId, 'snapshot')
    await world.test.query(
      `update events set notes = 'secret note', raw_data = '{"secret":1}' where id = $1`,
      [eventId],
    )
    const { token, expires_at } = await share()
    const answer = await open(token)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const shown = SharedEvent.strict().parse(answer.json())
    expect(shown).toMatchObject({
      camera_name: 'Front door',
      event_category: 'motion',
      triggered_at: '2026-03-14T09:30:00.120Z',
      summary: 'two people',
      clip_status: 'ready',
      clip_content_type: 'video/mp4',
      clip_bytes: 1234,
      timezone: 'UTC',
      expires_at,
    })
    for (const hidden of [eventId, scene.cameraId, scene.org.siteId, operator.caller.userId, 'secret']) {
      expect(answer.body).not.toContain(hidden)
    }
  })

  test('an event without media is shown without', async () => {
    const shown = SharedEvent.parse((await open((await share()).token)).json())
    expect([shown.clip_url, shown.snapshot_url, shown.clip_status]).toEqual([null, null, 'recording'])
  })

  test('an unknown token is missing, in whatever form', async () => {
    for (const token of ['x'.repeat(43), 'x', 'x'.repeat(256), '..%2f', (await share()).token.slice(0, -1)]) {
      expect(toldBy(await open(token))).toEqual([404, 'not_found'])
    }
  })

  test('is counted, and stands in its audit with address and user agent', async () => {
    const { id, token } = await share()
    await open(token, undefined, { remoteAddress: '203.0.113.7' })
    await open(token)
    const { data, total, next_cursor } = await views(id)
    expect([total, next_cursor]).toEqual([2, null])
    expect(data[1]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      outcome: 'viewed',
      address: '203.0.113.7',
      user_agent: 'Outsider/1',
    })
    const [listed] = SharePage.strict().parse((await world.call(operator, { url: sharesUrl() })).json()).data
    expect(listed).toMatchObject({ id, view_count: 2, last_viewed_at: expect.any(String) })
  })

  test('sixty a minute from one address', async () => {
    const { token } = await share()
    const from = { remoteAddress: '203.0.113.8' }
    expect((await open(token, undefined, from)).statusCode).toBe(200)
    const key = 'shared:203.0.113.8'
    expect(await world.test.query('select tokens from rate_buckets where key = $1', [key])).toEqual([
      { tokens: 59 },
    ])
    // A bucket that is filled from an hour on stays empty, however slow the machine is.
    await world.test.query(
      `update rate_buckets set tokens = 0, refilled_at = now() + interval '1 hour' where key = $1`,
      [key],
    )
    const answer = await open(token, undefined, from)
    expect(toldBy(answer)).toEqual([429, 'rate_limited'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await open(token, undefined, { remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
  })
})

describe('what ends it', () => {
  test('revoking, at once; a repeat changes nothing', async () => {
    const { id, token } = await share()
    expect((await revoke(id)).json()).toEqual({ message: expect.any(String) })
    expect(toldBy(await open(token))).toEqual([410, 'gone'])
    expect((await revoke(id)).statusCode).toBe(200)
    expect((await scene.audit(id)).map(({ action }) => action)).toEqual([
      'event.share_created',
      'event.share_revoked',
      'event.share_refused',
    ])
    const [listed] = SharePage.parse((await world.call(operator, { url: sharesUrl() })).json()).data
    expect(listed).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) })
  })

  test('its time, and the end of its event; a stranger is told the same', async () => {
    const short = await share({ expires_at: new Date(Date.now() + minutes(10)).toISOString() })
    const revoked = await share()
    const orphaned = await share()
    await revoke(revoked.id)
    stepMs = minutes(10)
    const answers = [await open(short.token), await open(revoked.token)]
    expect(await outcomes(short.id)).toEqual(['expired'])
    expect(await outcomes(revoked.id)).toEqual(['revoked'])
    await world.call(scene.owner, { method: 'DELETE', url: `/api/v1/events/${eventId}` })
    answers.push(await open(orphaned.token))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(toldBy(answers[0] ?? (await open('x')))).toEqual([410, 'gone'])
  })

  test("a share of another event is not this event's", async () => {
    const { id } = await share()
    eventId = await scene.addEvent()
    expect((await revoke(id)).statusCode).toBe(404)
    expect(await scene.statusOf(`${sharesUrl()}/${id}/audit`)).toBe(404)
  })
})

describe('a password', () => {
  const password = 'pässword 100% ✓'

  test('is asked for, and opens by header or body', async () => {
    const { id, token } = await share({ password })
    expect(toldBy(await open(token))).toEqual([401, 'auth_required'])
    expect(toldBy(await open(token, 'not it'))).toEqual([401, 'auth_required'])
    expect((await open(token, password)).statusCode).toBe(200)
    const url = `/api/v1/shared/${token}`
    expect((await world.call(null, { method: 'POST', url, payload: { password } })).statusCode).toBe(200)
    expect((await world.call(null, { method: 'POST', url, payload: { password: 'no' } })).statusCode).toBe(
      401,
    )
    const malformed = await world.call(null, { url, headers: { 'x-share-password': '%E0%A4%A' } })
    expect(malformed.statusCode).toBe(401)
    expect(await outcomes(id)).toEqual([
      'password_missing',
      'password_wrong',
      'viewed',
      'viewed',
      'password_wrong',
      'password_wrong',
    ])
  })

  test('is the same from a system that composes its letters differently, in header and body', async () => {
    const { token } = await share({ password: password.normalize('NFD') })
    expect((await open(token, password)).statusCode).toBe(200)
    expect((await open(token, password.normalize('NFD'))).statusCode).toBe(200)
    const url = `/api/v1/shared/${token}`
    expect((await world.call(null, { method: 'POST', url, payload: { password } })).statusCode).toBe(200)
  })

  test('that was hashed as a Mac composed it is taken from Windows, and hashed anew', async () => {
    const { id, token } = await share({ password })
    const [mac, windows] = [password.normalize('NFD'), password.normalize('NFC')]
    const before = await argonHash(mac, { memoryCost: 8, timeCost: 1 })
    await world.test.query('update event_shares set password_hash = $2 where id = $1', [id, before])
    expect((await open(token, windows)).statusCode).toBe(200)
    const rows = await world.test.query<{ hash: string }>(
      'select password_hash as hash from event_shares where id = $1',
      [id],
    )
    expect(await argonVerify(rows[0]?.hash ?? '', windows)).toBe(true)
  })

  test('five wrong ones lock the share for a quarter of an hour, also for the right one', async () => {
    const { id, token } = await share({ password })
    for (let n = 0; n < 5; n += 1) expect((await open(token, `wrong ${n}`)).statusCode).toBe(401)
    const locked = await open(token, password)
    expect(toldBy(locked)).toEqual([423, 'locked'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890)
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900)
    const [listed] = SharePage.parse((await world.call(operator, { url: sharesUrl() })).json()).data
    expect(listed?.status).toBe('locked')
    stepMs = minutes(15)
    expect((await open(token, 'wrong again')).statusCode).toBe(401)
    expect((await open(token, password)).statusCode).toBe(200)
    // The operator's access token has expired by then.
    stepMs = 0
    expect(await outcomes(id)).toEqual([
      ...Array.from({ length: 5 }, () => 'password_wrong'),
      'locked',
      'password_wrong',
      'viewed',
    ])
  })

  test('a right one forgives the wrong ones before it', async () => {
    const { token } = await share({ password })
    for (const _ of [1, 2, 3]) {
      for (let n = 0; n < 4; n += 1) await open(token, 'wrong')
      expect((await open(token, password)).statusCode).toBe(200)
    }
  })

  test('of forty guesses at once five are looked at', async () => {
    const { id, token } = await share({ password })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => open(token, `guess ${n}`)))
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect([count(401), count(423)]).toEqual([5, 35])
    expect((await outcomes(id)).filter((outcome) => outcome === 'password_wrong')).toHaveLength(5)
  })
})

describe('its media', () => {
  let made: ShareWithLink
  let shown: SharedEvent
  const bytes = Buffer.from('the bytes of a clip')

  beforeEach(async () => {
    await store(await scene.addMedia(eventId, 'clip'), bytes)
    await store(await scene.addMedia(eventId, 'snapshot'), bytes)
    made = await share()
    shown = SharedEvent.parse((await open(made.token)).json())
  })
  const clip = () => shown.clip_url ?? ''

  test('is fetched by links that live five minutes, and is kept by nobody', async () => {
    const answer = await fetchMedium(clip())
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, bytes])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect((await fetchMedium(clip(), { range: 'bytes=4-8' })).body).toBe('bytes')
    expect((await fetchMedium(shown.snapshot_url ?? '')).statusCode).toBe(200)
    stepMs = minutes(5) - 2000
    expect((await fetchMedium(clip())).statusCode).toBe(200)
    stepMs = minutes(5)
    expect((await fetchMedium(clip())).statusCode).toBe(410)
    expect(Date.parse(shown.media_expires_at) - Date.now()).toBeLessThanOrEqual(minutes(5))
  })

  test('revoking acts on the next fetch', async () => {
    await revoke(made.id)
    expect(toldBy(await fetchMedium(clip()))).toEqual([410, 'gone'])
    expect((await fetchMedium(clip(), { range: 'bytes=4-8' })).statusCode).toBe(410)
  })

  test('so does the end of its time, though the link would live longer', async () => {
    await world.test.query(`update event_shares set expires_at = now() + interval '1 minute' where id = $1`, [
      made.id,
    ])
    stepMs = minutes(1) + 1000
    expect(toldBy(await fetchMedium(clip()))).toEqual([410, 'gone'])
  })

  test('links end with the share, if that is sooner', async () => {
    const short = await share({ expires_at: new Date(Date.now() + minutes(2)).toISOString() })
    const event = SharedEvent.parse((await open(short.token)).json())
    const expires = Number(new URL(event.clip_url ?? '').searchParams.get('exp')) * 1000
    expect(expires).toBeLessThanOrEqual(Date.parse(short.expires_at) + 1000)
  })

  test('a link is bound to its share', async () => {
    const other = await share()
    for (const forged of [
      clip().replace(made.id, other.id),
      clip().replace(/&to=[^&]+/, ''),
      clip().replace('&to=share.', '&to=user.'),
      clip().replace(/exp=\d+/, (exp) => `exp=${Number(exp.slice(4)) + 1}`),
    ]) {
      expect(toldBy(await fetchMedium(forged))).toEqual([403, 'forbidden'])
    }
  })

  test('the pictures that an analysis looked at are no part of it, whoever signed a link', async () => {
    const frame = await scene.addMedia(eventId, 'snapshot')
    await store(frame, bytes)
    await world.test.query(
      `update media set kind = 'frame', run_id = gen_random_uuid(), taken_at = now() where id = $1`,
      [frame],
    )
    const links = world.services.mediaLinks
    expect((await fetchMedium(links.urlOf(scene.org.orgId, frame))).statusCode).toBe(200)
    const shared = links.urlFor(scene.org.orgId, frame, 60, `share.${made.id}`).url
    expect(toldBy(await fetchMedium(shared))).toEqual([410, 'gone'])
    expect(await outcomes(made.id)).toEqual(['viewed'])
  })

  test('a lock bars new views, not what is being watched', async () => {
    await world.test.query(
      `update event_shares set locked_until = now() + interval '10 minutes' where id = $1`,
      [made.id],
    )
    expect((await fetchMedium(clip())).statusCode).toBe(200)
  })

  test('who fetched it stands in the audit, once a link and address', async () => {
    for (const range of ['bytes=0-3', 'bytes=4-8', 'bytes=0-']) await fetchMedium(clip(), { range })
    await fetchMedium(shown.snapshot_url ?? '')
    await world.call(null, { method: 'HEAD', url: clip().replace('https://video.example.com', '') })
    expect(await outcomes(made.id)).toEqual(['viewed', 'clip_fetched', 'snapshot_fetched'])
  })
})

test('pages of shares and of views neither repeat nor skip', async () => {
  const made = []
  for (let n = 0; n < 5; n += 1) made.push((await share()).id)
  const [first] = made
  for (let n = 0; n < 5; n += 1) await open((await share()).token)
  const pagesOf = async (url: string) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor !== null && { cursor }) }
      const page = (await world.call(operator, { url, query })).json()
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    return seen
  }
  const all = await pagesOf(sharesUrl())
  expect([all.length, new Set(all).size]).toEqual([10, 10])
  expect(all.at(-1)).toBe(first)
  const cursor = (await world.call(operator, { url: sharesUrl(), query: { limit: '2' } })).json().next_cursor
  eventId = await scene.addEvent()
  expect(await scene.statusOf(sharesUrl(), { cursor })).toBe(400)
})
