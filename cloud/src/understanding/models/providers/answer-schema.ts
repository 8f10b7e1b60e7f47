import { z } from 'zod'

/** A JSON Schema as providers take it. */
type AnswerSchema = { readonly [key: string]: unknown }

export interface PromptSchema {
  readonly schema: AnswerSchema
  /** Every object is closed and every field required: providers can hold the model to it. */
  readonly isStrict: boolean
}

/**
 * The shape of an answer as JSON Schema, in the part of it that all providers take: bounds of texts, numbers and lists
 * become words in the description, for some refuse a schema that holds them. We check them ourselves.
 */
export function answerSchema(answer: z.ZodType): PromptSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })
  const state = { isStrict: true }
  return { schema: simplified(schema, state), ...state }
}

const bounds = {
  minLength: (value: unknown) => `at least ${String(value)} characters`,
  maxLength: (value: unknown) => `at most ${String(value)} characters`,
  minimum: (value: unknown) => `at least ${String(value)}`,
  maximum: (value: unknown) => `at most ${String(value)}`,
  exclusiveMinimum: (value: unknown) => `more than ${String(value)}`,
  exclusiveMaximum: (value: unknown) => `less than ${String(value)}`,
  minItems: (value: unknown) => `at least ${String(value)} items`,
  maxItems: (value: unknown) => `at most ${String(value)} items`,
  pattern: (value: unknown) => `matches ${String(value)}`,
  format: (value: unknown) => `as ${String(value)}`,
}

/** Said by their absence, or nothing that a model can act on. */
const dropped = ['default', 'multipleOf', 'uniqueItems', 'contentEncoding', 'id', '$id']

function simplified(schema: AnswerSchema, state: { isStrict: boolean }): AnswerSchema {
  const kept: Record<string, unknown> = {}
  const words: string[] = typeof schema.description === 'string' ? [schema.description] : []
  for (const [key, value] of Object.entries(schema)) {
    if (isBound(key)) {
      // The range of safe integers says nothing.
      if (!(typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER))
        words.push(bounds[key](value))
    } else if (!dropped.includes(key) && key !== 'description') {
      kept[key === 'oneOf' ? 'anyOf' : key] = simplifiedPart(key, value, state)
    }
  }
  if (words.length > 0) kept.description = words.join('; ')
  if (schema.type === 'object') closeObject(kept, state)
  if ('allOf' in schema || 'propertyNames' in schema || 'prefixItems' in schema) state.isStrict = false
  return kept
}

const isBound = (key: string): key is keyof typeof bounds => Object.hasOwn(bounds, key)

function simplifiedPart(key: string, value: unknown, state: { isStrict: boolean }): unknown {
  if (key === 'properties' || key === '$defs') return mapped(value, (part) => simplified(part, state))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value))
    return value.map((part: unknown) => (isSchema(part) ? simplified(part, state) : part))
  return ['items', 'additionalProperties'].includes(key) && isSchema(value) ? simplified(value, state) : value
}

function mapped(value: unknown, change: (part: AnswerSchema) => AnswerSchema): unknown {
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, isSchema(part) ? change(part) : part]),
  )
}

function closeObject(schema: Record<string, unknown>, state: { isStrict: boolean }): void {
  schema.additionalProperties ??= false
  const names = isSchema(schema.properties) ? Object.keys(schema.properties) : []
  const required = Array.isArray(schema.required) ? schema.required : []
  if (schema.additionalProperties !== false || names.some((name) => !required.includes(name)))
    state.isStrict = false
}

const isSchema = (value: unknown): value is AnswerSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
