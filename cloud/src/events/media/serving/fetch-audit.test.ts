import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { systemClock } from '../../../platform/time/clock.js'
import { FetchAudit, type Fetched } from './fetch-audit.js'

let db: TestDatabase
let org: SeededOrg
let notes: FetchAudit

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
  notes = new FetchAudit({ database: db.database, clock: systemClock })
})

const origin = { address: '203.0.113.7', userAgent: 'Player/1' }
const eventId = uuidv7()
const clip = (rest: Partial<Fetched> = {}): Fetched => ({
  orgId: org.orgId,
  id: eventId,
  kind: 'clip',
  eventId,
  cameraId: org.cameraId,
  holder: undefined,
  expires: 2_000_000_000,
  ...rest,
})

const noted = () =>
  db.query(
    `select action, actor_kind, actor_id, actor_name, target_kind, target_id, address, user_agent from audit_log
     where org_id = $1 order by at, id`,
    [org.orgId],
  )

const entry = {
  action: 'event.clip_downloaded',
  target_kind: 'event',
  target_id: eventId,
  address: '203.0.113.7',
  user_agent: 'Player/1',
}

describe('who fetched a clip', () => {
  test('is the person to whom the link was given', async () => {
    await notes.note(clip({ holder: `user.${org.userId}` }), origin)
    expect(await noted()).toEqual([
      { ...entry, actor_kind: 'user', actor_id: org.userId, actor_name: 'Olive Owner' },
    ])
  })

  test('is the key to which it was given, or nobody in particular', async () => {
    const key = randomUUID()
    await db.query(
      `insert into service_accounts (org_id, id, name, role) values ($1, $2, 'Wallboard', 'viewer')`,
      [org.orgId, key],
    )
    await notes.note(clip({ holder: `service_account.${key}` }), origin)
    await notes.note(clip(), origin)
    expect(await noted()).toMatchObject([
      { actor_kind: 'service_account', actor_id: key, actor_name: 'Wallboard' },
      { actor_kind: 'system', actor_id: null, actor_name: 'Holder of a link' },
    ])
  })

  test('a clip that belongs to no event is noted at its camera', async () => {
    await notes.note(clip({ eventId: null }), origin)
    expect(await noted()).toMatchObject([{ target_kind: 'camera', target_id: org.cameraId }])
  })
})

test('once a link and address, however often a player asks', async () => {
  await Promise.all([1, 2, 3].map(() => notes.note(clip(), origin)))
  await notes.note(clip({ expires: 2_000_000_001 }), origin)
  await notes.note(clip(), { ...origin, address: '203.0.113.8' })
  expect(await noted()).toHaveLength(3)
})

test('pictures of lists are not noted', async () => {
  await notes.note(clip({ kind: 'snapshot', holder: `user.${org.userId}` }), origin)
  expect(await noted()).toEqual([])
})

test('what could not be noted is nobody allowed to fetch, also who asks meanwhile', async () => {
  const nowhere = clip({ orgId: randomUUID() })
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => notes.note(nowhere, origin)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('what could not be noted is tried again', async () => {
  const nowhere = clip({ orgId: randomUUID() })
  await expect(notes.note(nowhere, origin)).rejects.toThrow()
  await expect(notes.note(nowhere, origin)).rejects.toThrow()
})
