import { describe, expect, it } from 'vitest'
import { exists, textOf } from './repository.js'

/** Notes in each section of the field notes; section 4 lists test fixtures and no notes. */
const notes = { 1: 27, 2: 21, 3: 53, 5: 8 } as const

interface Row {
  readonly note: string
  readonly weDo: string
  readonly switches: string
  readonly tests: string
}

const rows: Row[] = textOf('docs/camera-quirks.md')
  .split('\n')
  .filter((line) => /^\| \d\.\d+ \|/.test(line))
  .map((line) => {
    const [, note = '', , weDo = '', switches = '', tests = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { note, weDo, switches, tests }
  })

const switchboard = textOf('test/fakes/camera/options.ts') + textOf('test/fakes/camera/faults.ts')

it('names every note once', () => {
  const wanted = Object.entries(notes).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ note }) => note)).toEqual(wanted)
})

describe.each(rows)('note $note', ({ note, weDo, switches, tests }) => {
  const isCameras = note.startsWith('3.') || note.startsWith('5.')

  it('says what is done', () => {
    expect(weDo).not.toBe('')
    // A note of the general sections has a test, or the words why not.
    if (tests === '-') expect(weDo.length).toBeGreaterThan(20)
  })

  it('has a switch that exists', () => {
    const named = [...switches.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    if (isCameras) expect(named).not.toEqual([])
    for (const name of named) {
      if (name.includes('/')) expect(exists(name), name).toBe(true)
      else expect(switchboard, name).toMatch(new RegExp(`readonly ${name}\\??:|\\b${name}\\(`))
    }
  })

  it('has a test that exists', () => {
    const named = tests === '-' ? [] : tests.split(';').map((test) => test.trim())
    if (isCameras) expect(named).not.toEqual([])
    for (const test of named) {
      const [, file = '', name = ''] = /^`([^`]+)` > (.+)$/.exec(test) ?? []
      expect(file, `${test} is not of the form: file > name`).not.toBe('')
      expect(textOf(file), `${file} holds no test "${name}"`).toContain(name)
    }
  })
})
