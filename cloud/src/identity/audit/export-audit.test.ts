import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

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

const exported = (query: Record<string, string> = {}, who: SignedIn | null = admin) =>
  world.call(who, { url: '/api/v1/audit-log/export', query })

/** Entries of the past in one statement, a minute apart; the first is the newest. */
const addMany = (count: number, action = 'thing.done') =>
  world.test.query(
    `insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, action, data)
     select $1, gen_random_uuid(), now() - number * interval '1 minute', 'user', $2, '=cmd()', $3,
       json_build_object('number', number) from generate_series(1, $4::integer) as number`,
    [org.orgId, randomUUID(), action, count],
  )

const linesOf = async (query: Record<string, string>) => {
  const answer = await exported(query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body.split(/\r?\n/).slice(0, -1)
}

describe('GET /api/v1/audit-log/export', () => {
  it('writes every entry once, newest first, over several batches', async () => {
    await addMany(1100)
    const lines = await linesOf({ format: 'jsonl', action: 'thing.done' })
    const entries = lines.map((line): AuditEntry => JSON.parse(line))
    expect(entries.map(({ data }) => data['number'])).toEqual(Array.from({ length: 1100 }, (_, at) => at + 1))
  })

  it('is a table under a line of names, in which no text is a formula, and comes as an attachment', async () => {
    await addMany(1)
    const answer = await exported({ action: 'thing.done' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{8}T\d{6}Z\.csv"$/),
    })
    const [head, entry] = answer.body.split('\r\n')
    expect(head).toBe(
      'id,at,actor_kind,actor_id,actor_name,action,target_kind,target_id,target_name,target_at,address,user_agent,data',
    )
    expect(entry).toMatch(/,user,[0-9a-f-]{36},'=cmd\(\),thing\.done,,,,,,,"\{""number"": ?1\}"$/)
    expect((await exported({ action: 'nothing.done' })).body).toBe(`${head}\r\n`)
  })

  it('is the list’s lines, with what they name as it is called now', async () => {
    const patch = { method: 'PATCH', url: `/api/v1/sites/${org.siteId}`, payload: { name: 'Yard' } } as const
    expect((await world.call(admin, patch)).statusCode).toBe(200)
    const query = { target_kind: 'site' }
    const list = await world.call(admin, { url: '/api/v1/audit-log', query })
    const { data } = list.json<{ data: AuditEntry[] }>()
    expect(data).toMatchObject([{ target_id: org.siteId, target_name: 'Yard', target_at: null }])
    const lines = await linesOf({ ...query, format: 'jsonl' })
    expect(lines.map((line) => JSON.parse(line))).toEqual(data)
  })

  it('is itself in the audit, with what was asked for, and not in its own lines', async () => {
    const of = { action: 'audit_log.exported', format: 'jsonl' }
    expect(await linesOf(of)).toEqual([])
    const [line = ''] = await linesOf(of)
    expect(JSON.parse(line)).toMatchObject({
      actor: { id: admin.caller.userId },
      data: { format: 'jsonl', filter: { action: 'audit_log.exported' } },
    })
  })

  it('shows nothing of another organisation, and is for admins', async () => {
    const other = await world.createOrg()
    const stranger = await other.signIn('owner')
    await addMany(3)
    const answer = await exported({ format: 'jsonl', action: 'thing.done' }, stranger)
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect((await exported({}, await org.signIn('operator'))).statusCode).toBe(403)
    expect((await exported({ format: 'xml' })).statusCode).toBe(400)
  })
})
