import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Predicate, PredicateNode, predicateOperators } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { labelTable } from '../../../understanding/labels/label.service.js'
import { doubtfulMargin } from './margin.js'
import { isCondition } from './walk.js'

const pageOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../../docs/${name}`, import.meta.url)), 'utf8')
const [, section = ''] = /\n## The predicate language\n([\s\S]*?)\n## /.exec(pageOf('analysis.md')) ?? []

const rows = section.split('\n').flatMap((line) => {
  const [, op = '', means = '', example = ''] = /^\| `(\w+)` \| (.*) \| `(\{.*\})` \|$/.exec(line) ?? []
  return op === '' ? [] : [{ op, means, example }]
})

test('each operator is described once, and nothing that is none', () => {
  expect(rows.map(({ op }) => op)).toEqual(predicateOperators)
})

test.each(rows)('the example of $op is of the language, and of this operator', ({ op, example }) => {
  const node = PredicateNode.parse(JSON.parse(example))
  expect(node.op).toBe(op)
  expect(Predicate.safeParse({ version: 1, where: node }).success).toBe(true)
})

test('each bound of a condition is named in its row', () => {
  for (const { op, means, example } of rows) {
    const node = PredicateNode.parse(JSON.parse(example))
    if (!isCondition(node)) continue
    const named = Object.keys(node).filter(
      (key) => !['op', 'in', 'like', 'label', 'match', 'value'].includes(key),
    )
    if (op === 'confidence') continue
    for (const key of named) expect(means, `${key} of ${op}`).toContain(`\`${key}\``)
  }
})

test('whole predicates of the page are of the language', () => {
  const blocks = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json)
  expect(blocks.length).toBeGreaterThan(0)
  for (const block of blocks) expect(Predicate.safeParse(JSON.parse(block)).error).toBeUndefined()
})

test('the tables of labels are those of the code', () => {
  const page = pageOf('labels.md')
  for (const table of [labelTable.narrower, labelTable.otherWords])
    for (const [label, words] of Object.entries(table))
      expect(page).toContain(`| ${label} | ${words.join(', ')} |`)
})

test('the margin of doubt is the one that is told', () => {
  expect(section).toContain(`up to ${doubtfulMargin} under what is asked`)
})
