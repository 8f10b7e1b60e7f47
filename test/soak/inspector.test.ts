import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Inspector, inspectable } from './inspector.js'

/** As a bundler writes classes of modules that became one file. */
const program = `
  const Ring = class { #packets = [] }
  const Ring$1 = class { at = 1 }
  class Hub extends AbortController {}
  globalThis.held = [new Ring(), new Ring(), new Ring$1(), new Hub()]
  new Hub()
  setInterval(() => {}, 1000)
  console.log('begun')`

let child: ReturnType<typeof spawn>
let inspector: Inspector

beforeEach(async () => {
  child = spawn(process.execPath, ['-e', program], { env: { ...process.env, ...inspectable }, stdio: 'pipe' })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('it writes nowhere')
  // It can be looked into before its first line has run.
  const begun = once(stdout, 'data')
  for await (const line of createInterface(stderr)) {
    if (!line.includes('Debugger listening')) continue
    inspector = await Inspector.connect(line)
    break
  }
  await begun
})
afterEach(async () => {
  await inspector[Symbol.asyncDispose]()
  child.kill('SIGKILL')
  await once(child, 'close')
})

test('counts what lives of each class of a program in one file, also of those that were given a number', async () => {
  const objects = await inspector.countByClass()
  expect([objects.get('Ring'), objects.get('Hub'), objects.get('Hive')]).toEqual([3, 1, undefined])
  await inspector.evaluate('held.length = 1', z.number())
  const later = await inspector.countByClass()
  expect([later.get('Ring'), later.get('Hub')]).toEqual([1, undefined])
})
