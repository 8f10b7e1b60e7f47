import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { TimeSlice } from '../concurrency/time-slice.js'
import { WrittenText } from '../text/written-text.js'
import type { Clock } from '../time/clock.js'

/** A list of fewer is written at a stretch, with the rest of its answer. */
const longFrom = 200

/** The lists of an answer that are long, by their fields, and what each of their items is. */
type LongLists = ReadonlyMap<string, { readonly item: z.ZodType; readonly values: readonly unknown[] }>

/**
 * Writes long lists item by item, with turns of others between: what an organisation has so many of, its lists without pages hold all
 * of, and checking and writing that at a stretch would keep everybody else waiting.
 */
export function writeLongAnswersInTurns(app: FastifyInstance, clock: Pick<Clock, 'monotonic'>): void {
  const written = new WeakMap<FastifyReply, Buffer>()
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const schema = schemaOf(request, reply)
    const lists = schema && longListsOf(schema, payload)
    if (!schema || !lists || lists.size === 0) return done(null, payload)
    writeInTurns(schema, lists, { payload, slice: new TimeSlice(clock) }).then(
      (bytes) => {
        if (bytes !== null) {
          // An answer that is kept for who asks again is text.
          const isKept = request.routeOptions.config.idempotent === true
          const text = isKept ? bytes.toString('utf8') : ''
          // What goes wrong from here on is told by the same reply.
          reply.serializer((answer: unknown) => (answer === payload ? text : JSON.stringify(answer)))
          if (!isKept) written.set(reply, bytes)
        }
        done(null, payload)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('unwritable', { cause: error })),
    )
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = written.get(reply)
    written.delete(reply)
    done(null, bytes ?? payload)
  })
}

/** What the route answers with that status, where that is an object. */
function schemaOf({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): z.ZodObject | undefined {
  const responses: unknown = routeOptions.schema?.response
  const schema: unknown =
    typeof responses === 'object' && responses !== null ? Reflect.get(responses, statusCode) : undefined
  return schema instanceof z.ZodObject ? schema : undefined
}

function longListsOf({ shape }: z.ZodObject, payload: unknown): LongLists {
  const lists = new Map<string, { item: z.ZodType; values: readonly unknown[] }>()
  if (typeof payload !== 'object' || payload === null) return lists
  for (const [field, values] of Object.entries(payload)) {
    if (!Array.isArray(values) || values.length < longFrom) continue
    const list: unknown = shape[field]
    if (list instanceof z.ZodArray && list.element instanceof z.ZodType)
      lists.set(field, { item: list.element, values })
  }
  return lists
}

/** @returns null for what is no such answer: whoever writes it at a stretch says why */
async function writeInTurns(
  schema: z.ZodObject,
  lists: LongLists,
  { payload, slice }: { readonly payload: unknown; readonly slice: TimeSlice },
): Promise<Buffer | null> {
  const emptied = Object.fromEntries([...lists.keys()].map((field) => [field, []]))
  const rest = z.safeEncode(schema, Object.assign({}, payload, emptied))
  if (!rest.success) return null
  const text = new WrittenText()
  let before = '{'
  for (const [field, value] of Object.entries(rest.data)) {
    if (value === undefined) continue
    const list = lists.get(field)
    text.add(`${before}${JSON.stringify(field)}:${list ? '' : JSON.stringify(value)}`)
    if (list && !(await writeItems(list, text, slice))) return null
    before = ','
  }
  text.add('}')
  return text.bytes()
}

/** @returns false for what is none of the list's items */
async function writeItems(
  { item, values }: { readonly item: z.ZodType; readonly values: readonly unknown[] },
  text: WrittenText,
  slice: TimeSlice,
): Promise<boolean> {
  let before = '['
  for (const value of values) {
    const written = z.safeEncode(item, value)
    if (!written.success) return false
    text.add(`${before}${JSON.stringify(written.data)}`)
    before = ','
    if (slice.isSpent) await slice.yieldIfSpent()
  }
  text.add(']')
  return true
}
