import { NoBigDealPatch, QuietWindow, type SetKnobs } from '@sightline/protocol'
import { describe, expect, it, test } from 'vitest'
import { isWithinHours, wallTime } from '../../platform/time/wall-clock.js'
import type { SuppressionCandidate } from './alert-candidate.service.js'
import { alertKind, kindParts } from './alert-candidate.service.js'
import { changeKnobs, effectiveKnobs } from './knobs.js'
import { suppressingKnob } from './suppressing-knob.js'

const night = QuietWindow.parse({ from: '22:00', to: '06:00' })
const candidate = (change: Partial<SuppressionCandidate> = {}): SuppressionCandidate => ({
  ruleId: 'rule',
  eventId: 'event',
  cameraId: 'camera',
  siteId: 'site',
  category: 'motion',
  severity: 'medium',
  confidence: 0.6,
  tags: ['Person', 'gate'],
  triggeredAt: new Date('2026-01-14T23:30:00Z'),
  ...change,
})
const around = { timezone: 'UTC', alerted: [] as Date[] }
const held = (rule: SetKnobs, one = candidate(), more = around, camera: SetKnobs = {}) =>
  suppressingKnob(one, effectiveKnobs(rule, camera), more)

test('a rule of which nothing is set holds nothing back', () => {
  expect(held({}, candidate({ severity: 'info', confidence: 0 }))).toBeNull()
})

describe('each knob, on its bound and beside it', () => {
  it.each<[SetKnobs, Partial<SuppressionCandidate>, string | null]>([
    [{ min_severity: 'high' }, { severity: 'medium' }, 'min_severity'],
    [{ min_severity: 'medium' }, { severity: 'medium' }, null],
    [{ min_confidence: 0.61 }, {}, 'min_confidence'],
    [{ min_confidence: 0.6 }, {}, null],
    [{ min_confidence: 1 }, { confidence: null }, null],
    [{ suppressed_categories: ['motion'] }, {}, 'suppressed_categories'],
    [{ suppressed_categories: ['audio'] }, {}, null],
    [{ suppressed_tags: ['person'] }, {}, 'suppressed_tags'],
    [{ suppressed_tags: ['gate'] }, {}, 'suppressed_tags'],
    [{ suppressed_tags: ['gat'] }, {}, null],
    [{ suppressed_tags: ['person'] }, { tags: [] }, null],
    [{ quiet_hours: [night] }, {}, 'quiet_hours'],
    [{ quiet_hours: [night] }, { triggeredAt: new Date('2026-01-14T12:00:00Z') }, null],
    [{ enabled: false, min_severity: 'high', quiet_hours: [night] }, {}, null],
    [{ quiet_hours: [night] }, { severity: 'critical' }, null],
    [{ quiet_hours: [night], never_hold_back: 'none' }, { severity: 'critical' }, 'quiet_hours'],
    [{ quiet_hours: [night], never_hold_back: 'medium' }, {}, null],
  ])('%j over %j: %s', (knobs, change, knob) => {
    expect(held(knobs, candidate(change))?.knob ?? null).toBe(knob)
  })

  it('looks for one like it within the repeat window, before and after', () => {
    const at = candidate().triggeredAt.getTime()
    const after = (seconds: number) => ({ ...around, alerted: [new Date(at + seconds * 1000)] })
    expect(held({ repeat_window_sec: 60 }, candidate(), after(-59))?.knob).toBe('repeat_window_sec')
    expect(held({ repeat_window_sec: 60 }, candidate(), after(59))?.knob).toBe('repeat_window_sec')
    expect(held({ repeat_window_sec: 60 }, candidate(), after(60))).toBeNull()
    expect(held({ repeat_window_sec: 0 }, candidate(), after(0))).toBeNull()
  })
})

test('a hold says which value held, of a list what applied, and whose it is', () => {
  const rule: SetKnobs = { suppressed_tags: ['cat', 'person'], quiet_hours: [night] }
  expect(held(rule)).toEqual({
    knob: 'suppressed_tags',
    value: ['person'],
    origin: 'rule',
    reason: 'alerts of events with the tag person are held back',
  })
  expect(held(rule, candidate(), around, { suppressed_tags: [] })).toMatchObject({
    knob: 'quiet_hours',
    origin: 'rule',
    value: [night],
    reason: 'it happened in quiet hours, 22:00 to 06:00 (UTC)',
  })
  expect(held(rule, candidate(), around, { min_severity: 'high' })).toMatchObject({
    knob: 'min_severity',
    origin: 'camera',
    value: 'high',
  })
})

test('what the camera sets goes over the rule, knob by knob', () => {
  const { knobs, origins } = effectiveKnobs(
    { min_severity: 'high', suppressed_tags: ['cat'] },
    { suppressed_tags: ['dog'], enabled: false },
  )
  expect(knobs).toMatchObject({
    enabled: false,
    min_severity: 'high',
    suppressed_tags: ['dog'],
    learn_after: 3,
  })
  expect(origins).toMatchObject({
    enabled: 'camera',
    min_severity: 'rule',
    suppressed_tags: 'camera',
    learn_after: 'default',
  })
})

test('a patch sets what it names, and null takes a knob back', () => {
  const before: SetKnobs = { min_severity: 'high', repeat_window_sec: 60 }
  expect(changeKnobs(before, { min_severity: null, min_confidence: 0.5 })).toEqual({
    repeat_window_sec: 60,
    min_confidence: 0.5,
  })
  expect(changeKnobs(before, { min_severity: null, repeat_window_sec: null })).toEqual({})
})

describe('quiet hours go by the clock at the site', () => {
  const zurich = 'Europe/Zurich'
  const at = (instant: string, window: object, timezone = zurich) =>
    isWithinHours(QuietWindow.parse(window), wallTime(new Date(instant), timezone))

  it.each([
    ['the first minute', '2026-01-14T21:00:00Z', true],
    ['the minute before', '2026-01-14T20:59:59.999Z', false],
    ['after midnight', '2026-01-15T04:59:59.999Z', true],
    ['the end', '2026-01-15T05:00:00Z', false],
    ['summer time: 22:00 is 20:00 UTC', '2026-07-14T20:00:00Z', true],
    ['summer time: 21:59', '2026-07-14T19:59:00Z', false],
    ['summer time: 06:00 is 04:00 UTC', '2026-07-15T04:00:00Z', false],
  ])('%s', (_, instant, quiet) => {
    expect(at(instant, { from: '22:00', to: '06:00' })).toBe(quiet)
  })

  it('takes the hour that comes twice both times, and the one that is skipped never', () => {
    const window = { from: '02:00', to: '03:00' }
    expect(at('2026-10-25T00:30:00Z', window)).toBe(true)
    expect(at('2026-10-25T01:30:00Z', window)).toBe(true)
    expect(at('2026-10-25T02:00:00Z', window)).toBe(false)
    expect(at('2026-03-29T00:59:59Z', window)).toBe(false)
    expect(at('2026-03-29T01:00:00Z', window)).toBe(false)
  })

  it('lets hours over midnight belong to the day on which they begin, over the end of the week too', () => {
    const sundays = { days: ['sun'], from: '22:00', to: '06:00' }
    expect(at('2026-01-18T22:30:00Z', sundays)).toBe(true)
    expect(at('2026-01-19T03:00:00Z', sundays)).toBe(true)
    expect(at('2026-01-18T03:00:00Z', sundays)).toBe(false)
    expect(at('2026-01-19T22:30:00Z', sundays)).toBe(false)
  })

  it('takes a whole day', () => {
    const saturday = { days: ['sat'], from: '00:00', to: '24:00' }
    expect(at('2026-01-16T23:00:00Z', saturday)).toBe(true)
    expect(at('2026-01-17T22:59:59Z', saturday)).toBe(true)
    expect(at('2026-01-17T23:00:00Z', saturday)).toBe(false)
  })

  it('takes zones that are off by half an hour', () => {
    expect(at('2026-01-14T16:30:00Z', { from: '22:00', to: '23:00' }, 'Asia/Kolkata')).toBe(true)
    expect(at('2026-01-14T16:29:00Z', { from: '22:00', to: '23:00' }, 'Asia/Kolkata')).toBe(false)
  })
})

test('a kind is the category and the main tag', () => {
  expect(alertKind({ category: 'motion', tags: [] })).toBe('motion')
  expect(alertKind({ category: 'motion', tags: [' Person ', 'gate'] })).toBe('motion/person')
  expect(kindParts('motion/and/or')).toEqual({ category: 'motion', tag: 'and/or' })
  expect(kindParts('line_crossing')).toEqual({ category: 'line_crossing', tag: null })
})

describe('a patch is refused', () => {
  it.each<[object, RegExp]>([
    [{ silence: true }, /unknown knob silence; the knobs are enabled, min_severity/],
    [{ min_severity: 'grave' }, /expected one of "info"/],
    [{ min_confidence: 1.01 }, /from 0 to 1/],
    [{ min_confidence: -0.01 }, /from 0 to 1/],
    [{ suppressed_tags: ['cat', 'CAT '] }, /each tag once/],
    [{ suppressed_tags: ['  '] }, /at least one character/],
    [{ suppressed_tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, /at most 50 tags/],
    [{ suppressed_categories: ['motion', 'motion'] }, /each category once/],
    [{ quiet_hours: [{ from: '22:00', to: '22:00' }] }, /from and to differ/],
    [{ quiet_hours: [{ from: '24:00', to: '06:00' }] }, /HH:MM/],
    [{ quiet_hours: [{ from: '22:00', to: '6:00' }] }, /HH:MM/],
    [{ quiet_hours: [{ days: [], from: '22:00', to: '06:00' }] }, /at least one day/],
    [{ quiet_hours: [{ from: '22:00', to: '06:00', zone: 'UTC' }] }, /zone/],
    [
      { quiet_hours: Array.from({ length: 22 }, () => ({ from: '22:00', to: '06:00' })) },
      /at most 21 windows/,
    ],
    [{ repeat_window_sec: 86_401 }, /at most 86400 seconds/],
    [{ repeat_window_sec: -1 }, /0 switches it off/],
    [{ repeat_window_sec: 1.5 }, /whole seconds/],
    [{ learn_from_feedback: 'always' }, /"off"\|"suggest"\|"apply"/],
    [{ learn_after: 1 }, /at least 2/],
    [{ learn_within_days: 91 }, /at most 90 days/],
  ])('%j', (body, message) => {
    const parsed = NoBigDealPatch.safeParse(body)
    expect(JSON.stringify(parsed.error?.issues).replaceAll('\\"', '"')).toMatch(message)
  })

  test('and what is on the bounds is taken', () => {
    const body = { min_confidence: 1, repeat_window_sec: 86_400, learn_after: 50, suppressed_tags: [' Cat'] }
    expect(NoBigDealPatch.parse(body)).toEqual({ ...body, suppressed_tags: ['cat'] })
  })
})
