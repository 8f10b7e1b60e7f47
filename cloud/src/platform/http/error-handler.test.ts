import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createLog } from '../log.js'
import { systemClock } from '../time/clock.js'
import { handleErrors } from './error-handler.js'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** Answers and log of a route that fails like this. */
async function failing(work: () => Promise<unknown>) {
  const lines: string[] = []
  const log: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) })
  const app = Fastify({ loggerInstance: log })
  handleErrors(app, systemClock)
  app.get('/', work)
  const answer = await app.inject({ url: '/' })
  await app.close()
  const retryAfter = answer.headers['retry-after']
  return {
    status: answer.statusCode,
    retryAfter,
    body: answer.json(),
    log: lines.map((line) => JSON.parse(line)),
  }
}

test('a statement that takes too long is answered so that the caller can act, and is logged', async () => {
  const { status, retryAfter, body, log } = await failing(() =>
    db.query(`set statement_timeout = 20; select pg_sleep(10)`),
  )
  expect([status, retryAfter]).toEqual([503, '1'])
  expect(body).toEqual({ error: { code: 'unavailable', message: expect.stringContaining('narrow') } })
  expect(log).toMatchObject([{ msg: 'request.took_too_long', route: '/', err: { code: '57014' } }])
})

test('any other failure of the database is a defect of which nothing is told', async () => {
  const { status, body, log } = await failing(() => db.query('select secret_column from nowhere'))
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toMatch(/secret_column|nowhere|42P01/)
  expect(log).toMatchObject([{ msg: 'request.failed', reqId: expect.any(String), err: { code: '42P01' } }])
})
