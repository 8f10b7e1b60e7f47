import { expect, test } from 'vitest'
import { pictureName } from './picture-name.js'

test.each([
  [
    { capturedMs: Date.UTC(2026, 2, 14, 9, 41, 7, 250), placeSec: null },
    'Gate-2-2026-03-14T09-41-07.250Z.jpg',
  ],
  [{ capturedMs: Date.UTC(2026, 2, 14, 9, 41, 7), placeSec: 12.5 }, 'Gate-2-2026-03-14T09-41-07.000Z.jpg'],
  [{ capturedMs: null, placeSec: 12.5 }, 'Gate-2-at-12.50s.jpg'],
  [{ capturedMs: null, placeSec: null }, 'Gate-2.jpg'],
] as const)('a picture of %o is saved as %s', (time, name) => {
  expect(pictureName('Gate / 2', time)).toBe(name)
})
