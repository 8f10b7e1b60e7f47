import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { hostileJson } from './hostile-values.fixture.js'

/** Values are generated as JSON text, for some (1e999, a key twice) have no JavaScript value. */
type JsonText = string

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})
type Schema = z.infer<typeof Schema>

/** What a generator may draw on: the document's named schemas, and ids that exist. */
export interface Ground {
  readonly schemas: Readonly<Record<string, unknown>>
  readonly ids: readonly string[]
}

const json = (value: unknown): JsonText => JSON.stringify(value) ?? 'null'
const hostile: Arbitrary<JsonText> = fc.constantFrom(...hostileJson)

/** Values that fit a schema of the document, with now and then one that does not, down to `depth` levels. */
export function valueOf(schema: unknown, ground: Ground, depth = 4): Arbitrary<JsonText> {
  const fitting = fittingValue(Schema.safeParse(schema).data ?? {}, ground, depth)
  return fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: hostile })
}

function fittingValue(schema: Schema, ground: Ground, depth: number): Arbitrary<JsonText> {
  const inner = (one: unknown) => valueOf(one, ground, depth - 1)
  if (depth < 0) return fc.constant('null')
  if (schema.$ref !== undefined) return inner(ground.schemas[schema.$ref.split('/').at(-1) ?? ''])
  if (schema.enum) return fc.constantFrom(...schema.enum.map(json))
  if ('const' in schema && schema.const !== undefined) return fc.constant(json(schema.const))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return fc.oneof(...choices.map(inner))
  if (schema.allOf && schema.allOf.length > 0) return fc.oneof(...schema.allOf.map(inner))
  switch ([schema.type].flat()[0]) {
    case 'string':
      return textOf(schema, ground).map(json)
    case 'integer':
      return edges(schema, fc.integer({ min: low(schema), max: high(schema) })).map(json)
    case 'number':
      return edges(schema, fc.double({ min: low(schema), max: high(schema), noNaN: true })).map(json)
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'null':
      return fc.constant('null')
    case 'array':
      return fc
        .array(inner(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) + 1 })
        .map((items) => `[${items.join(',')}]`)
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }).map(json))
  }
}

const low = ({ minimum }: Schema): number => Math.max(minimum ?? -1_000_000, -(2 ** 31))
const high = ({ maximum }: Schema): number => Math.min(maximum ?? 1_000_000, 2 ** 31 - 1)

/** A number within its bounds, or just on and just beyond one. */
function edges({ minimum, maximum }: Schema, within: Arbitrary<number>): Arbitrary<number> {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
  return fc.oneof(
    within,
    ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1].map((n) => fc.constant(n))),
  )
}

function textOf({ format, minLength = 0, maxLength }: Schema, { ids }: Ground): Arbitrary<string> {
  const free = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength ?? 40, 80) })
  const atBounds = [minLength - 1, minLength, maxLength, maxLength === undefined ? undefined : maxLength + 1]
    .filter((length) => length !== undefined)
    .filter((length) => length >= 0 && length <= 5_000)
    .map((length) => fc.constant('x'.repeat(length)))
  switch (format) {
    case 'uuid':
      return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
    case 'date-time':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
    case 'email':
      return fc.oneof(fc.emailAddress(), free)
    case 'uri':
      return fc.oneof(fc.webUrl(), fc.constantFrom('rtsp://192.168.1.20/stream', 'https://127.0.0.1:9/hook'))
    default:
      return fc.oneof({ weight: 3, arbitrary: free }, fc.constantFrom(...ids), ...atBounds)
  }
}

/** An object with its fields, some left out, some twice, some that nobody knows. */
function objectOf(schema: Schema, inner: (one: unknown) => Arbitrary<JsonText>): Arbitrary<JsonText> {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) =>
    fc
      .tuple(inner(one), fc.integer({ min: 0, max: 19 }))
      // A required field is missing in one of twenty, another one in half.
      .map(([value, chance]) => (chance < (required.has(name) ? 1 : 10) ? [] : [`${json(name)}:${value}`])),
  )
  const oddities = fc.array(
    fc.tuple(fc.constantFrom('__proto__', 'constructor', 'org_id', 'id', 'role', ''), hostile),
    { maxLength: 1 },
  )
  return fc
    .tuple(fc.tuple(...fields), oddities, fc.integer({ min: 0, max: 19 }))
    .map(([entries, odd, chance]) => {
      const texts = [
        ...entries.flat(),
        ...(chance < 2 ? odd.map(([name, value]) => `${json(name)}:${value}`) : []),
      ]
      const twice = chance === 19 ? texts.slice(0, 1) : []
      return `{${[...texts, ...twice].join(',')}}`
    })
}
