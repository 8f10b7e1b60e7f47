import { describe, expect, it } from 'vitest'
import { namedTests, namesATest } from './named-tests.js'
import { textOf } from './repository.js'

/** What cloud and agent lean on outside themselves; each has a section of the page. */
const outsideThings = [
  'Database connection',
  'Pool of connections',
  'LISTEN',
  'Disk',
  'Clock',
  'Memory',
  'File handles',
  'Name server',
  'Child process',
  'Store',
  'Proxy',
  'Camera',
  'Model',
  'Mail server',
  'Webhook receiver',
  'Peer',
]

const kinds = ['gone', 'slow', 'lying', 'full']

/** What the cloud leans on, and which kinds of faults it cannot have, for what reason. Everything else has a row. */
const everyKind: Record<string, Partial<Record<string, string>>> = {
  'Database connection': {},
  'Pool of connections': { gone: 'it is our own: its connections are gone', lying: 'it is our own' },
  LISTEN: { full: 'PostgreSQL keeps eight gibibytes of notices' },
  Disk: {},
  Clock: { full: 'a clock holds nothing' },
  Store: {},
  'Mail server': {},
  Model: {},
  'Webhook receiver': {},
  'Child process': {},
}

const sections = textOf('docs/faults.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), rows: rowsOf(text) }))

function rowsOf(text: string) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| fault |'))
    .map((line) => {
      const [, fault = '', effect = '', tests = '', ...rest] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
      return { fault, effect, tests, rest }
    })
}

it('has a section for each outside thing', () => {
  expect(sections.map(({ title }) => title)).toEqual(outsideThings)
})

it.each(Object.entries(everyKind))('%s: a row for each kind of fault that it can have', (title, cannot) => {
  const faults = sections.find((section) => section.title === title)?.rows.map(({ fault }) => fault) ?? []
  const missing = kinds.filter((kind) => !faults.some((fault) => new RegExp(`\\b${kind}\\b`).test(fault)))
  expect(missing).toEqual(Object.keys(cannot))
})

describe.each(sections)('$title', ({ rows }) => {
  it('has rows', () => {
    expect(rows).not.toEqual([])
  })

  it.each(rows)('$fault: says what happens, and names tests that exist', ({ effect, tests, rest }) => {
    expect(effect).not.toBe('')
    expect(rest).toEqual([''])
    expect(namedTests(tests)).not.toEqual([])
    for (const test of namedTests(tests)) expect(namesATest(test), test.text).toBe(true)
  })
})
