import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { recordAudit } from './audit.service.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
})

interface Log {
  data: AuditEntry[]
  next_cursor: string | null
  total: number
}

async function log(query: Record<string, string> = {}, who = admin): Promise<Log> {
  const answer = await world.call(who, { url: '/api/v1/audit-log', query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Log>()
}

/** An entry that somebody made at a moment of the past. */
async function entry(at: string, action = 'thing.done', actorId = randomUUID()): Promise<string> {
  const id = randomUUID()
  await world.test.query(
    `insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, action)
     values ($1, $2, $3, 'user', $4, 'Past', $5)`,
    [org.orgId, id, at, actorId, action],
  )
  return id
}

const idsOf = ({ data }: Log) => data.map(({ id }) => id)

describe('GET /api/v1/audit-log', () => {
  it('tells who did what, from where and with what', async () => {
    const made = await world.call(admin, {
      method: 'POST',
      url: '/api/v1/service-accounts',
      payload: { name: 'Importer', role: 'operator' },
      headers: { 'user-agent': 'Browser/1.0' },
      remoteAddress: '203.0.113.7',
    })
    const { id } = made.json().service_account
    expect(await log()).toEqual({
      data: [
        {
          id: expect.any(String),
          at: expect.stringMatching(/Z$/),
          actor: { kind: 'user', id: admin.caller.userId, name: 'Test admin' },
          action: 'service_account.created',
          target_kind: 'service_account',
          target_id: id,
          target_name: 'Importer',
          target_at: null,
          address: '203.0.113.7',
          user_agent: 'Browser/1.0',
          data: {
            name: 'Importer',
            role: 'operator',
            key_prefix: made.json().api_key.key_prefix,
            site_ids: [],
          },
        },
      ],
      next_cursor: null,
      total: 1,
    })
  })

  it('tells what the service did by itself', async () => {
    const system = { kind: 'system', id: null, name: 'Sightline' } as const
    await world.platform.database.inOrg(org.orgId, (tx) =>
      recordAudit(tx, { orgId: org.orgId, actor: system }, 'thing.swept'),
    )
    expect((await log({ actor_kind: 'system' })).data).toMatchObject([
      { actor: system, target_kind: null, target_id: null, address: null, user_agent: null, data: {} },
    ])
  })

  it('pages through all entries once, newest first, also those of one moment', async () => {
    const at = '2026-03-01T10:00:00.000Z'
    const same = await Promise.all(Array.from({ length: 7 }, () => entry(at)))
    const newest = await entry('2026-03-02T10:00:00.000Z')
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Log = await log({ limit: '3', ...(cursor !== '' && { cursor }) })
      expect(page.total).toBe(8)
      seen.push(...idsOf(page))
      cursor = page.next_cursor
    }
    expect(seen).toEqual([newest, ...same.toSorted().toReversed()])
  })

  it('filters by each filter, and by all that are given', async () => {
    const somebody = randomUUID()
    const one = await entry('2026-03-01T10:00:00Z', 'thing.done', somebody)
    const two = await entry('2026-03-02T10:00:00Z', 'thing.undone', somebody)
    const three = await entry('2026-03-03T10:00:00Z', 'thing.done')
    const target = randomUUID()
    await world.platform.database.inOrg(org.orgId, (tx) =>
      recordAudit(tx, { orgId: org.orgId, actor: admin.caller.actor }, 'door.opened', {
        target: { kind: 'door', id: target },
      }),
    )
    const of = async (query: Record<string, string>) => {
      const page = await log(query)
      expect(page.total).toBe(page.data.length)
      return idsOf(page)
    }
    expect(await of({ actor_id: somebody })).toEqual([two, one])
    expect(await of({ action: 'thing.done' })).toEqual([three, one])
    expect(await of({ action: 'thing.done', actor_id: somebody })).toEqual([one])
    expect(await of({ action: 'thing' })).toEqual([])
    expect(await of({ target_kind: 'door' })).toHaveLength(1)
    expect(await of({ target_id: target, target_kind: 'door' })).toHaveLength(1)
    expect(await of({ target_id: target, target_kind: 'gate' })).toEqual([])
    expect(await of({ date_from: '2026-03-02', date_to: '2026-03-02' })).toEqual([two])
    expect(await of({ date_from: '2026-03-01T10:00:00Z', date_to: '2026-03-02T09:59:59.999Z' })).toEqual([
      one,
    ])
    expect(await of({ date_to: '2026-03-02T12:00:00+02:00' })).toEqual([two, one])
  })

  it('takes days as those of the organisation', async () => {
    await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [
      org.orgId,
    ])
    const late = await entry('2026-03-01T11:30:00Z')
    expect(idsOf(await log({ date_from: '2026-03-02', date_to: '2026-03-02' }))).toEqual([late])
    expect((await log({ date_to: '2026-03-01' })).total).toBe(0)
  })

  it.each([
    { actor_id: 'x' },
    { actor_kind: 'ghost' },
    { action: '' },
    { target_id: '1' },
    { date_from: 'yesterday' },
    { date_to: '1969-12-31' },
    { limit: '0' },
    { cursor: 'AAAA' },
  ])('refuses %o with a 400', async (query) => {
    const answer = await world.call(admin, { url: '/api/v1/audit-log', query })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_error'])
  })

  it('takes no cursor with other filters, nor of another organisation', async () => {
    await entry('2026-03-01T10:00:00Z')
    await entry('2026-03-01T10:00:00Z')
    const { next_cursor } = await log({ limit: '1' })
    const cursor = next_cursor ?? ''
    const stranger = await (await world.createOrg()).signIn('admin')
    for (const [who, query] of [
      [admin, { cursor, action: 'thing.done' }],
      [stranger, { cursor }],
    ] as const) {
      expect((await world.call(who, { url: '/api/v1/audit-log', query })).statusCode).toBe(400)
    }
  })

  it('is for admins', async () => {
    const answer = await world.call(await org.signIn('operator'), { url: '/api/v1/audit-log' })
    expect(answer.statusCode).toBe(403)
    expect((await log({}, await org.signIn('owner'))).total).toBe(0)
  })
})
