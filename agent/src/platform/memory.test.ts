import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readMemory } from './memory.js'

const mib = 1024 ** 2
const machine = { machineBytes: 564 * mib, freeBytes: 300 * mib }

it.each([
  ['of a container', 320 * mib, 320 * mib, 300 * mib],
  ['of a small container', 128 * mib, 128 * mib, 128 * mib],
  ['of a machine without limits', 0, 564 * mib, 300 * mib],
  ['of a machine whose limit is beyond its memory, as cgroups write "none"', 2 ** 63, 564 * mib, 300 * mib],
])('knows the memory %s', (_name, limitBytes, totalBytes, freeBytes) => {
  expect(readMemory({ ...machine, limitBytes })).toEqual({ totalBytes, freeBytes })
})

it('knows that of this one', () => {
  const { totalBytes, freeBytes } = readMemory()
  expect(totalBytes).toBeGreaterThan(16 * mib)
  expect(freeBytes).toBeLessThanOrEqual(totalBytes)
})

it('is asked wherever the agent reckons with memory', async () => {
  const root = join(import.meta.dirname, '..')
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const asking: string[] = []
  for (const name of names) {
    const isAsking = /\b(totalmem|freemem|constrainedMemory|availableMemory)\b/.test(
      await readFile(join(root, name), 'utf8'),
    )
    if (isAsking) asking.push(name)
  }
  expect(asking.toSorted()).toEqual(['platform/memory.test.ts', 'platform/memory.ts'])
})
