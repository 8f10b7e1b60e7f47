import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { type Ground, valueOf } from './generated-values.fixture.js'
import { hostileTexts } from './hostile-values.fixture.js'

/** A request as it goes over the wire. */
export interface GeneratedRequest {
  /** The route it is meant for: `PATCH /api/v1/sites/{id}`. */
  readonly name: string
  readonly method: string
  readonly url: string
  readonly contentType: string | undefined
  readonly body: string | undefined
}

const Parameter = z.object({ in: z.string(), name: z.string(), schema: z.unknown() })
const Operation = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) })
    .optional(),
})
type Operation = z.infer<typeof Operation>
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** What a path of the document names when it is filled as it should be: parameter to id. */
export type PathIds = (name: string) => Readonly<Record<string, string>>

/**
 * Requests for every route of the document: mostly near what it takes, now and then far from it.
 * @param ids of everything there is
 * @param rightIds those that fit a route
 */
export function requestsFor(
  openApi: unknown,
  ids: readonly string[],
  rightIds: PathIds,
): Arbitrary<GeneratedRequest> {
  const { paths, components } = Document.parse(openApi)
  const ground = { schemas: components.schemas, ids, rightIds }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestFor(method, path, operation, ground)),
  )
  return fc.oneof(...routes)
}

type PathGround = Ground & { readonly rightIds: PathIds }

function requestFor(
  method: string,
  path: string,
  operation: Operation,
  ground: PathGround,
): Arbitrary<GeneratedRequest> {
  const name = `${method.toUpperCase()} ${path}`
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc
    .tuple(pathOf(name, path, ground), queryOf(operation, ground), bodyOf(schema, ground))
    .map(([filled, query, sent]) => ({
      name,
      method: method.toUpperCase(),
      url: `${filled}${query}`,
      ...sent,
    }))
}

/** Text as a part of a URL; a lone surrogate has no percent-encoding. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '�'))
/** What is no well-formed escape, or no UTF-8. */
const badEscapes = ['%', '%zz', '%ff', '%c0%af', '%00', '%2e%2e%2f'] as const
const hostilePart: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts).map(encoded),
  fc.constantFrom(...badEscapes),
)

function pathOf(name: string, path: string, { ids, rightIds }: PathGround): Arbitrary<string> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const filledWith = (chosen: readonly string[]): string =>
    parameters.reduce(
      (filled, parameter, at) => filled.replace(`{${parameter}}`, () => chosen[at] ?? ''),
      path,
    )
  const id = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    // Without any text the path would be another route's.
    { weight: 1, arbitrary: hostilePart.filter((part) => part !== '') },
  )
  const right = rightIds(name)
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.constant(parameters.map((parameter) => right[parameter] ?? '-')) },
      { weight: 1, arbitrary: fc.tuple(...parameters.map(() => id)) },
    )
    .map(filledWith)
}

function queryOf({ parameters }: Operation, ground: Ground): Arbitrary<string> {
  const named = parameters.filter((one) => one.in === 'query')
  if (named.length === 0) return fc.constant('')
  const parameter = fc
    .constantFrom(...named)
    .chain(({ name, schema }) =>
      fc
        .oneof(
          { weight: 4, arbitrary: valueOf(schema, ground).map(asText) },
          { weight: 1, arbitrary: hostilePart },
        )
        .map((value) => `${name}=${value}`),
    )
  return fc
    .array(parameter, { maxLength: 4 })
    .map((texts) => (texts.length === 0 ? '' : `?${texts.join('&')}`))
}

/** The JSON text of a value as it would stand in a query. */
function asText(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    return encoded(typeof value === 'string' ? value : json.slice(0, 2_000))
  } catch {
    return encoded(json.slice(0, 2_000))
  }
}

const otherTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'x',
  'application/json; charset=utf-16',
]
const noJson = [
  '',
  '{',
  '[]',
  '"text"',
  '7',
  'null',
  '\u0000',
  '{"a":1}}',
  '['.repeat(2_000),
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
]

function bodyOf(schema: unknown, ground: Ground): Arbitrary<Pick<GeneratedRequest, 'body' | 'contentType'>> {
  const none = fc.constant({ body: undefined, contentType: undefined })
  const odd = fc.constantFrom(...noJson).map((body) => ({ body, contentType: 'application/json' }))
  if (schema === undefined) return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: odd })
  const given = valueOf(schema, ground).map((body) => ({ body, contentType: 'application/json' }))
  const mislabelled = fc
    .tuple(valueOf(schema, ground), fc.constantFrom(...otherTypes))
    .map(([body, contentType]) => ({ body, contentType }))
  return fc.oneof(
    { weight: 24, arbitrary: given },
    { weight: 1, arbitrary: mislabelled },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: none },
  )
}
