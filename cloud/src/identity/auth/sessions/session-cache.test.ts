import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import {
  startTestNodes,
  type TestNode,
  type TestNodes,
  waitUntil,
} from '../../../fleet/channel/test-nodes.fake.js'
import { accessChanged } from '../access-changed.service.js'
import { revokeSessions } from './session.service.js'

/** A second is the promise, which a busy machine may miss; what no notice told would be remembered for five. */
const soonMs = 4_000

let world: TestNodes
let one: TestNode
let other: TestNode
let org: TestOrg
let viewer: SignedIn

beforeAll(async () => {
  world = await startTestNodes()
  ;[one, other] = world.nodes
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await world.createOrg()
  viewer = await org.signIn('viewer', [org.siteId])
  // Both nodes have read the session, and remember it.
  expect([await statusOn(one), await statusOn(other)]).toEqual([200, 200])
})

const statusOn = async (node: TestNode) => (await node.call(viewer, { url: '/api/v1/sites' })).statusCode

/** Behind the back of every node: only whoever reads the database sees it. */
const endUnseen = () =>
  world.test.query('update sessions set revoked_at = now() where id = $1', [viewer.caller.sessionId])

/** Milliseconds until the node refuses. */
async function refusedAfter(node: TestNode): Promise<number> {
  const began = performance.now()
  await waitUntil(async () => (await statusOn(node)) === 401, 'the refusal')
  return performance.now() - began
}

describe('what a node remembers of a person', () => {
  it('saves asking the database', async () => {
    await endUnseen()
    expect([await statusOn(one), await statusOn(other)]).toEqual([200, 200])
  })

  it('is forgotten on the node that ends the session with its next request, elsewhere within a second', async () => {
    const { orgId, userId, sessionId } = viewer.caller
    await one.platform.database.inOrg(orgId, (tx) =>
      revokeSessions(tx, { orgId, userId, only: sessionId, reason: 'revoked' }),
    )
    expect(await statusOn(one)).toBe(401)
    expect(await refusedAfter(other)).toBeLessThan(soonMs)
  })

  it('is forgotten by whom another program tells', async () => {
    const { orgId, userId } = viewer.caller
    await endUnseen()
    await world.test.query(`select pg_notify('sightline_revoked', $1)`, [
      JSON.stringify({ orgId, kind: 'user', id: userId }),
    ])
    expect(await refusedAfter(one)).toBeLessThan(soonMs)
    expect(await refusedAfter(other)).toBeLessThan(soonMs)
  })

  it('holds the role and the sites of before no longer than their change', async () => {
    const { orgId, userId } = viewer.caller
    const far = await org.addSite('Far away')
    expect((await one.call(viewer, { url: `/api/v1/sites/${far}` })).statusCode).toBe(403)
    await one.platform.database.inOrg(orgId, async (tx) => {
      await tx.insertInto('user_sites').values({ org_id: orgId, user_id: userId, site_id: far }).execute()
      await accessChanged(tx, { orgId, kind: 'user', id: userId })
    })
    expect((await one.call(viewer, { url: `/api/v1/sites/${far}` })).statusCode).toBe(200)
    await one.platform.database.inOrg(orgId, async (tx) => {
      await tx
        .updateTable('users')
        .set({ enabled: false })
        .where('org_id', '=', orgId)
        .where('id', '=', userId)
        .execute()
      await accessChanged(tx, { orgId, kind: 'user', id: userId })
    })
    expect(await statusOn(one)).toBe(401)
    expect(await refusedAfter(other)).toBeLessThan(soonMs)
  })

  it('stays when the change is rolled back', async () => {
    const { orgId, userId } = viewer.caller
    await expect(
      one.platform.database.inOrg(orgId, async (tx) => {
        await revokeSessions(tx, { orgId, userId, reason: 'revoked' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect([await statusOn(one), await statusOn(other)]).toEqual([200, 200])
  })

  it('never outlives the change, however many ask while it is made', async () => {
    const { orgId, userId } = viewer.caller
    const enough = new AbortController()
    const askers = Array.from({ length: 8 }, async () => {
      while (!enough.signal.aborted) await statusOn(one)
    })
    for (let round = 0; round < 20; round += 1) {
      const enabled = round % 2 === 1
      await one.platform.database.inOrg(orgId, async (tx) => {
        await tx
          .updateTable('users')
          .set({ enabled })
          .where('org_id', '=', orgId)
          .where('id', '=', userId)
          .execute()
        await accessChanged(tx, { orgId, kind: 'user', id: userId })
      })
      expect(await statusOn(one), `round ${round}`).toBe(enabled ? 200 : 401)
    }
    enough.abort()
    await Promise.all(askers)
  })
})

describe('a node that hears nothing', () => {
  it('asks the database each time, and remembers nothing of before when it hears again', async () => {
    // What a listening connection said last is that it notifies itself.
    const [listener] = await world.test.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'notify %beat%'
       order by backend_start limit 1`,
    )
    if (!listener) throw new Error('no connection listens')
    await endUnseen()
    expect([await statusOn(one), await statusOn(other)]).toEqual([200, 200])
    await world.test.query('select pg_terminate_backend($1)', [listener.pid])
    // The one whose connection it was refuses now; the other still goes by what it remembers.
    await waitUntil(async () => (await statusOn(one)) === 401 || (await statusOn(other)) === 401)
    await waitUntil(() => one.platform.listener.connected && other.platform.listener.connected)
    const statuses = [await statusOn(one), await statusOn(other)]
    expect(statuses).toContain(401)
  })
})
