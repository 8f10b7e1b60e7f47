import { expect, test } from 'vitest'
import { parseProcessTime, processTime } from './process-time.js'

const tail = 'S 1 42 42 0 -1 4194560 1000 0 0 0 150 50 7 3 20 0 11 0 12345 1000000 2000'

test('own time and that of ended children, whatever the name of the program', () => {
  expect(parseProcessTime(`42 (node) ${tail}`)).toEqual({ own: 2, endedChildren: 0.1 })
  expect(parseProcessTime(`42 (a (b) 1 2 3) c) ${tail}\n`)).toEqual({ own: 2, endedChildren: 0.1 })
})

test('something else is refused', () => {
  expect(() => parseProcessTime('')).toThrow('not a process')
  expect(() => parseProcessTime('42 (node) S 1 42')).toThrow('not a process')
})

test.runIf(process.platform === 'linux')('this process grows older by working', async () => {
  const before = await processTime([process.pid])
  const until = performance.now() + 100
  while (performance.now() < until) JSON.stringify({ until })
  expect(await processTime([process.pid])).toBeGreaterThan(before)
})
