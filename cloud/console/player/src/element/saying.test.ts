import { expect, test } from 'vitest'
import type { PictureState } from '../live/picture-state.js'
import { type Beside, sayingOf } from './saying.js'
import { english } from './texts.js'

const ended = { code: 4503, reason: 'camera_offline', message: 'off', retryAfterMs: 1000 }
const drawn: Beside = {
  texts: english,
  timeOf: (ms) => `t${ms}`,
  shownMs: 7,
  thumbnail: { address: '/media/7', takenAtMs: 5 },
  hasPoster: false,
}
const bare: Beside = { ...drawn, shownMs: null }
const notOfNow: PictureState[] = [
  { kind: 'starting' },
  { kind: 'stopped' },
  { kind: 'paused' },
  { kind: 'stalled', forMs: 4000, why: null },
  { kind: 'no-line', sinceMs: 1 },
  { kind: 'unavailable', ended },
]

test.each(notOfNow)('a picture that is not of now is grey and says when it was: %o', (state) => {
  expect(sayingOf(state, drawn)).toMatchObject({
    isOld: true,
    note: expect.stringContaining('Picture of t7'),
  })
  expect(sayingOf(state, bare)).toMatchObject({ isOld: true, note: expect.stringContaining('Picture of t5') })
})

test('of still pictures each says when it was', () => {
  const { label, note } = sayingOf({ kind: 'cannot-play', codec: 'H.265' }, bare)
  expect([label, note]).toEqual(['Still pictures', 'This browser cannot play H.265 · Picture of t5'])
})

test('a picture of the page, of which nobody knows when it was, is called an earlier one', () => {
  const poster = { ...bare, thumbnail: null, hasPoster: true }
  expect(sayingOf({ kind: 'starting' }, poster).note).toBe('An earlier picture')
  expect(sayingOf({ kind: 'starting' }, { ...poster, hasPoster: false }).note).toBeNull()
})

test('what is of now, and what may not be seen, has no time', () => {
  const live = { kind: 'live', ageMs: 40, note: null } as const
  expect(sayingOf(live, drawn)).toMatchObject({ isOld: false, note: null })
  expect(sayingOf({ kind: 'forbidden' }, drawn)).toMatchObject({ isHidden: true, note: null })
})
