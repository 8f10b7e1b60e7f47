import { CompiledVersion, CompiledVersionActivated } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
let ruleId: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  ruleId = await makeRule({})
})

const person = { version: 1, where: { op: 'object', label: 'People' } }

async function makeRule(fields: object): Promise<string> {
  const payload = { name: 'At the gate', rule_kind: 'camera_event', ...fields }
  const answer = await world.call(operator, { method: 'POST', url: '/api/v1/alert-rules', payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, who: SignedIn = operator) =>
  world.call(who, {
    method,
    url: `/api/v1/alert-rules/${ruleId}/compiled-versions${path}`,
    ...(payload && { payload }),
  })

async function create(fields: object = {}): Promise<CompiledVersion> {
  const answer = await call('POST', '', { predicate: person, ...fields })
  expect(answer.statusCode, answer.body).toBe(201)
  return CompiledVersion.parse(answer.json())
}

async function activate(id: string): Promise<CompiledVersionActivated> {
  const answer = await call('POST', `/${id}/activate`)
  expect(answer.statusCode, answer.body).toBe(200)
  return CompiledVersionActivated.parse(answer.json())
}

const deeds = () =>
  world.test
    .query<{ action: string }>(
      `select action from audit_log where org_id = $1 and action like 'compiled_version.%' order by at, id`,
      [org.orgId],
    )
    .then((rows) => rows.map(({ action }) => action))

describe('making versions', () => {
  test('a version is the predicate in its one form, with words for it, and not active yet', async () => {
    const version = await create({
      sentence: 'A person at the gate',
      judge: { use: 'doubtful' },
      severity: 'high',
      note: 'First try',
    })
    expect(version).toMatchObject({
      rule_id: ruleId,
      number: 1,
      active: false,
      sentence: 'A person at the gate',
      predicate: { version: 1, where: { op: 'object', label: 'person', at_least: 1 } },
      judge: { use: 'doubtful', in_doubt: 'alert' },
      severity: 'high',
      note: 'First try',
      activated_at: null,
    })
    expect(version.explanation).toMatch(/person/)
  })

  test('numbers grow, and one that was deleted is not given again', async () => {
    const [one, two] = [await create(), await create()]
    expect([one.number, two.number]).toEqual([1, 2])
    expect((await call('DELETE', `/${two.id}`)).statusCode).toBe(200)
    expect((await create()).number).toBe(3)
    const list = (await call('GET', '')).json<{ data: { number: number }[]; total: number }>()
    expect([list.data.map(({ number }) => number), list.total]).toEqual([[3, 1], 2])
  })

  test('ten made at once have ten numbers', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()))
    expect(made.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  test('a rule keeps 100 versions', async () => {
    const { id } = await create()
    await world.test.query(
      `insert into compiled_rule_versions (org_id, id, rule_id, number, predicate, judge_use, labels_known,
         created_by_kind, created_by_name)
       select org_id, gen_random_uuid(), rule_id, n, predicate, judge_use, labels_known, created_by_kind, created_by_name
       from compiled_rule_versions, generate_series(2, 100) n where id = $1`,
      [id],
    )
    const full = await call('POST', '', { predicate: person })
    expect([full.statusCode, full.json<{ error: { message: string } }>().error.message]).toEqual([
      409,
      'a rule keeps at most 100 versions: delete one first',
    ])
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(200)
    expect((await create()).number).toBe(101)
  })

  const bad: [string, object, RegExp][] = [
    ['no predicate', {}, /predicate/],
    ['another version of the language', { predicate: { ...person, version: 2 } }, /version 2 .* not known/],
    ['an unknown operator', { predicate: { version: 1, where: { op: 'smell' } } }, /unknown operator/],
    [
      '65 conditions',
      { predicate: { version: 1, where: { op: 'any', of: Array(65).fill(person.where) } } },
      /more than 64 conditions/,
    ],
    ['a sentence of 1,001 characters', { predicate: person, sentence: 'x'.repeat(1001) }, /at most 1000/],
    [
      'a judge without a sentence',
      { predicate: person, judge: { use: 'doubtful' } },
      /judge needs the sentence/,
    ],
    ['an unknown key', { predicate: person, colour: 'red' }, /colour/],
    ['an unknown severity', { predicate: person, severity: 'grave' }, /severity/],
  ]
  test.each(bad)('refused: %s', async (_, body, message) => {
    const answer = await call('POST', '', body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json<{ error: { message: string } }>().error.message).toMatch(message)
  })

  test('a rule about outages has no versions', async () => {
    ruleId = await makeRule({ rule_kind: 'system_event', system_trigger: 'camera_offline' })
    for (const answer of [
      await call('POST', '', { predicate: person }),
      await call('GET', ''),
      await call('GET', '/active'),
    ])
      expect(answer.json()).toMatchObject({
        error: { message: expect.stringMatching(/only camera_event rules/) },
      })
  })
})

describe('the active version', () => {
  test('there is none at first, and the answer says what to do', async () => {
    const none = await call('GET', '/active')
    expect([none.statusCode, none.json<{ error: { message: string } }>().error.message]).toEqual([
      404,
      expect.stringMatching(/no active compiled version: create one, then activate it/),
    ])
  })

  test('one is activated, then another, then the first again: a deed each, and never two', async () => {
    const [one, two] = [await create(), await create()]
    for (const { id } of [one, two, two, one]) {
      expect((await activate(id)).version).toMatchObject({ id, active: true })
      const active = CompiledVersion.parse((await call('GET', '/active')).json())
      expect(active.id).toBe(id)
      const list = (await call('GET', '')).json<{ data: CompiledVersion[] }>()
      expect(list.data.filter((version) => version.active).map((version) => version.id)).toEqual([id])
    }
    expect(await deeds()).toEqual([
      'compiled_version.created',
      'compiled_version.created',
      'compiled_version.activated',
      'compiled_version.activated',
      'compiled_version.activated',
    ])
  })

  test('is let go again: the rule is as it was without one', async () => {
    const { id } = await create()
    const plain = () => world.call(operator, { url: `/api/v1/alert-rules/${ruleId}` })
    const before = (await plain()).json()
    await activate(id)
    const answer = await call('POST', `/${id}/deactivate`)
    expect(answer.json()).toMatchObject({
      version: { id, active: false },
      rule_enabled: true,
      warnings: [],
      message: expect.stringMatching(/fires at once/),
    })
    expect((await plain()).json()).toEqual({ ...before, updated_at: expect.any(String) })
    expect((await call('POST', `/${id}/deactivate`)).json().message).toMatch(/is not active/)
    expect((await deeds()).slice(-2)).toEqual(['compiled_version.activated', 'compiled_version.deactivated'])
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(200)
  })

  test('that is let go says where the plain rule can never fire', async () => {
    ruleId = await makeRule({ scope_type: 'site', site_ids: [org.siteId] })
    const { id } = await create()
    await activate(id)
    const judged = await world.call(operator, { url: `/api/v1/alert-rules/${ruleId}` })
    expect(judged.json().warnings).toEqual([])
    expect((await call('POST', `/${id}/deactivate`)).json()).toMatchObject({
      warnings: [expect.stringContaining('scope_type site')],
      message: expect.stringMatching(/never fires/),
    })
  })

  test('two activated at once leave one of them active', async () => {
    const [one, two] = [await create(), await create()]
    await Promise.all([activate(one.id), activate(two.id), activate(one.id), activate(two.id)])
    const list = (await call('GET', '')).json<{ data: CompiledVersion[] }>()
    expect(list.data.filter(({ active }) => active)).toHaveLength(1)
  })

  test('it is not deleted; another one is', async () => {
    const [one, two] = [await create(), await create()]
    await activate(one.id)
    const refused = await call('DELETE', `/${one.id}`)
    expect([refused.statusCode, refused.json<{ error: { message: string } }>().error.message]).toEqual([
      409,
      'the rule is judged by this version: activate another one, or deactivate it, first',
    ])
    expect((await call('DELETE', `/${two.id}`)).statusCode).toBe(200)
    expect((await call('POST', `/${two.id}/activate`)).statusCode).toBe(404)
    expect((await call('DELETE', `/${two.id}`)).statusCode).toBe(404)
  })

  test('a version of a draft says that the rule is still one', async () => {
    ruleId = await makeRule({ enabled: false })
    const answer = await activate((await create()).id)
    expect(answer).toMatchObject({
      rule_enabled: false,
      message: expect.stringMatching(/activate the rule too/),
    })
  })

  test('a version of another rule is not there', async () => {
    const { id } = await create()
    ruleId = await makeRule({})
    expect((await call('POST', `/${id}/activate`)).statusCode).toBe(404)
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(404)
  })
})
