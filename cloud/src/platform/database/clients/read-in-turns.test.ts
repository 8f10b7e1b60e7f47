import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.js'
import { createClient } from './clients.js'

test('a long answer is read with turns of others between, however much of it waits', async () => {
  await using db = await createTestDatabase({ isEmpty: true })
  const client = createClient({ connectionString: db.address.url, application_name: 'reader' })
  await client.connect()
  const { stream } = client.connection
  let [inTurn, most] = [0, 0]
  stream.on('data', (chunk: Buffer) => {
    inTurn += chunk.length
    most = Math.max(most, inTurn)
  })
  stream.pause()
  const asked = client.query(`select repeat('x', 1000) as text from generate_series(1, 10000)`)
  const isStuck = `select from pg_stat_activity where application_name = 'reader' and wait_event = 'ClientWrite'`
  await expect.poll(async () => (await db.query(isStuck)).length, { timeout: 30_000 }).toBe(1)
  stream.resume()
  const answered = { isOver: false }
  const turns = (async () => {
    for (; !answered.isOver; inTurn = 0) await nextTurn()
  })()
  const { rows } = await asked
  answered.isOver = true
  await turns
  expect(rows).toHaveLength(10_000)
  expect(most).toBeLessThanOrEqual(384 * 1024)
  await client.end()
})
