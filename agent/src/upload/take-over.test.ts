import { afterEach, beforeEach, expect, it } from 'vitest'
import { LossCounts } from '../outbox/losses.js'
import { endDatabase } from '../outbox/open-database.js'
import { createLogger } from '../platform/logger.js'
import { KeptFiles } from './kept-files.fixture.js'
import { takeOver } from './take-over.js'

let kept: KeptFiles
let lines: string[]
const log = createLogger({ level: 'warn', human: false, write: (line) => void lines.push(line) })

beforeEach(async () => {
  lines = []
  kept = await KeptFiles.open()
})
afterEach(() => kept[Symbol.asyncDispose]())

it('says of each step once why it could not be made, and goes on', async () => {
  await endDatabase(kept.database)
  await takeOver(kept.database, 0, log)
  const said = lines.map((line): unknown => JSON.parse(line))
  for (const step of ['takeOverOldKeys', 'setUnreadAside', 'takeUpAgain'])
    expect(said).toContainEqual(
      expect.objectContaining({
        event: 'upload.not_taken_over',
        step,
        reason: expect.stringMatching(/not open/),
      }),
    )
  expect(said).toHaveLength(3)
})

it('says which loss could not be written down', async () => {
  const losses = await LossCounts.open(kept.database, log)
  await endDatabase(kept.database)
  await losses.note('clips', 'a')
  expect(losses.counts.clips).toBe(1)
  expect(lines).toEqual([expect.stringMatching(/"lost":"clips","id":"a".*disk\.loss_not_noted/)])
})
