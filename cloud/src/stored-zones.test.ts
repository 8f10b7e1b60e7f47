import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

// What reads by the clocks of an organisation or a site, where a name stands there that was a zone to an earlier release or to nobody.
const Paths = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({ parameters: z.array(z.object({ name: z.string() })).default([]) }).optional(),
    }),
  ),
})

let world: TestApp
let org: TestOrg
let owner: SignedIn
let cameraId: string
let lists: string[]

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  owner = await org.signIn('owner')
  const ids = [org.orgId, org.siteId]
  const gateways = await world.test.query<{ id: string }>(
    `insert into gateways (org_id, id, name, site_id) values ($1, gen_random_uuid(), 'Box', $2) returning id`,
    ids,
  )
  cameraId = await seedCamera(world.test, {
    orgId: org.orgId,
    siteId: org.siteId,
    gatewayId: gateways[0]?.id ?? '',
  })
  const rule = await world.call(owner, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'Doors', rule_kind: 'camera_event' },
  })
  await world.test.query(
    `insert into alerts (org_id, id, rule_id, rule_name, camera_id, site_id, severity, triggered_at, fired_at)
     values ($1, gen_random_uuid(), $4, 'Then', $3, $2, 'low', now(), now())`,
    [...ids, cameraId, rule.json<{ id: string }>().id],
  )
  await world.test.query(
    `insert into model_calls (org_id, id, at, purpose, provider, model, account, latency_ms, outcome)
     values ($1, gen_random_uuid(), now(), 'analysis', 'openai', 'm', 'operator', 9, 'answered')`,
    [org.orgId],
  )
  lists = urlsOf(Paths.parse((await world.call(null, { url: '/api/v1/openapi.json' })).json()))
})
afterAll(() => world.close())

/** Of each GET route that names no other resource than the camera: with today as its days, where it takes days. */
function urlsOf({ paths }: z.infer<typeof Paths>): string[] {
  const day = new Date().toISOString().slice(0, 10)
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const url = path.replace('/cameras/{id}', `/cameras/${cameraId}`)
    // Notices have no end, and nothing here says that it serves.
    if (!get || url.includes('{') || /\/(?:notices|ready)$/.test(url)) return []
    const days = get.parameters.filter(({ name }) => /^(?:date|date_from|date_to)$/.test(name))
    return [`${url}?${days.map(({ name }) => `${name}=${day}`).join('&')}`]
  })
}

it.each(['AET', 'Mars/Olympus', '-0530', 'EST5EDT', 'posixrules', 'localtime', 'utc+2', ''])(
  'every list answers where "%s" is stored for a zone',
  async (zone) => {
    for (const table of ['organisations', 'sites']) {
      const key = table === 'sites' ? 'org_id' : 'id'
      await world.test.query(`update ${table} set timezone = $2 where ${key} = $1`, [org.orgId, zone])
    }
    const failed: string[] = []
    for (const url of lists) {
      const answer = await world.call(owner, { url })
      if (answer.statusCode >= 500) failed.push(`${url}: ${answer.body}`)
    }
    expect(failed).toEqual([])
    expect(lists.length).toBeGreaterThan(40)
    const stats = await world.call(owner, { url: '/api/v1/alerts/stats' })
    expect(stats.json().by_day).toHaveLength(1)
  },
)
