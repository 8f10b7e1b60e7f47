import { expect, test } from 'vitest'
import { growthOf, growthTable } from './growth.js'

const held = (differences: Record<string, number> = {}) =>
  new Map(Object.entries({ heap: 50e6, handles: 100, children: 0, PacketRing: 48, ...differences }))

const grown = (...moments: ReadonlyMap<string, number>[]) =>
  growthOf(moments)
    .filter(({ grew }) => grew)
    .map(({ name }) => name)

test.each([
  ['children', 1],
  ['PacketRing', 51],
  ['handles', 109],
  ['heap', 60e6],
])('%s at %d at the end have grown', (name, end) => {
  expect(grown(held(), held({ [name]: end }))).toEqual([name])
})

test('what comes and goes, and what was there in between alone, is no growth', () => {
  expect(grown(held(), held({ children: 9, heap: 90e6 }), held({ handles: 104, PacketRing: 50 }))).toEqual([])
})

test('the table names what grew', () => {
  const table = growthTable(growthOf([held(), held(), held({ children: 3 })]))
  expect(table).toMatch(/children +0 +0 +3 +\+0 +GREW/)
  expect(table).toMatch(/heap +47.7 MiB +47.7 MiB +47.7 MiB +\+6.0 MiB +no/)
})

test('one moment is no run', () => {
  expect(() => growthOf([held()])).toThrow(RangeError)
})
