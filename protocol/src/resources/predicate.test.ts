import { expect, test } from 'vitest'
import { z } from 'zod'
import { CompileRequest } from './compile.js'
import { Predicate, PredicateNode, predicateOperators } from './predicate.js'

const person = { op: 'object', label: 'person' }
const flawsOf = (value: unknown): string[] => {
  const answer = Predicate.safeParse(value)
  return answer.success ? [] : answer.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const flawsOfNode = (where: unknown): string[] => flawsOf({ version: 1, where })

test('a predicate joins conditions by all, any and not', () => {
  const where = {
    op: 'all',
    of: [
      person,
      {
        op: 'not',
        of: {
          op: 'any',
          of: [
            { op: 'category', in: ['io'] },
            { op: 'tag', in: ['staff'] },
          ],
        },
      },
      { op: 'time', from: '22:00', to: '06:00', days: ['sat', 'sun'], timezone: 'Europe/Zurich' },
    ],
  }
  expect(Predicate.parse({ version: 1, where })).toEqual({ version: 1, where })
})

test.each([
  [{ version: 2, where: person }, 'version 2 of the predicate language is not known here; write version 1'],
  [
    { version: '1', where: person },
    'version "1" of the predicate language is not known here; write version 1',
  ],
  [{ where: person }, 'version missing of the predicate language is not known here; write version 1'],
  [null, 'give an object {"version": 1, "where": {...}}'],
  [[person], 'give an object {"version": 1, "where": {...}}'],
])('%j is refused as a whole', (value, message) => {
  expect(flawsOf(value)).toEqual([`: ${message}`])
})

test('a version that is nested beyond all measure is refused without being shown', () => {
  const deep: unknown = JSON.parse('['.repeat(300_000) + ']'.repeat(300_000))
  expect(flawsOf({ version: deep, where: person })).toEqual([
    ': version of type object of the predicate language is not known here; write version 1',
  ])
})

test('an unknown operator is answered with those that there are', () => {
  expect(flawsOfNode({ op: 'all', of: [person, { op: 'xor', of: [person] }] })).toEqual([
    `where.of.1.op: unknown operator; op is one of ${predicateOperators.join(', ')}`,
  ])
  expect(flawsOfNode({ label: 'person' })[0]).toContain('unknown operator; op is one of all, any, not')
})

test('64 conditions are taken and 65 refused, wherever they stand', () => {
  const many = (count: number) => Array.from({ length: count }, () => person)
  expect(flawsOfNode({ op: 'any', of: many(64) })).toEqual([])
  expect(flawsOfNode({ op: 'any', of: many(65) })[0]).toContain('more than 64 conditions; make several rules')
  const halves = [
    { op: 'all', of: many(32) },
    { op: 'all', of: many(33) },
  ]
  expect(flawsOfNode({ op: 'any', of: halves })[0]).toContain('more than 64 conditions')
})

test('what is more than 32,768 characters long is refused, however few its conditions are', () => {
  const tags = (count: number) => ({ op: 'tag', in: Array.from({ length: 100 }, () => 'x'.repeat(count)) })
  expect(flawsOfNode({ op: 'any', of: [tags(100), tags(100), tags(100)] })).toEqual([])
  expect(flawsOfNode({ op: 'any', of: [tags(100), tags(100), tags(100), tags(100)] })).toEqual([
    ': more than 32768 characters as JSON; make several rules of it',
  ])
})

test('8 levels are taken, 9 and 100,000 refused', () => {
  const nested = (levels: number) => {
    let node: object = person
    for (let level = 1; level < levels; level += 1) node = { op: 'not', of: node }
    return node
  }
  expect(flawsOfNode(nested(8))).toEqual([])
  for (const levels of [9, 100_000])
    expect(flawsOfNode(nested(levels))).toEqual([
      ': more than 8 levels of all, any and not; flatten what is inside each other',
    ])
})

test.each([
  [{ op: 'object', label: 'person', atleast: 2 }, 'Unrecognized key'],
  [{ op: 'object', label: 'person', at_least: 3, at_most: 2 }, 'no number can be both'],
  [{ op: 'object', label: '  ' }, 'Too small'],
  [{ op: 'severity' }, 'give at_least, at_most or both'],
  [{ op: 'severity', at_least: 'high', at_most: 'low' }, 'no severity can be both'],
  [{ op: 'severity', at_least: 'grave' }, 'Invalid option'],
  [{ op: 'duration' }, 'in seconds'],
  [{ op: 'duration', at_least: 9, at_most: 8 }, 'no duration can be both'],
  [{ op: 'time', from: '22:00', to: '22:00' }, 'the whole day is 00:00 to 24:00'],
  [{ op: 'time', from: '24:00', to: '06:00' }, 'HH:MM'],
  [{ op: 'time', from: '22:00', to: '06:00', days: ['mon', 'mon'] }, 'each day once'],
  [{ op: 'time', from: '22:00', to: '06:00', timezone: 'Mars/Olympus' }, 'IANA'],
  [{ op: 'camera', in: [] }, 'Too small'],
  [{ op: 'camera', in: ['gate'] }, 'UUID'],
  [{ op: 'topic', like: 'a\\' }, 'open escape'],
  [{ op: 'text', match: 'words', value: '...' }, 'at least one letter or digit'],
  [{ op: 'all', of: [] }, 'Too small'],
  [{ op: 'not', of: [person] }, 'expected object'],
  [{ op: 'confidence', at_least: 1.1 }, 'Too big'],
])('%j is refused: %s', (node, words) => {
  expect(flawsOfNode(node).join('; ')).toContain(words)
})

test('it describes itself as JSON Schema, with the operators in it', () => {
  const schema = JSON.stringify(z.toJSONSchema(Predicate, { io: 'input' }))
  for (const operator of predicateOperators) expect(schema).toContain(`"const":"${operator}"`)
  expect(PredicateNode.safeParse(person).success).toBe(true)
})

test('a sentence has 1 to 1000 characters, and nothing else stands beside it', () => {
  expect(CompileRequest.parse({ sentence: ' a dog ' })).toEqual({ sentence: 'a dog', use_model: true })
  const flaw = (body: unknown) => CompileRequest.safeParse(body).error?.issues[0]?.message
  expect(flaw({ sentence: '  ' })).toBe('say in a sentence what the rule is to look for')
  expect(flaw({ sentence: 'x'.repeat(1001) })).toContain('at most 1000 characters')
  expect(flaw({ sentence: 'a dog', model: 'x' })).toContain('Unrecognized key')
})
