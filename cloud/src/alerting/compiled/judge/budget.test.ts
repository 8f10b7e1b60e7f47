import { JudgeBudget } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type Database, openDatabase } from '../../../platform/database/database.js'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { giveQuestionBack, takeQuestion } from './budget.repository.js'
import { takeJudgeQuestion } from './budget.service.js'

let world: TestApp
let clock: FakeClock
let otherNode: Database
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  clock = createFakeClock(Date.UTC(2026, 0, 15, 12))
  world = await createTestApp({ clock })
  otherNode = openDatabase(world.test.address, { log: silentLog })
})
afterAll(async () => {
  await otherNode.close()
  await world.close()
})
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
})

const url = '/api/v1/alert-rules/budget'
const read = async () => JudgeBudget.parse((await world.call(admin, { url })).json())
const patch = (payload: object, who = admin) => world.call(who, { method: 'PATCH', url, payload })
const take = (database: Database, day = '2026-01-15') =>
  takeQuestion(database.forOrg(org.orgId), org.orgId, day)

describe('taking', () => {
  test.each([37, 100, 1])(
    '100 takers at once over two nodes, a budget of %i: never one more',
    async (limit) => {
      await patch({ daily_limit: limit })
      const taken = await Promise.all(
        Array.from({ length: 100 }, (_, n) => take(n % 2 === 0 ? world.platform.database : otherNode)),
      )
      expect(taken.filter((day) => day !== null)).toHaveLength(limit)
      expect(await read()).toMatchObject({ used: limit, remaining: 0 })
    },
  )

  test('takers at once who give back what they did not ask never have more than the budget', async () => {
    await patch({ daily_limit: 5 })
    let held = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const database = n % 2 === 0 ? world.platform.database : otherNode
        if ((await take(database)) === null) return
        held += 1
        most = Math.max(most, held)
        await new Promise((resolve) => setImmediate(resolve))
        held -= 1
        await giveQuestionBack(database.forOrg(org.orgId), org.orgId, '2026-01-15')
      }),
    )
    expect(most).toBeLessThanOrEqual(5)
    expect(await read()).toMatchObject({ used: 0, remaining: 5 })
  })

  test('an organisation that set nothing has 200 questions a day', async () => {
    expect(await take(otherNode)).toBe('2026-01-15')
    expect(await read()).toEqual({
      daily_limit: 200,
      used: 1,
      remaining: 199,
      resets_at: '2026-01-16T00:00:00.000Z',
      when_spent: 'predicate_decides',
      when_unavailable: 'predicate_decides',
    })
  })

  test('a new day begins anew, and the old one does not come back', async () => {
    await patch({ daily_limit: 1 })
    expect([await take(otherNode), await take(otherNode)]).toEqual(['2026-01-15', null])
    expect([await take(otherNode, '2026-01-16'), await take(otherNode, '2026-01-16')]).toEqual([
      '2026-01-16',
      null,
    ])
    // A node whose clock is behind.
    expect(await take(otherNode, '2026-01-15')).toBeNull()
    await giveQuestionBack(otherNode.forOrg(org.orgId), org.orgId, '2026-01-15')
    expect(await take(otherNode, '2026-01-16')).toBeNull()
  })

  test('a budget of 0 gives none', async () => {
    await patch({ daily_limit: 0 })
    expect(await take(otherNode)).toBeNull()
  })
})

describe('the day', () => {
  test('begins at midnight in the zone of the organisation', async () => {
    await world.test.query(`update organisations set timezone = 'Pacific/Auckland' where id = $1`, [
      org.orgId,
    ])
    const deps = { database: world.platform.database, clock: { ...clock, now: () => at } }
    let at = Date.parse('2026-01-15T10:59:00Z')
    await patch({ daily_limit: 1 })
    expect(await takeJudgeQuestion(deps, org.orgId)).not.toBeNull()
    expect(await takeJudgeQuestion(deps, org.orgId)).toBeNull()
    at = Date.parse('2026-01-15T11:00:00Z')
    expect(await takeJudgeQuestion(deps, org.orgId)).not.toBeNull()
    // Noon UTC is one in the night of the 16th there.
    expect(await read()).toMatchObject({ used: 1, resets_at: '2026-01-16T11:00:00.000Z' })
  })

  test('of yesterday is shown as unused', async () => {
    await take(otherNode, '2026-01-14')
    expect(await read()).toMatchObject({ used: 0, remaining: 200 })
  })
})

describe('changing', () => {
  test('keeps what is not named and what was used, and is a deed', async () => {
    await take(otherNode)
    const changed = await patch({ daily_limit: 10, when_spent: 'no_alert' })
    expect([changed.statusCode, JudgeBudget.parse(changed.json())]).toMatchObject([
      200,
      {
        daily_limit: 10,
        used: 1,
        remaining: 9,
        when_spent: 'no_alert',
        when_unavailable: 'predicate_decides',
      },
    ])
    const [deed] = await world.test.query<{ action: string; data: object }>(
      `select action, data from audit_log where org_id = $1 and action like 'judge_budget.%'`,
      [org.orgId],
    )
    expect(deed).toEqual({
      action: 'judge_budget.updated',
      data: { daily_limit: 10, when_spent: 'no_alert' },
    })
  })

  test('a limit below what was used leaves none, not less', async () => {
    await take(otherNode)
    await take(otherNode)
    await patch({ daily_limit: 1 })
    expect(await read()).toMatchObject({ daily_limit: 1, used: 2, remaining: 0 })
  })

  const bad: [string, object][] = [
    ['nothing', {}],
    ['an unknown knob', { daily_limit: 5, weekly_limit: 5 }],
    ['a negative limit', { daily_limit: -1 }],
    ['a limit above 100,000', { daily_limit: 100_001 }],
    ['half a question', { daily_limit: 0.5 }],
    ['an unknown way', { when_spent: 'ask_me' }],
  ]
  test.each(bad)('refused: %s', async (_, body) => {
    expect((await patch(body)).statusCode).toBe(400)
  })
})
