import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerSchema } from './answer-schema.js'

test('bounds become words, every object is closed', () => {
  const answer = z.object({
    summary: z.string().min(1).max(200).describe('One sentence'),
    count: z.number().int().min(0),
    box: z.array(z.number()).min(4).max(4).nullable(),
  })
  expect(answerSchema(answer)).toEqual({
    isStrict: true,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['summary', 'count', 'box'],
      properties: {
        summary: {
          type: 'string',
          description: 'One sentence; at least 1 characters; at most 200 characters',
        },
        count: { type: 'integer', description: 'at least 0' },
        box: {
          anyOf: [
            { type: 'array', items: { type: 'number' }, description: 'at least 4 items; at most 4 items' },
            { type: 'null' },
          ],
        },
      },
    },
  })
})

test('what providers cannot hold a model to is not called strict', () => {
  const strict = (answer: z.ZodType) => answerSchema(answer).isStrict
  expect(strict(z.object({ a: z.string().optional() }))).toBe(false)
  expect(strict(z.object({ a: z.object({ b: z.string().default('x') }) }))).toBe(false)
  expect(strict(z.object({ a: z.record(z.string(), z.number()) }))).toBe(false)
  expect(strict(z.looseObject({ a: z.string() }))).toBe(false)
  expect(strict(z.object({ a: z.tuple([z.string(), z.number()]) }))).toBe(false)
  expect(strict(z.object({ a: z.array(z.object({ b: z.enum(['x', 'y']) })) }))).toBe(true)
})

test('shapes that refer to themselves, and choices of shapes', () => {
  const Node: z.ZodType = z.object({
    kind: z.discriminatedUnion('is', [
      z.object({ is: z.literal('tag'), tag: z.string().max(9) }),
      z.object({
        is: z.literal('not'),
        get of() {
          return Node
        },
      }),
    ]),
  })
  const { schema, isStrict } = answerSchema(Node)
  expect(isStrict).toBe(true)
  expect(JSON.stringify(schema)).not.toMatch(/oneOf|maxLength|\$schema/)
})
