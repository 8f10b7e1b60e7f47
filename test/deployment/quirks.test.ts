import { describe, expect, it } from 'vitest'
import { namedTests, namesATest } from './named-tests.js'
import { exists, textOf } from './repository.js'

/** Notes in each section of the field notes; section 4 lists test fixtures and no notes. */
const notes = { 1: 27, 2: 21, 3: 53, 5: 8 } as const

interface Row {
  readonly note: string
  readonly goesWrong: string
  readonly agentDoes: string
  readonly switches: string
  readonly tests: string
  readonly rest: readonly string[]
}

const rows: Row[] = textOf('docs/camera-quirks.md')
  .split('\n')
  .filter((line) => /^\| \d\.\d+ \|/.test(line))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, note = '', goesWrong = '', agentDoes = '', switches = '', tests = '', ...rest] = cells
    return { note, goesWrong, agentDoes, switches, tests, rest }
  })

const fake = 'test/fakes/camera'
const camera = textOf(`${fake}/options.ts`) + textOf(`${fake}/faults.ts`)

/** Where the parts of a switch are declared that has parts: `onvif.time`. */
const parts: Readonly<Record<string, string>> = {
  onvif: `${fake}/onvif/onvif-faults.ts`,
  onvifEvents: `${fake}/onvif/event-options.ts`,
  picture: `${fake}/picture/picture.ts`,
  rtsp: `${fake}/rtsp/rtsp-quirks.ts`,
}

const declares = (source: string, name: string) =>
  new RegExp(String.raw`readonly ${name}\??:|^ {2}(async )?${name}\(`, 'm').test(source)

/** Names in backticks: switches of the fake camera, or files of what plays it where the fake camera cannot. */
const switchesOf = ({ switches }: Row) => [...switches.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

it('names every note once, in order', () => {
  const wanted = Object.entries(notes).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ note }) => note)).toEqual(wanted)
})

describe.each(rows)('note $note', (row) => {
  const isCameras = /^[35]\./.test(row.note)

  it('says what goes wrong and what is done', () => {
    expect(row.goesWrong).not.toBe('')
    expect(row.agentDoes).not.toBe('')
    expect(row.rest).toEqual([''])
    // What has no test has words that say why.
    if (row.tests === '-') expect(row.agentDoes.length).toBeGreaterThan(40)
  })

  it('has tests that exist', () => {
    if (isCameras) expect(namedTests(row.tests)).not.toEqual([])
    for (const test of namedTests(row.tests)) expect(namesATest(test), test.text).toBe(true)
  })

  it('has switches that exist, and that its tests set', () => {
    const names = switchesOf(row)
    if (isCameras) expect(names).not.toEqual([])
    const sources = namedTests(row.tests).map(({ file }) => textOf(file))
    for (const name of names) {
      if (name.includes('/')) {
        expect(exists(name), name).toBe(true)
        const module = name.slice(name.lastIndexOf('/') + 1, -'.ts'.length)
        expect(
          sources.some((source) => source.includes(module)),
          `no test of the row uses ${name}`,
        ).toBe(true)
        continue
      }
      const [first = '', part] = name.split('.')
      expect(declares(camera, first), `${name} is no switch`).toBe(true)
      if (part !== undefined) expect(declares(textOf(parts[first] ?? ''), part), `${name} is none`).toBe(true)
      const word = new RegExp(String.raw`\b${part ?? first}\b`)
      expect(
        sources.some((source) => word.test(source)),
        `no test of the row sets ${name}`,
      ).toBe(true)
    }
  })
})
