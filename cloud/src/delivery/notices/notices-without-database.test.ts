import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFailingDatabase, type FailingDatabase } from '#testing/failing-database.js'
import { NoticeReader } from '#testing/notice-reader.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { ready } from './notices.fixture.js'

let database: FailingDatabase
let world: TestApp
let url: string
let org: SeededOrg
let owner: SignedIn
beforeAll(async () => {
  database = await createFailingDatabase()
  world = await createTestApp({ test: database })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  org = await seedOrg(database)
  owner = await signInAs(world.platform, org.orgId, 'owner')
})
afterAll(() => world.close())

const goAway = () => {
  database.proxy.refuse()
  database.proxy.resetAll()
}
const rename = (name: string) =>
  database.query('update cameras set name = $2 where id = $1', [org.cameraId, name])

test('what changed while PostgreSQL was away is told afterwards', async () => {
  await using reader = await ready(await NoticeReader.open(url, owner))
  await rename('Before')
  await reader.notice({ id: org.cameraId })
  reader.events.length = 0
  goAway()
  await rename('Meanwhile')
  await using refused = await NoticeReader.open(url, { ...owner, lastEventId: reader.lastId })
  expect(refused.status).toBe(503)
  database.proxy.accept()
  await reader.notice({ id: org.cameraId })
})

test('nobody listens for long while it cannot be seen whether access has ended', async () => {
  await using reader = await ready(await NoticeReader.open(url, owner))
  goAway()
  expect(await reader.named('end')).toMatchObject({ data: { reason: 'unavailable' } })
  await reader.ended
  await rename('Unheard')
  database.proxy.accept()
  await using again = await ready(await NoticeReader.open(url, { ...owner, lastEventId: reader.lastId }))
  expect(again.notices.map(({ id }) => id)).toContain(org.cameraId)
}, 60_000)

test('who listens over a failover to a server that lagged connects again, and reads all again', async () => {
  await using reader = await ready(await NoticeReader.open(url, owner))
  const databaseName = new URL(database.address.url).pathname.slice(1)
  await database.query(
    `create function public.pg_current_snapshot() returns pg_snapshot language sql as $$ select '9:9:'::pg_snapshot $$`,
  )
  await database.query(`alter database ${databaseName} set search_path = public, pg_catalog`)
  database.proxy.resetAll()
  expect(await reader.named('end')).toMatchObject({ data: { reason: 'unavailable' } })
  await reader.ended
  await using again = await ready(await NoticeReader.open(url, { ...owner, lastEventId: reader.lastId }))
  // What changed before may be told once more after that.
  expect(again.events.slice(0, 3).map(({ name }) => name)).toEqual(['reset', 'resync', 'ready'])
})
