import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../time/clock.js'
import { writeLongAnswersInTurns } from './long-answers.js'

const Answer = z.object({
  note: z.string().optional(),
  data: z.array(z.object({ id: z.number(), name: z.string().nullable() })),
  total: z.number(),
})

let app = Fastify()
beforeEach(() => {
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  writeLongAnswersInTurns(app, systemClock)
})
afterEach(() => app.close())

/** What is answered with such a payload: its status, kind and text. */
async function answerWith(payload: unknown) {
  app.get('/', { schema: { response: { 200: Answer } } }, () => payload)
  const { statusCode, headers, body } = await app.inject({ url: '/' })
  return { statusCode, type: headers['content-type'], body }
}

const itemOf = (id: number) => ({ id, name: id % 2 === 0 ? `"${id}"\u2028` : null })

test.each([0, 199, 200, 3_000])(
  'a list of %i is the same text as if it were written at a stretch',
  async (count) => {
    const data = Array.from({ length: count }, (_, id) => itemOf(id))
    const answer = await answerWith({
      total: count,
      secret: 1,
      data: data.map((item) => ({ ...item, secret: 2 })),
      note: undefined,
    })
    expect(answer).toEqual({
      statusCode: 200,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ data, total: count }),
    })
  },
)

test.each([
  [undefined, true],
  [true as const, false],
])('what is kept for who asks again is text, all else bytes (kept: %s)', async (idempotent, isBytes) => {
  const sent: unknown[] = []
  app.addHook('onSend', (_request, _reply, payload, done) => {
    sent.push(payload)
    done()
  })
  const data = Array.from({ length: 2_000 }, (_, id) => itemOf(id))
  app.post(
    '/',
    { config: { ...(idempotent && { idempotent }) }, schema: { response: { 200: Answer } } },
    () => ({ data, total: 1 }),
  )
  const { body } = await app.inject({ method: 'POST', url: '/' })
  expect(body).toBe(JSON.stringify({ data, total: 1 }))
  expect(sent.map(Buffer.isBuffer)).toEqual([isBytes])
})

test('the length of a long list is told to who asks for nothing else', async () => {
  const data = Array.from({ length: 2_000 }, (_, id) => itemOf(id))
  app.get('/', { schema: { response: { 200: Answer } } }, () => ({ data, total: 1 }))
  const { body, headers } = await app.inject({ method: 'HEAD', url: '/' })
  const length = Buffer.byteLength(JSON.stringify({ data, total: 1 }))
  expect([body, headers['content-length']]).toEqual(['', String(length)])
})

test('a long list is written with turns of others between', async () => {
  let [ms, turns] = [0, 0]
  const other = Fastify()
  other.setSerializerCompiler(serializerCompiler)
  // Each look at the clock finds it 5 ms later.
  writeLongAnswersInTurns(other, { monotonic: () => (ms += 5) })
  const data = Array.from({ length: 3_000 }, (_, id) => itemOf(id))
  other.get('/', { schema: { response: { 200: Answer } } }, () => ({ data, total: data.length }))
  const asked = { isOver: false }
  const others = (async () => {
    for (; !asked.isOver; turns += 1) await nextTurn()
  })()
  const answer = await other.inject({ url: '/' })
  asked.isOver = true
  await others
  expect(answer.body).toBe(JSON.stringify({ data, total: data.length }))
  expect(turns).toBeGreaterThan(500)
  await other.close()
})

test('what is none of its items, or no such answer, is a failure as in a short list', async () => {
  const data: unknown[] = Array.from({ length: 300 }, (_, id) => itemOf(id))
  data[250] = { id: 'x', name: null }
  expect((await answerWith({ data, total: 300 })).statusCode).toBe(500)
})
