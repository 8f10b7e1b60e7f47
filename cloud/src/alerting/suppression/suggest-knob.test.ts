import { type NoBigDealKnobs, noBigDealDefaults } from '@sightline/protocol'
import { describe, expect, it, test } from 'vitest'
import { overridePatch } from './apply-suggestion.js'
import { type Evidence, suggestKnob } from './suggest-knob.js'

let count = 0
const said = (
  verdict: Evidence['said'],
  at: string,
  { confidence = null, timezone = 'UTC' }: { confidence?: number | null; timezone?: string } = {},
): Evidence => {
  count += 1
  return {
    eventId: `event ${count}`,
    said: verdict,
    triggeredAt: new Date(at),
    timezone,
    confidence,
    heldBack: false,
  }
}
const boring = (at: string, more = {}) => said('no_big_deal', at, more)
const useful = (at: string, more = {}) => said('useful', at, more)
const learn = (kind: string, evidence: Evidence[], knobs: Partial<NoBigDealKnobs> = {}) =>
  suggestKnob(kind, evidence, { ...noBigDealDefaults, ...knobs })

/** Far apart, at different hours, on different days. */
const scattered = ['2026-01-05T03:00:00Z', '2026-01-07T11:00:00Z', '2026-01-09T19:00:00Z']
/** On one day, ten and twenty minutes apart. */
const together = ['2026-01-05T10:00:00Z', '2026-01-05T10:10:00Z', '2026-01-05T10:30:00Z']

describe('how many are needed', () => {
  it.each([
    [2, 0, 3, false],
    [3, 0, 3, true],
    [3, 1, 3, false],
    [4, 1, 3, true],
    [2, 0, 2, true],
  ])('%i no big deal, %i useful, learn_after %i: %s', (many, few, least, learns) => {
    const at = (day: number) => `2026-01-${String(10 + day)}T12:00:00Z`
    const evidence = [
      ...Array.from({ length: many }, (_, day) => boring(at(day))),
      ...Array.from({ length: few }, (_, day) => useful(at(day))),
    ]
    expect(learn('motion', evidence, { learn_after: least }) !== null).toBe(learns)
  })
})

describe('which knob is chosen', () => {
  it('raises the confidence where all were unsure, above them and not above what was useful', () => {
    const unsure = scattered.map((at, index) => boring(at, { confidence: 0.3 + index / 10 }))
    expect(learn('motion/cat', unsure)).toMatchObject({ knob: 'min_confidence', value: 0.55 })
    const right = useful(scattered[0] ?? '', { confidence: 0.52 })
    expect(learn('motion/cat', [...unsure, right], { learn_after: 2 })?.knob).not.toBe('min_confidence')
    const surer = useful(scattered[0] ?? '', { confidence: 0.9 })
    expect(learn('motion/cat', [...unsure, surer], { learn_after: 2 })?.knob).toBe('min_confidence')
    expect(learn('motion/cat', unsure, { min_confidence: 0.55 })?.knob).toBe('suppressed_tags')
  })

  it('suppresses the tag that all have, if none was useful', () => {
    const cats = scattered.map((at) => boring(at, { confidence: 0.9 }))
    expect(learn('motion/cat', cats)).toEqual({
      knob: 'suppressed_tags',
      value: ['cat'],
      reason: '3 events called no big deal: all were about cat, and none was useful',
    })
    expect(learn('motion/cat', [...cats, useful('2026-01-06T12:00:00Z')], { learn_after: 2 })?.knob).toBe(
      'repeat_window_sec',
    )
  })

  it.each(['person', 'Two people', 'delivery-man', 'smoke'])('never learns to suppress %s', (tag) => {
    expect(
      learn(
        `motion/${tag}`,
        scattered.map((at) => boring(at)),
      )?.knob,
    ).toBe('repeat_window_sec')
  })

  it('makes quiet hours where all fell in the same hours of different days', () => {
    const mornings = ['2026-01-05T05:10:00Z', '2026-01-06T06:00:00Z', '2026-01-07T05:50:00Z']
    expect(
      learn(
        'motion',
        mornings.map((at) => boring(at)),
      ),
    ).toMatchObject({
      knob: 'quiet_hours',
      value: [{ from: '05:00', to: '06:30', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }],
    })
  })

  it('makes them by the clock at the site, and over midnight', () => {
    const nights = ['2026-01-05T22:40:00Z', '2026-01-06T23:20:00Z', '2026-07-07T22:10:00Z']
    const evidence = nights.map((at) => boring(at, { timezone: 'Europe/Zurich' }))
    expect(learn('motion', evidence)).toMatchObject({ value: [{ from: '23:30', to: '00:30' }] })
    const lateNights = ['2026-01-05T23:40:00Z', '2026-01-06T23:59:00Z', '2026-01-08T23:30:00Z']
    expect(
      learn(
        'motion',
        lateNights.map((at) => boring(at)),
      ),
    ).toMatchObject({
      value: [{ from: '23:30', to: '24:00' }],
    })
  })

  it('makes no quiet hours of one day, nor where something useful happened', () => {
    expect(
      learn(
        'motion',
        together.map((at) => boring(at)),
      )?.knob,
    ).toBe('repeat_window_sec')
    const mornings = ['2026-01-05T05:10:00Z', '2026-01-06T06:00:00Z', '2026-01-07T05:50:00Z']
    const evidence = [...mornings.map((at) => boring(at)), useful('2026-01-08T05:20:00Z')]
    expect(learn('motion', evidence, { learn_after: 2 })?.knob).toBe('repeat_window_sec')
  })

  it('makes a repeat window longer than what lay between them, and than the one that holds', () => {
    const evidence = together.map((at) => boring(at))
    expect(learn('motion', evidence)).toMatchObject({ knob: 'repeat_window_sec', value: 1800 })
    expect(learn('motion', evidence, { repeat_window_sec: 1800 })).toMatchObject({ value: 3600 })
  })

  it('suppresses the category if nothing else is in common, and never a grave one', () => {
    const evidence = scattered.map((at) => boring(at))
    expect(learn('motion', evidence)).toMatchObject({ knob: 'suppressed_categories', value: ['motion'] })
    expect(learn('tamper', evidence)).toMatchObject({ knob: 'repeat_window_sec', value: 86_400 })
  })

  it('learns nothing where no knob is left', () => {
    const evidence = scattered.map((at) => boring(at))
    expect(learn('tamper', evidence, { repeat_window_sec: 86_400 })).toBeNull()
  })
})

describe('what a lesson changes', () => {
  const now = { ...noBigDealDefaults, suppressed_tags: ['dog'], repeat_window_sec: 3600, min_confidence: 0.7 }
  test.each([
    ['suppressed_tags', ['cat'], { suppressed_tags: ['dog', 'cat'] }],
    ['suppressed_tags', ['dog'], { suppressed_tags: ['dog'] }],
    ['repeat_window_sec', 600, { repeat_window_sec: 3600 }],
    ['repeat_window_sec', 7200, { repeat_window_sec: 7200 }],
    ['min_confidence', 0.5, { min_confidence: 0.7 }],
    ['suppressed_categories', ['motion'], { suppressed_categories: ['motion'] }],
  ] as const)('%s %j', (knob, value, patch) => {
    expect(overridePatch({ knob, value: Array.isArray(value) ? [...value] : Number(value) }, now)).toEqual(
      patch,
    )
  })

  it('is nothing beyond the bounds of the knob', () => {
    const full = { ...now, suppressed_tags: Array.from({ length: 50 }, (_, index) => `t${index}`) }
    expect(overridePatch({ knob: 'suppressed_tags', value: ['cat'] }, full)).toBeNull()
  })
})
