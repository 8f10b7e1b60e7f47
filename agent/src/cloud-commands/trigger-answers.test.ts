import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TriggerOutcome } from '@sightline/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { TriggerAnswers } from './trigger-answers.js'

const day = 24 * 3_600_000

let folder: string
let database: Database
const clock = createFakeClock()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-answers-'))
  database = await openDatabase(folder)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const outcome = (event_id: string): TriggerOutcome => ({
  status: 'recording_extended',
  event_id,
  started_at: '2026-01-15T12:00:00.000Z',
  expected_clip_duration_sec: 20,
})

describe('answers to triggers', () => {
  it('are the same after a restart, each for its own trigger', async () => {
    const [first, second, recording] = [randomUUID(), randomUUID(), randomUUID()]
    const answers = new TriggerAnswers(database, clock)
    await answers.keep(first, outcome(recording))
    await answers.keep(second, outcome(second))
    await database.close()
    database = await openDatabase(folder)
    const again = new TriggerAnswers(database, clock)
    expect(await again.find(first)).toEqual(outcome(recording))
    expect(await again.find(second)).toEqual(outcome(second))
    expect(await again.find(randomUUID())).toBeNull()
  })

  it('are dropped after a week, and nothing else with them', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    const answers = new TriggerAnswers(database, clock)
    await database.put(keys.seq, 7)
    await answers.keep(old, outcome(old))
    await clock.advance(4 * day)
    await answers.keep(young, outcome(young))
    await answers.dropOld()
    expect(await answers.find(old)).not.toBeNull()
    await clock.advance(4 * day)
    await answers.dropOld()
    expect(await answers.find(old)).toBeNull()
    expect(await answers.find(young)).toEqual(outcome(young))
    expect(await database.get(keys.seq)).toBe(7)
  })

  it('that cannot be read count as none, and go', async () => {
    const id = randomUUID()
    await database.put(keys.answer(id), { outcome: 'nonsense', atMs: clock.now() })
    const answers = new TriggerAnswers(database, clock)
    expect(await answers.find(id)).toBeNull()
    await answers.dropOld()
    expect(await database.get(keys.answer(id))).toBeUndefined()
  })
})
