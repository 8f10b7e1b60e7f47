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
  'Peer',
]

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
