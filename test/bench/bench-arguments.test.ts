import { expect, test } from 'vitest'
import { readArguments } from './bench-arguments.js'

const rows = [2, 4, 5, 7]

test('everything at full length unless told otherwise', () => {
  expect(readArguments([], rows)).toEqual({ kind: 'run', only: null, quick: false, cameraCounts: [10, 40] })
  expect(readArguments(['--quick', '--only', '5,7', '--only=2', '--cameras=20'], rows)).toEqual({
    kind: 'run',
    only: [5, 7, 2],
    quick: true,
    cameraCounts: [20],
  })
  expect(readArguments(['--quick', '--help'], rows)).toEqual({ kind: 'help' })
})

const wrong = [
  ['--only'],
  ['--only', '6'],
  ['--only', 'x'],
  ['--fast'],
  ['--cameras', '3'],
  ['--cameras', '65'],
]

test.each(wrong.map((given) => [given]))('%j is refused', (given) => {
  expect(readArguments(given, rows).kind).toBe('wrong')
})
