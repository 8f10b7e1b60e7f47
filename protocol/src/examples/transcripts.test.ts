import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ackTracker,
  commandOutcomes,
  isCommand,
  isDurable,
  isRequest,
  readToCloud,
  readToGateway,
  requestOutcomes,
  settle,
} from '../channel/index.js'
import { readExample } from './example-files.fixture.js'

const Transcript = z.array(z.strictObject({ from: z.enum(['gateway', 'cloud']), frame: z.unknown() }))

/** What a version once said must be understood as long as that version is spoken: old files stay here. */
const transcripts = readdirSync(new URL('transcripts/', import.meta.url)).map((name) => `transcripts/${name}`)

function linesOf(path: string) {
  return Transcript.parse(readExample(path)).map(({ from, frame }) => {
    const text = JSON.stringify(frame)
    const reading = from === 'gateway' ? readToCloud(text) : readToGateway(text)
    expect(reading).toEqual({ kind: 'frame', frame })
    if (reading.kind !== 'frame') throw new Error('not a frame')
    return { from, frame: reading.frame }
  })
}

test.each(transcripts)('%s begins with hello and its welcome', (path) => {
  const [first, second] = linesOf(path)
  expect(first).toMatchObject({ from: 'gateway', frame: { type: 'hello' } })
  expect(second).toMatchObject({ from: 'cloud', frame: { type: 'welcome', re: first?.frame.id } })
})

test.each(transcripts)('%s answers each question exactly once, with the outcome of its type', (path) => {
  const lines = linesOf(path)
  const outcomes: Record<string, z.ZodType> = { ...commandOutcomes, ...requestOutcomes }
  const questions = lines.filter(({ frame }) => isCommand(frame.type) || isRequest(frame.type))
  expect(questions.length).toBeGreaterThan(0)
  for (const { from, frame } of questions) {
    const answers = lines.filter((line) => line.from !== from && line.frame.re === frame.id)
    expect(answers).toHaveLength(1)
    const answer = answers[0]?.frame
    if (answer?.type !== 'result' || !answer.body.ok) throw new Error(`${frame.type} was answered no`)
    expect(outcomes[frame.type]?.parse(answer.body.value)).toEqual(answer.body.value)
  }
})

test.each(transcripts)('%s confirms what was sent, and nothing before it was sent', (path) => {
  let sent = ackTracker(0)
  let confirmed = 0
  for (const { frame } of linesOf(path)) {
    if (isDurable(frame.type) && frame.seq !== undefined) sent = settle(sent, frame.seq)
    if (frame.type !== 'ack') continue
    expect(frame.ack).toBeGreaterThan(confirmed)
    expect(frame.ack).toBeLessThanOrEqual(sent.acked)
    confirmed = frame.ack ?? 0
  }
  expect(sent.ahead.size).toBe(0)
  expect(confirmed).toBe(sent.acked)
})

test('every frame of a relay about a camera names the lease of that camera', () => {
  const about = linesOf('transcripts/v1-relay-session.json').filter(
    ({ frame }) => 'camera_id' in frame.body || 'event_id' in frame.body || 'upload_id' in frame.body,
  )
  expect(about.length).toBeGreaterThan(6)
  for (const { frame } of about) {
    const cameraId = 'camera_id' in frame.body ? frame.body.camera_id : frame.lease?.camera_id
    expect(frame.lease).toEqual({ camera_id: cameraId, epoch: 3 })
  }
})
