import { describe, expect, test } from 'vitest'
import { gapsBetween, recordingRange } from './recording-range.js'

const now = Date.parse('2026-03-14T12:00:00.000Z')
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()]

describe('the range of a request', () => {
  test.each([
    ['without bounds: the last 24 hours', {}, ['2026-03-13T12:00:00.000Z', '2026-03-14T12:00:00.000Z']],
    [
      'whole days, in the time zone',
      { from: '2026-03-01', to: '2026-03-02' },
      ['2026-02-28T23:00:00.000Z', '2026-03-02T23:00:00.000Z'],
    ],
    [
      'moments, the last one included',
      { from: '2026-03-01T00:00:00Z', to: '2026-03-01T01:00:00Z' },
      ['2026-03-01T00:00:00.000Z', '2026-03-01T01:00:00.001Z'],
    ],
    [
      'from alone: until now',
      { from: '2026-03-14T00:00:00Z' },
      ['2026-03-14T00:00:00.000Z', '2026-03-14T12:00:00.000Z'],
    ],
    [
      'to alone: the 24 hours before',
      { to: '2026-01-02T00:00:00Z' },
      ['2026-01-01T00:00:00.001Z', '2026-01-02T00:00:00.001Z'],
    ],
    [
      '31 days in which the clocks are put back',
      { from: '2026-10-01', to: '2026-10-31' },
      ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ],
  ])('%s', (_name, query, expected) => {
    expect(iso(recordingRange(query, 'Europe/Zurich', now))).toEqual(expected)
  })

  test.each([
    ['the end first', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }],
    ['32 days', { from: '2026-03-01', to: '2026-04-01' }],
    ['it begins in the future', { from: '2026-03-15T00:00:00Z' }],
  ])('refused: %s', (_name, query) => {
    expect(() => recordingRange(query, 'Europe/Zurich', now)).toThrow(/from/)
  })
})

describe('gaps', () => {
  const at = (minute: number) => new Date(now + minute * 60_000)
  const stretch = (from: number, to: number) => ({ from: at(from), to: at(to) })
  test.each([
    ['nothing covered', [], [stretch(0, 60)]],
    ['all covered', [stretch(0, 60)], []],
    ['the middle', [stretch(10, 20)], [stretch(0, 10), stretch(20, 60)]],
    ['both ends', [stretch(0, 5), stretch(50, 60)], [stretch(5, 50)]],
  ])('%s', (_name, covered, gaps) => {
    expect(gapsBetween(stretch(0, 60), covered)).toEqual(gaps)
  })
})
