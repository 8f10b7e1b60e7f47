import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

interface List {
  readonly data: { readonly id: string }[]
  readonly total: number
  readonly next_cursor?: string | null
}

let world: TestApp
let org: TestOrg
let owner: SignedIn

const made = 5
const lists = ['gateways', 'alert-rules', 'webhooks']

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  org = await world.createOrg()
  owner = await org.signIn('owner')
  for (let n = 0; n < made; n += 1) {
    await addGateway(org.siteId)
    await make('alert-rules', { name: `Rule ${n}`, rule_kind: 'camera_event' })
    const hook = { name: `Hook ${n}`, url: `https://127.0.0.1/${n}`, event_types: ['alert'], enabled: true }
    await make('webhooks', hook)
  }
})
afterAll(() => world.close())

const addGateway = (siteId: string) =>
  world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    randomUUID(),
    siteId,
  ])

async function make(what: string, payload: object): Promise<void> {
  const answer = await world.call(owner, { method: 'POST', url: `/api/v1/${what}`, payload })
  expect(answer.statusCode, answer.body).toBe(201)
}

const ask = (name: string, query: Record<string, string>, who = owner) =>
  world.call(who, { url: `/api/v1/${name}`, query })
const read = async (name: string, query: Record<string, string>, who = owner): Promise<List> =>
  (await ask(name, query, who)).json()

describe.each(lists)('the list of %s', (name) => {
  test('is whole and without a cursor, as it was published, for who asks for no page', async () => {
    const list = await read(name, {})
    expect(list.data).toHaveLength(made)
    expect(Object.keys(list).toSorted()).toEqual(['data', 'total'])
  })

  test('has the same items in the same order by pages', async () => {
    const whole = await read(name, {})
    const seen: List['data'] = []
    let cursor: string | null | undefined
    do {
      const page: List = await read(name, { limit: '2', ...(cursor && { cursor }) })
      expect(page.total).toBe(made)
      seen.push(...page.data)
      cursor = page.next_cursor
    } while (cursor)
    expect(cursor).toBeNull()
    expect(seen).toEqual(whole.data)
  })

  test('refuses the cursor of another organisation, and a limit out of bounds', async () => {
    const { next_cursor: cursor } = await read(name, { limit: '1' })
    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await ask(name, { cursor: cursor ?? '' }, stranger)).statusCode).toBe(400)
    expect((await ask(name, { limit: '0' })).statusCode).toBe(400)
    expect((await ask(name, { limit: '101' })).statusCode).toBe(400)
    expect(await read(name, { limit: '2' }, stranger)).toEqual({ data: [], total: 0, next_cursor: null })
  })
})

test('a viewer pages through the gateways of their sites alone', async () => {
  const yard = await org.addSite('Yard')
  await addGateway(yard)
  const viewer = await org.signIn('viewer', [yard])
  expect(await read('gateways', { limit: '1' }, viewer)).toMatchObject({
    data: [{ site_id: yard }],
    total: 1,
    next_cursor: null,
  })
  const { next_cursor: cursor } = await read('gateways', { limit: '1' })
  expect((await ask('gateways', { cursor: cursor ?? '' }, viewer)).statusCode).toBe(400)
})
