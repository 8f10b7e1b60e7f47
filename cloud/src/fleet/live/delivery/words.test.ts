import { expect, it } from 'vitest'
import { wordsOfChoice } from './words.js'

const cannot = 'This browser cannot decode the codec of the camera.'
const slow = 'Your line does not carry all that was asked for.'

it.each([
  [null, 'source', null],
  ['codec_not_decodable', 'mpeg1', cannot],
  ['stepped_down_slow_viewer', 'source', slow],
  ['stepped_down_slow_viewer', 'mpeg1', `${cannot} ${slow}`],
] as const)('says of %s by %s all reasons that it has', (reason, rendition, words) => {
  expect(wordsOfChoice({ reason, rendition })).toBe(words)
})
