import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { PostgresProxy } from './postgres-proxy.js'
import { createTestDatabase, type TestDatabase } from './test-database.js'

let test: TestDatabase
let proxy: PostgresProxy
const clients: pg.Client[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  await test.query('create table marks (name text)')
})
afterAll(() => test.close())
beforeEach(async () => {
  proxy = await PostgresProxy.start(test.address)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))
  await proxy.close()
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: proxy.address.url })
  client.on('error', () => {})
  clients.push(client)
  await client.connect()
  return client
}

const marks = async () =>
  (await test.query<{ name: string }>('select name from marks order by name')).map(({ name }) => name)

async function commitMark(name: string): Promise<void> {
  const client = await connected()
  await client.query('begin')
  await client.query('insert into marks values ($1)', [name])
  await client.query('commit')
}

it('relays, and resets one connection or all', async () => {
  const [first, second, third] = [await connected(), await connected(), await connected()]
  await first.query('select 1')
  expect(proxy.connections).toBe(3)
  const ended = new Promise((resolve) => first.once('end', resolve))
  expect(proxy.resetOne()).toBe(true)
  await ended
  await second.query('select 1')
  const others = [second, third].map((client) => new Promise((resolve) => client.once('end', resolve)))
  proxy.resetAll()
  await Promise.all(others)
})

it('resets at COMMIT, before the server has heard it or after it has committed', async () => {
  const before = proxy.resetAtCommit('before')
  await expect(commitMark('before')).rejects.toThrow()
  await before
  expect(await marks()).toEqual([])
  const after = proxy.resetAtCommit('after')
  await expect(commitMark('after')).rejects.toThrow()
  await after
  expect(await marks()).toEqual(['after'])
  await commitMark('later')
  expect(await marks()).toEqual(['after', 'later'])
})

it('lets nothing pass while frozen, and brings it afterwards', async () => {
  const client = await connected()
  proxy.freeze()
  let answered = false
  const answer = client.query('select 1').then(() => {
    answered = true
  })
  await test.query('select pg_sleep(0.05)')
  expect(answered).toBe(false)
  proxy.thaw()
  await answer
})

it('refuses until it accepts', async () => {
  const client = await connected()
  const ended = new Promise((resolve) => client.once('end', resolve))
  proxy.refuse()
  await ended
  await expect(connected()).rejects.toThrow()
  proxy.accept()
  await (await connected()).query('select 1')
  // Longer than a busy machine takes to bring the client there.
  const away = proxy.awayFor(1_000)
  await expect(connected()).rejects.toThrow()
  await away
  await (await connected()).query('select 1')
})

it('adds its delay to both ways', async () => {
  const client = await connected()
  proxy.delay(40)
  const since = performance.now()
  await client.query('select 1')
  expect(performance.now() - since).toBeGreaterThanOrEqual(79)
})

it('lets none overtake another, also where its delay becomes less', async () => {
  let heard = ''
  const server = createServer((socket) => socket.on('data', (bytes) => (heard += bytes.toString())))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  await using line = await PostgresProxy.start({
    ...test.address,
    url: `postgres://127.0.0.1:${address.port}/`,
  })
  const client = connect(Number(new URL(line.address.url).port), '127.0.0.1')
  for (let round = 1; round <= 40; round += 1) {
    line.delay(20)
    client.write('a')
    // The second part is on its way when the first has still to wait.
    await new Promise((resolve) => setTimeout(resolve, 2 + (round % 15)))
    line.delay(0)
    client.write('b')
    await expect.poll(() => heard.length, { interval: 1 }).toBe(2 * round)
  }
  client.destroy()
  server.close()
  expect(heard).toBe('ab'.repeat(40))
})
