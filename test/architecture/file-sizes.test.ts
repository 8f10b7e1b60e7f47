import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sizeTroubles } from './file-sizes.js'
import { readTree } from './read-tree.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const file = (path: string, lines: number) => ({ path, source: 'x\n'.repeat(lines) })

it('finds a file that is too long, and files that are long on the whole', () => {
  const short = file('agent/src/short.ts', 65)
  expect(sizeTroubles([short, file('agent/src/a.ts', 300), file('agent/src/b.ts', 12)])).toEqual([])
  expect(sizeTroubles([short, file('agent/src/a.ts', 301), file('cloud/console/src/b.tsx', 12)])).toEqual([
    'agent/src/a.ts has 301 lines, and 300 are the most',
  ])
  expect(sizeTroubles([file('agent/src/a.ts', 66), file('protocol/src/b.ts', 66)])).toEqual([
    'the median file has 66 lines, and 65 are the most',
  ])
  const ofTests = [
    'agent/src/a.test.ts',
    'cloud/testing/seed.ts',
    'test/bench/b.ts',
    'cloud/client/src/api.ts',
  ]
  expect(sizeTroubles(ofTests.map((path) => file(path, 301)))).toEqual([])
})

it('files have one subject: none is longer than 300 lines, and half of them have at most 65', async () => {
  expect(sizeTroubles(await readTree(root, ['.ts', '.tsx', '.js', '.mjs']))).toEqual([])
})
