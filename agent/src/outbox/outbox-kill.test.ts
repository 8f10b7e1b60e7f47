import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms, programForTests } from '#testing/built-programs.js'
import { systemClock } from '../platform/clock.js'
import { openDatabase } from './open-database.js'
import { Outbox } from './outbox.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-outbox-kill-'))
  await buildPrograms()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lets a child append until it has printed `count` numbers, then kills it. @returns the last one printed. */
async function appendAndKill(database: string, count: number): Promise<number> {
  const child = spawn(process.execPath, [programForTests('append-until-killed'), database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
