import { expect, it } from 'vitest'
import { chooseStream, codecOfFormat, hasSmaller, type Wish } from './choose-stream.js'

const wish: Wish = {
  stream: 'main',
  mode: 'full',
  decodes: ['h264', 'mpeg1'],
  step: 'as_asked',
  codecs: { main: 'h264', sub: 'h264' },
  refused: new Set(),
}
const chosen = (changed: Partial<Wish>) => {
  const { stream, rendition, mode, reason } = chooseStream({ ...wish, ...changed })
  return `${stream} ${rendition} ${mode} ${reason ?? '-'}`
}
const hevc = { main: 'h265', sub: 'h265' }

it.each<[string, Partial<Wish>, string]>([
  ['what is asked for', {}, 'main source full -'],
  ['the sub stream', { stream: 'sub', mode: 'keys' }, 'sub source keys -'],
  [
    'main, where there is no sub stream',
    { stream: 'sub', codecs: { main: 'h264', sub: null } },
    'main source full no_sub_stream',
  ],
  ['main of unknown codec, by trying', { codecs: { main: null, sub: null } }, 'main source full -'],
  [
    'H.264 sub for H.265 main',
    { codecs: { main: 'h265', sub: 'h264' } },
    'sub source full codec_not_decodable',
  ],
  [
    'H.264 main for H.265 sub',
    { stream: 'sub', codecs: { main: 'h264', sub: 'h265' } },
    'main source full codec_not_decodable',
  ],
  ['H.265 where the browser has it', { codecs: hevc, decodes: ['h264', 'h265'] }, 'main source full -'],
  ['MPEG-1 of the smaller stream', { codecs: hevc }, 'sub mpeg1 full codec_not_decodable'],
  ['MPEG-1 of main alone', { codecs: { main: 'h265', sub: null } }, 'main mpeg1 full codec_not_decodable'],
  [
    'JPEG where the browser has no MPEG-1',
    { codecs: hevc, decodes: ['h264'] },
    'sub jpeg full codec_not_decodable',
  ],
  [
    'JPEG where the site cannot make MPEG-1',
    { codecs: hevc, refused: new Set(['sub/mpeg1']) },
    'sub jpeg full codec_not_decodable',
  ],
  ['sub for a slow viewer', { step: 'sub' }, 'sub source full stepped_down_slow_viewer'],
  ['keyframes of sub for a slower one', { step: 'keys' }, 'sub source keys stepped_down_slow_viewer'],
  [
    'keyframes of main where there is no sub',
    { step: 'keys', codecs: { main: 'h264', sub: null } },
    'main source keys stepped_down_slow_viewer',
  ],
  [
    'main where the gateway knows no such sub stream',
    { stream: 'sub', refused: new Set(['sub/source']) },
    'main source full no_sub_stream',
  ],
  [
    'keyframes of MPEG-1 for a slow viewer who cannot decode the camera',
    { step: 'keys', codecs: hevc },
    'sub mpeg1 keys stepped_down_slow_viewer',
  ],
  [
    'for a slow viewer with JPEG no less, for it is of keyframes already',
    { step: 'keys', codecs: hevc, decodes: ['h264'] },
    'sub jpeg full codec_not_decodable',
  ],
  [
    'for a slow viewer no sub stream that the browser cannot decode',
    { step: 'sub', codecs: { main: 'h264', sub: 'h265' } },
    'main source full -',
  ],
  [
    'for a slow viewer who asked for keyframes of sub no less, for there is nothing less',
    { stream: 'sub', mode: 'keys', step: 'keys' },
    'sub source keys -',
  ],
])('chooses %s', (_, changed, expected) => {
  expect(chosen(changed)).toBe(expected)
})

it.each<[boolean, string, Partial<Wish>, 'main' | 'sub']>([
  [true, 'a sub stream beside main', {}, 'main'],
  [false, 'the sub stream itself', {}, 'sub'],
  [false, 'no sub stream', { codecs: { main: 'h264', sub: null } }, 'main'],
  [false, 'one that cannot be decoded', { codecs: { main: 'h264', sub: 'h265' } }, 'main'],
  [false, 'one that the gateway does not give', { refused: new Set(['sub/source']) }, 'main'],
])('says %s of whether there is less to send: %s', (expected, _, changed, stream) => {
  expect(hasSmaller({ ...wish, ...changed }, { stream })).toBe(expected)
})

it('reads the codec out of a format', () => {
  expect(
    ['avc1.4d401f', 'hvc1.1.6.L93.B0', 'hev1.1.6.L93.B0', 'mpeg1', 'jpeg', ''].map(codecOfFormat),
  ).toEqual(['h264', 'h265', 'h265', null, null, null])
})
