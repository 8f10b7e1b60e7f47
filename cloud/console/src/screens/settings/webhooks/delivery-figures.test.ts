import { describe, expect, it } from 'vitest'
import { figuresOf, isUnresolved, stageOf } from './delivery-figures.js'

const attempt = (started: string, ms: number, status: number | null, error: string | null = null) => ({
  number: 1,
  started_at: started,
  duration_ms: ms,
  status_code: status,
  response_excerpt: null,
  error,
})

const [early, late] = ['2026-03-12T10:00:00Z', '2026-03-12T11:00:00Z']

describe('how a webhook fares', () => {
  it('is the share that arrived of what ended, and how long half of the last answers took', () => {
    expect(
      figuresOf([
        { status: 'delivered', attempts: [attempt(early, 900, 503), attempt(late, 100, 200)] },
        { status: 'delivered', attempts: [attempt(early, 300, 200)] },
        { status: 'delivered', attempts: [attempt(early, 200, 204)] },
        { status: 'failed', attempts: [attempt(early, 60_000, null, 'answer: none in time')] },
        { status: 'pending', attempts: [] },
      ]),
    ).toEqual({ ended: 4, received: 0.75, answers: 3, medianMs: 200 })
  })

  it('is not known while nothing ended', () => {
    expect(figuresOf([{ status: 'pending', attempts: [] }])).toEqual({
      ended: 0,
      received: null,
      answers: 0,
      medianMs: null,
    })
  })
})

describe('a name that does not resolve', () => {
  const lost = { attempts: [attempt(late, 3, null, 'dns: the name does not resolve')] }
  const well = { attempts: [attempt(early, 90, 200)] }

  it('is said while the newest attempt failed by it, and not any more after', () => {
    expect(isUnresolved([well, lost])).toBe(true)
    expect(isUnresolved([lost, { attempts: [attempt('2026-03-12T12:00:00Z', 90, 500)] }])).toBe(false)
    expect(isUnresolved([])).toBe(false)
  })
})

it.each([
  ['connect: the connection was refused', 'connect'],
  ['the webhook is disabled', null],
  [null, null],
])('%j failed at %j', (error, stage) => {
  expect(stageOf(error)).toBe(stage)
})
