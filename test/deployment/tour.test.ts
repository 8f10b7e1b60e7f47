import { describe, expect, it } from 'vitest'
import { exists, textOf } from './repository.js'

const page = 'docs/tour.md'

const sectionOf = (heading: string) => textOf(page).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The files that a walk numbers. */
const numberedIn = (section: string) =>
  [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)

/** Those of its table: a folder, and the names of its files. */
const askedIn = (section: string) =>
  [...section.matchAll(/`([^`]+)`: ([a-z0-9., -]+?)(?=;| \|)/g)].flatMap(([, folder = '', names = '']) =>
    names.split(', ').map((name) => `${folder}/${name}.ts`),
  )

describe.each(['From a trigger to its webhook', 'A manual trigger, there and back', 'An upload'])(
  '%s',
  (name) => {
    const section = sectionOf(name)
    const files = [...numberedIn(section), ...askedIn(section)]

    it('says how many files it has', () => {
      const [, handing, asked] = /(\d+) files hand it on, and (\d+) are asked/.exec(section) ?? []
      expect([numberedIn(section).length, askedIn(section).length].map(String)).toEqual([handing, asked])
    })

    it('names each once, and none that is not there, or of what is left out', () => {
      expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
      expect(files.filter((file) => !exists(file))).toEqual([])
      expect(files.filter((file) => /^protocol\/|\/platform\//.test(file))).toEqual([])
    })
  },
)

it('has ten files, and names nothing in code that is not there', () => {
  expect(numberedIn(sectionOf('Ten files'))).toHaveLength(10)
  const named = [...textOf(page).matchAll(/`((?:agent|cloud|protocol|test|docs)\/[^`\s]+)`/g)].map(
    ([, file = '']) => file,
  )
  expect(named.filter((file) => !exists(file))).toEqual([])
})
