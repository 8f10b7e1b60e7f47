import { expect, it } from 'vitest'
import { whyOf, wordsOfChoice } from './words.js'

const cannot = 'This browser cannot decode the codec of the camera.'
const slow = 'Your line or your browser does not keep up with all that was asked for.'

it.each([
  [null, 'source', null],
  ['codec_not_decodable', 'mpeg1', cannot],
  ['stepped_down_slow_viewer', 'source', slow],
  ['stepped_down_slow_viewer', 'mpeg1', `${cannot} ${slow}`],
] as const)('says of %s by %s all reasons that it has', (reason, rendition, words) => {
  expect(wordsOfChoice({ reason, rendition })).toBe(words)
})

const main = { stream: 'main', rendition: 'source', mode: 'full', reason: null } as const
const sub = { ...main, stream: 'sub' } as const
const flowing = { kind: 'flowing', limitation: null } as const

it('says of the sub stream that it is sent until the main one comes, if nothing else is the reason', () => {
  expect(whyOf(flowing, sub, main)).toMatchObject({ reason: 'main_on_its_way' })
  expect(whyOf(flowing, sub, null)).toEqual({ reason: null, message: null })
  expect(whyOf(flowing, { ...sub, reason: 'stepped_down_slow_viewer' }, main)).toMatchObject({
    reason: 'stepped_down_slow_viewer',
  })
  const limited = { ...flowing, limitation: 'the line is slow' }
  expect(whyOf(limited, main, null)).toEqual({
    reason: 'stepped_down_slow_site',
    message: 'the line is slow',
  })
})
