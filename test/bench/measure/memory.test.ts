import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { descendantsOf, familyPss, parsePss } from './memory.js'

test('is read from what the kernel tells', () => {
  const rollup =
    '55d0-7ffe ---p 00000000 00:00 0   [rollup]\nRss:    51200 kB\nPss:    40960 kB\nPss_Anon:  9 kB\n'
  expect(parsePss(rollup)).toBe(40_960 * 1024)
  expect(() => parsePss('')).toThrow('not the memory of a process')
})

test.skipIf(process.platform !== 'linux')('of a process holds that of its children', async () => {
  const child = spawn('sleep', ['60'])
  onTestFinished(() => void child.kill())
  expect(await descendantsOf(process.pid)).toContain(child.pid)
  const childBytes = await familyPss([child.pid ?? 0])
  expect(childBytes).toBeGreaterThan(0)
  expect(await familyPss([process.pid])).toBeGreaterThan(childBytes)
})
