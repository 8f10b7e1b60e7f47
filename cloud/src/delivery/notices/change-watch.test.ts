import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { ChangeHints } from '../../identity/changes/change-hints.service.js'
import { openDatabase } from '../../platform/database/database.js'
import { silentLog } from '../../platform/log.js'
import type { Platform } from '../../platform/platform.js'
import { ChangeWatch } from './change-watch.js'

let here: TestDatabase
let org: SeededOrg
beforeAll(async () => {
  here = await createTestDatabase()
  org = await seedOrg(here)
})
afterAll(() => here.close())

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Longer than any test: what is heard was hinted at. */
const askEveryMs = 600_000

async function watch(platform: Platform, heard: (orgIds: readonly string[]) => void) {
  const hints = new ChangeHints(platform)
  const watching = new ChangeWatch(
    platform,
    hints,
    async ({ orgIds }) => {
      heard(orgIds)
      return null
    },
    askEveryMs,
  )
  await watching.start()
  ends.push(() => {
    watching.stop()
    hints[Symbol.dispose]()
  })
}

const rename = (platform: Pick<Platform, 'database'>, name: string) =>
  platform.database.inOrg(org.orgId, (tx) =>
    tx.updateTable('cameras').set({ name }).where('org_id', '=', org.orgId).execute(),
  )

test('what this node wrote is heard as it commits, and nothing of what was rolled back', async () => {
  const platform = createTestPlatform(here)
  const heard: string[] = []
  await watch(platform, (orgIds) => heard.push(...orgIds))
  await expect(
    platform.database.inOrg(org.orgId, async (tx) => {
      await tx.updateTable('cameras').set({ name: 'never' }).where('org_id', '=', org.orgId).execute()
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(heard).toEqual([])
  await rename(platform, 'in a transaction')
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([org.orgId])
  const db = platform.database.forOrg(org.orgId)
  await db.updateTable('cameras').set({ name: 'in a statement' }).where('org_id', '=', org.orgId).execute()
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([org.orgId, org.orgId])
})

test('what another node wrote is heard from it', async () => {
  const over = new AbortController()
  const platform = createTestPlatform(here)
  const listening = platform.listener.run(over.signal)
  await expect.poll(() => platform.listener.connected, { timeout: 10_000 }).toBe(true)
  const database = openDatabase(here.address, { log: silentLog, checkTransactions: true })
  const other = createTestPlatform({ ...here, database })
  const hints = new ChangeHints(other)
  ends.push(() => hints[Symbol.dispose]())
  try {
    const heard: string[] = []
    await watch(platform, (orgIds) => heard.push(...orgIds))
    await rename(other, 'elsewhere')
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([org.orgId])
  } finally {
    over.abort()
    await listening
    await database.close()
  }
})

test('what is due later is asked for then, without a hint', async () => {
  const platform = createTestPlatform(here)
  const hints = new ChangeHints(platform)
  const orders: string[][] = []
  const watching = new ChangeWatch(
    platform,
    hints,
    async ({ orgIds }) => {
      orders.push([...orgIds])
      return orders.length < 4 ? 20 : null
    },
    askEveryMs,
  )
  await watching.start()
  try {
    await expect.poll(() => orders.length, { timeout: 10_000 }).toBe(4)
  } finally {
    watching.stop()
    hints[Symbol.dispose]()
  }
})
