import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { openDatabase } from './open-database.js'
import { Outbox } from './outbox.js'

const here = import.meta.dirname
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-outbox-kill-'))
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  // Findings in files that others are writing must not stop this test; what it needs is emitted anyway.
  await promisify(execFile)(process.execPath, [tsc, '-b', resolve(here, '../..')]).catch(() => undefined)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lets a child append until it has printed `count` numbers, then kills it. @returns the last one printed. */
async function appendAndKill(database: string, count: number): Promise<number> {
  const child = spawn(
    process.execPath,
    [resolve(here, '../../dist/outbox/append-for-ever.test.child.js'), database],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  let last = 0
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    seen += 1
    if (seen === count) child.kill('SIGKILL')
  }
  await exited
  return last
}

it('loses nothing that was reported durable, leaves no gap, over ten kills', async () => {
  const path = join(folder, 'outbox')
  for (let round = 1; round <= 10; round += 1) {
    const promised = await appendAndKill(path, 5 + round * 7)
    const database = await openDatabase(path)
    const outbox = await Outbox.open(database, systemClock)
    const entries = await outbox.entriesAfter(outbox.acked, 100_000)
    expect(outbox.last).toBeGreaterThanOrEqual(promised)
    expect(entries.map((entry) => entry.body['n'])).toEqual(
      entries.map((_, index) => outbox.acked + 1 + index),
    )
    expect(entries.at(-1)?.seq).toBe(outbox.last)
    await outbox.acknowledge(outbox.last - 3, [])
    await database.close()
  }
})
