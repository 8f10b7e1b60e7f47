import { ShareWithLink } from '@sightline/protocol'
import type { InjectOptions } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { exampleOf, routeBook } from './route-book.fixture.js'

/**
 * An event that is not visible, though it has all that an event could have, is shown by nothing of the API: it is
 * listed first, to see by what it is shown, and then is not.
 */

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
})
afterAll(() => world.close())

/** A word that only the event has. */
const word = 'platypus'

interface Hideable {
  readonly scene: Scene
  readonly owner: SignedIn
  readonly eventId: string
  readonly shareId: string
  readonly shareToken: string
  /** Every text by which it would show in an answer. */
  readonly marks: readonly string[]
}

/** A second event of the scene's camera, newer than its first, with pictures, words, a verdict and a share. */
async function addEvent(): Promise<Hideable> {
  const scene = await setScene(world)
  const owner = await scene.org.signIn('owner')
  const [eventId, snapshotId, clipId] = [uuidv7(), uuidv7(), uuidv7()]
  const { query } = world.test
  await query(`update events set triggered_at = now() - interval '1 hour' where org_id = $1`, [scene.orgId])
  const [clipStartAt, clipEndAt] = [new Date(Date.now() - 60_000), new Date(Date.now() - 30_000)]
  await query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status,
       clip_start_at, clip_end_at, duration_sec, summary, tags, starred, ai_status)
     values ($1, $2, $3, $4, 'motion', 'onvif', $6, 'ready', $6, $7, 30, $5, array[$5], true, 'completed')`,
    [scene.orgId, eventId, scene.cameraId, scene.siteId, word, clipStartAt, clipEndAt],
  )
  await query(`update event_counts set count = count + 1 where org_id = $1`, [scene.orgId])
  for (const [id, kind, type] of [
    [snapshotId, 'snapshot', 'image/jpeg'],
    [clipId, 'clip', 'video/mp4'],
  ])
    await query(
      `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
       values ($1, $2::uuid, $3, $4, $5, $6, 'ready', $2::text, $7, 1234, repeat('a', 64))`,
      [scene.orgId, id, eventId, scene.cameraId, scene.siteId, kind, type],
    )
  await query('update events set snapshot_id = $2 where id = $1', [eventId, snapshotId])
  await query(
    `insert into rule_verdicts (org_id, id, rule_id, version_id, version_number, event_id, run, camera_id, site_id,
       status, outcome, decided_by, conditions, reason, followed, decided_at)
     values ($1, $2, $3, $4, 1, $5, 1, $6, $7, 'decided', 'no_match', 'predicate', '[]', 'None.', 'no_alert', now())`,
    [
      scene.orgId,
      uuidv7(),
      scene.compiledRuleId,
      scene.activeVersionId,
      eventId,
      scene.cameraId,
      scene.siteId,
    ],
  )
  const shared = await world.call(owner, { method: 'POST', url: `/api/v1/events/${eventId}/shares` })
  const share = ShareWithLink.parse(shared.json())
  const marks = [eventId, snapshotId, clipId, word, clipStartAt.toISOString()]
  return { scene, owner, eventId, shareId: share.id, shareToken: share.token, marks }
}

/** What may show the event beside the routes of the book. */
const searches: readonly [string, InjectOptions][] = [
  ['events by word', { url: '/api/v1/events', query: { q: word } }],
  ['starred events', { url: '/api/v1/events', query: { starred: 'true' } }],
  ['events of a day', { url: '/api/v1/events', query: { date_from: '2020-01-01' } }],
  [
    'a question',
    { method: 'POST', url: '/api/v1/events/chat', payload: { question: `Was there a ${word}?` } },
  ],
  [
    'a trial',
    {
      method: 'POST',
      url: '/api/v1/alert-rules/test-compiled',
      payload: { predicate: { version: 1, where: { op: 'tag', in: [word] } } },
    },
  ],
]

const booked = ({ scene }: Hideable): [string, InjectOptions][] =>
  Object.keys(routeBook)
    // What people did stays, whatever becomes of that to which they did it.
    .filter((name) => name.startsWith('GET ') && !name.startsWith('GET /api/v1/audit-log'))
    .map((name) => [name, exampleOf(name, scene)])

/** What of all that the API shows to an owner has to do with the event. */
async function showing(given: Hideable): Promise<string[]> {
  const found: string[] = []
  for (const [name, request] of [...booked(given), ...searches]) {
    const { body } = await world.call(given.owner, request)
    // An answer may repeat what it was asked.
    const own = given.marks.filter((mark) => !JSON.stringify(request).includes(mark))
    if (own.some((mark) => body.includes(mark))) found.push(name)
  }
  return found
}

/** What is counted of it. */
async function figures({ scene, owner }: Hideable): Promise<unknown[]> {
  const asked = [
    '/api/v1/events?limit=1',
    '/api/v1/events?limit=1&starred=true',
    `/api/v1/events?limit=1&q=${word}`,
    '/api/v1/events/timeline',
    `/api/v1/cameras/${scene.cameraId}/recordings?limit=1`,
    `/api/v1/alert-rules/${scene.compiledRuleId}/verdicts?limit=1`,
  ]
  const answers = await Promise.all(asked.map((url) => world.call(owner, { url })))
  return answers.map((answer) => answer.json<{ total: number }>().total)
}

/** The routes of the book that name an event in their path. */
const naming = ({ scene, eventId, shareId }: Hideable): [string, InjectOptions][] =>
  Object.entries(routeBook)
    .filter(([, route]) => !route.undescribed && route.path)
    .map(([name]): [string, InjectOptions] => [name, exampleOf(name, { ...scene, eventId, shareId })])
    .filter(([, request]) => JSON.stringify(request.url).includes(eventId))

async function statuses(given: Hideable, routes: [string, InjectOptions][]): Promise<[string, number][]> {
  const answered: [string, number][] = []
  for (const [name, request] of routes)
    answered.push([name, (await world.call(given.owner, request)).statusCode])
  return answered
}

async function hide({ scene, eventId }: Hideable, as: string): Promise<void> {
  await world.test.query(`update events set visible = false, ${as} where id = $1`, [eventId])
  await world.test.query(`update event_counts set count = count - 1 where org_id = $1`, [scene.orgId])
}

describe.each([
  ['awaits its answer', 'awaiting_answer = true'],
  ['was absorbed', `absorbed_by = '${uuidv7()}'`],
])('an event that %s', (_, as) => {
  test('is in no list, search, export or answer about another thing', async () => {
    const given = await addEvent()
    expect(await showing(given)).toEqual([
      'GET /api/v1/cameras/:id/diagnostics',
      'GET /api/v1/cameras/:id/thumbnail',
      'GET /api/v1/cameras/:id/recording-coverage',
      'GET /api/v1/cameras/:id/timeline',
      'GET /api/v1/cameras/:id/recordings',
      'GET /api/v1/cameras/:id/clip-at',
      'GET /api/v1/events',
      'GET /api/v1/events/export',
      'GET /api/v1/events/:id/similar',
      'GET /api/v1/events/:id',
      'GET /api/v1/alert-rules/:rule_id/verdicts',
      ...searches.map(([name]) => name),
    ])
    await hide(given, as)
    expect(await showing(given)).toEqual([])
  })

  test('is counted nowhere', async () => {
    const given = await addEvent()
    expect(await figures(given)).toEqual([2, 1, 1, 2, 2, 1])
    await hide(given, as)
    expect(await figures(given)).toEqual([1, 0, 0, 1, 1, 0])
  })

  test('is not found, whoever names it, and nothing is done to it', async () => {
    const given = await addEvent()
    await hide(given, as)
    const before = await world.test.query('select * from events where id = $1', [given.eventId])
    const named = await statuses(given, naming(given))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter(([, status]) => status !== 404)).toEqual([])
    expect(await world.test.query('select * from events where id = $1', [given.eventId])).toEqual(before)
  })

  test('is opened by no link or share that was given before', async () => {
    const given = await addEvent()
    const shared = `/api/v1/shared/${given.shareToken}`
    const urls = await Promise.all(
      ['clip-url', 'snapshot-url'].map(async (kind) => {
        const answer = await world.call(given.owner, { url: `/api/v1/events/${given.eventId}/${kind}` })
        return new URL(answer.json<{ url: string }>().url, 'http://cloud')
      }),
    )
    expect((await world.call(null, { url: shared })).statusCode).toBe(200)
    await hide(given, as)
    expect((await world.call(null, { url: shared })).statusCode).toBe(410)
    for (const { pathname, search } of urls) {
      const answer = await world.call(null, { url: pathname + search })
      expect([answer.statusCode, answer.json()]).toMatchObject([410, { error: { message: /deleted/ } }])
    }
  })
})
