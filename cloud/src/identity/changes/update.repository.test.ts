import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase } from '#testing/test-database.js'
import { readSnapshot } from './snapshot.js'
import { listUpdates } from './update.repository.js'

test('goes by the numbers of transactions, also where they get longer, and by those in progress first', async () => {
  await using database = await createTestDatabase()
  const { orgId, siteId } = await seedOrg(database)
  const since = readSnapshot('90:95:90,93')
  if (!since) throw new Error('no snapshot')
  const told = new Map<string, string>()
  // A test may say which transaction it was.
  for (const xid of ['1000', '999', '100', '99', '95', '94', '93', '90', '89', '2000']) {
    const id = randomUUID()
    told.set(id, xid)
    await database.query(
      `insert into changes (org_id, xid, kind, change, id, site_id) values ($1, $2::text::xid8, 'event', 'updated', $3, $4)`,
      [orgId, xid, id, siteId],
    )
  }
  const window = { since, before: '2000', kinds: ['event' as const], siteIds: null, lostSites: [] }
  const read: (string | undefined)[] = []
  let after: { xid: string; seq: number } | null = null
  for (;;) {
    const { updates }: Awaited<ReturnType<typeof listUpdates>> = await listUpdates(
      database.database.forOrg(orgId),
      orgId,
      { ...window, after, cameraId: undefined },
      2,
    )
    read.push(...updates.map(({ id }) => told.get(id)))
    const last = updates.at(-1)
    if (!last) break
    after = last
  }
  expect(read).toEqual(['90', '93', '95', '99', '100', '999', '1000'])
})
