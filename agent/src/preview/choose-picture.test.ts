import { expect, it } from 'vitest'
import { choosePicture, type PictureWish } from './choose-picture.js'

const wish: PictureWish = {
  stream: 'main',
  decodes: ['h264', 'mpeg1'],
  codecs: { main: 'h264', sub: null },
  refused: new Set(),
}
const h265 = { main: 'h265', sub: 'h265' } as const

it.each<[string, Partial<PictureWish>, string]>([
  ['what was asked for', {}, 'main source null'],
  ['a stream that nobody knows yet', { stream: 'sub' }, 'sub source null'],
  [
    'the other one where it plays',
    { codecs: { main: 'h265', sub: 'h264' } },
    'sub source codec_not_decodable',
  ],
  ['the other one, to see', { codecs: { main: 'h265', sub: null } }, 'sub source codec_not_decodable'],
  ['MPEG-1 of the smaller', { codecs: h265 }, 'sub mpeg1 codec_not_decodable'],
  [
    'MPEG-1 of main, where the camera has no other',
    { codecs: h265, refused: new Set(['sub/source']) },
    'main mpeg1 codec_not_decodable',
  ],
  [
    'main, where there is no sub',
    { stream: 'sub', refused: new Set(['sub/source']) },
    'main source no_sub_stream',
  ],
  [
    'MPEG-1 of main, where there is no sub',
    { stream: 'sub', codecs: h265, refused: new Set(['sub/source']) },
    'main mpeg1 codec_not_decodable',
  ],
])('%s', (_name, more, chosen) => {
  const choice = choosePicture({ ...wish, ...more })
  expect(`${choice?.stream} ${choice?.rendition} ${choice?.reason}`).toBe(chosen)
})

it.each<[string, Partial<PictureWish>]>([
  ['without MPEG-1 in the browser', { codecs: h265, decodes: ['h264'] }],
  ['once no transcoder makes anything', { codecs: h265, refused: new Set(['sub/mpeg1', 'main/mpeg1']) }],
  ['of a camera that is gone', { refused: new Set(['main/source', 'sub/source']) }],
])('nothing %s', (_name, more) => {
  expect(choosePicture({ ...wish, ...more })).toBeNull()
})
