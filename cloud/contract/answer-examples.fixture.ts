import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type AnswerExamples, examplesFile, readExamples } from '#cloud/platform/http/openapi-examples.js'
import type { SeenAnswer } from './answer-judge.fixture.js'

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})

type Example = AnswerExamples[string]

/**
 * The examples of the OpenAPI document, held against what the service answers: `cloud/examples/answers.json`. With
 * `RECORD_EXAMPLES=1` they are recorded anew in place of that.
 */
export class AnswerExampleBook {
  readonly #operations: ReadonlyMap<string, string>
  readonly #written = readExamples()
  readonly #seen: Record<string, Example> = {}

  constructor(openApi: unknown) {
    const { paths } = Document.parse(openApi)
    this.#operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId] as const,
        ),
      ),
    )
  }

  /** What is wrong with the example of a route, or null. @param name as the document writes it: `GET /api/v1/sites/{id}` */
  faultOf(name: string, request: unknown, answer: SeenAnswer): string | null {
    const operation = this.#operations.get(name)
    if (operation === undefined) return `${name} is not in the document`
    const example = exampleOf(request, answer)
    if (example === null) return null
    this.#seen[operation] = example
    if (isRecording) return null
    const written = this.#written[operation]
    if (!written) return `${operation} has no example: RECORD_EXAMPLES=1 npm test -- contract/access`
    return written.status === example.status && isAlike(written.answer, example.answer)
      ? null
      : `the example of ${operation} is not as the service answers: RECORD_EXAMPLES=1 npm test -- contract/access`
  }

  /** Ends the recording, or names the examples of operations that are gone. Call it once every route was asked. */
  async end(): Promise<string[]> {
    if (isRecording) {
      const sorted = Object.fromEntries(
        Object.entries(this.#seen).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      )
      await writeFile(examplesFile, `${JSON.stringify(sorted, null, 2)}\n`)
      return []
    }
    return Object.keys(this.#written).filter((operation) => !(operation in this.#seen))
  }
}

const isRecording = process.env.RECORD_EXAMPLES === '1'

/** What is worth showing of a call: null for what is neither sent nor answered as JSON. */
function exampleOf(request: unknown, { statusCode, headers, body }: SeenAnswer): Example | null {
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (request === undefined && !isJson) return null
  const ids = new Map<string, string>()
  return {
    status: statusCode,
    ...(request !== undefined && { request: shown(request, ids) }),
    ...(isJson && { answer: shown(JSON.parse(body), ids) }),
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
/** Keys, tokens and signatures, of which a key says what it is. */
const secret = /(?<![\w-])((?:sa|gw)_|whsec_)?[\w-]{32,}/g
const isSecret = (word: string): boolean => /\d/.test(word) && !word.startsWith(idsBegin)
const veiled = (word: string): string =>
  word.replaceAll(/\d/g, '0').replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A')

const idsBegin = '0190a5c4-2f00-7000-8000-'
/** Of a list, at most. */
const mostItems = 2

/** A value with ids in the order in which they come, one moment for all, and the begin of its lists. */
function shown(value: unknown, ids: Map<string, string>): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(uuid, (id) => {
        const known = ids.get(id) ?? `${idsBegin}${String(ids.size + 1).padStart(12, '0')}`
        ids.set(id, known)
        return known
      })
      .replaceAll(moment, '2026-03-14T09:26:53.589Z')
      .replaceAll(secret, (word, prefix: string = '') =>
        isSecret(word) ? prefix + veiled(word.slice(prefix.length)) : word,
      )
  if (Array.isArray(value)) return value.slice(0, mostItems).map((one) => shown(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [String(shown(name, ids)), shown(field, ids)]),
  )
}

/** Of one form: the same fields, each of the same type where both have it. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false
    return one.length === 0 || other.length === 0 || isAlike(one[0], other[0])
  }
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other
  const fields = new Map(Object.entries(other).map(([name, field]) => [withoutId(name), field]))
  const names = Object.entries(one).map(([name, field]) => [withoutId(name), field] as const)
  return (
    new Set(names.map(([name]) => name)).size === fields.size &&
    names.every(([name, field]) => fields.has(name) && isAlike(field, fields.get(name)))
  )
}

const withoutId = (name: string): string => name.replaceAll(uuid, 'id')
