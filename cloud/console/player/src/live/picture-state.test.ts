import { describe, expect, test } from 'vitest'
import { isOfNow, type PictureFacts, pictureState } from './picture-state.js'

const live: PictureFacts = {
  isWanted: true,
  isPaused: false,
  line: { kind: 'open' },
  server: { state: 'live', stream: 'main', reason: null, message: null, isBusy: false },
  isBusy: false,
  rendition: 'source',
  codecBeyond: null,
  ended: null,
  ageMs: 40,
  gapMs: 40,
  behindMs: 0,
  mode: 'full',
  cannotPlay: null,
}
const ended = (code: number, retries = false) => ({
  ended: { code, reason: null, message: 'no', retryAfterMs: retries ? 1000 : null },
  retries,
})

describe('a picture is', () => {
  test.each<[string, Partial<PictureFacts>]>([
    ['live', {}],
    ['live', { ageMs: 2_400 }],
    ['stalled', { ageMs: 2_600 }],
    ['live', { ageMs: 7_000, gapMs: 5000, mode: 'keys' }],
    ['stalled', { ageMs: 20_000, gapMs: 5000, mode: 'keys' }],
    [
      'stalled',
      { server: { state: 'stalled', stream: 'main', reason: null, message: 'off', isBusy: false } },
    ],
    ['behind', { behindMs: 1200 }],
    ['starting', { ageMs: null }],
    [
      'stalled',
      {
        ageMs: null,
        server: { state: 'stalled', stream: 'main', reason: null, message: 'off', isBusy: false },
      },
    ],
    ['no-line', { line: { kind: 'lost', sinceMs: 1 } }],
    ['cannot-play', { cannotPlay: { codec: 'H.265' } }],
    ['forbidden', { ended: ended(4403) }],
    ['gone', { ended: ended(4404), line: { kind: 'lost', sinceMs: 1 } }],
    ['signed-out', { ended: ended(4401) }],
    ['starting', { ended: ended(4401, true) }],
    ['unavailable', { ended: ended(4503, true) }],
    ['paused', { isPaused: true, ended: ended(4503) }],
    ['stopped', { isWanted: false, isPaused: true }],
  ])('%s: %o', (kind, facts) => {
    expect(pictureState({ ...live, ...facts }).kind).toBe(kind)
  })
})

test('only what is live or a little behind is of now', () => {
  expect(isOfNow(pictureState(live))).toBe(true)
  expect(isOfNow(pictureState({ ...live, ageMs: 10_000 }))).toBe(false)
  expect(isOfNow(pictureState({ ...live, line: { kind: 'lost', sinceMs: 1 } }))).toBe(false)
})
