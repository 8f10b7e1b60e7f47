import { expect, test } from 'vitest'
import { readArguments } from './bench-arguments.js'

const rows = [2, 4, 5, 7]

test('everything at full length unless told otherwise', () => {
  expect(readArguments([], rows)).toEqual({ kind: 'run', only: null, quick: false })
  expect(readArguments(['--quick', '--only', '5,7', '--only=2'], rows)).toEqual({
    kind: 'run',
    only: [5, 7, 2],
    quick: true,
  })
  expect(readArguments(['--quick', '--help'], rows)).toEqual({ kind: 'help' })
})

test.each([[['--only']], [['--only', '6']], [['--only', 'x']], [['--fast']]])('%j is refused', (given) => {
  expect(readArguments(given, rows).kind).toBe('wrong')
})
