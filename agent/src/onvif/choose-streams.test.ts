import { expect, test } from 'vitest'
import { chooseStreams } from './choose-streams.js'

const profile = (name: string, codec: string, width: number, height: number, source = 'v1') => ({
  token: name,
  name,
  codec,
  width,
  height,
  source,
  isMovable: false,
  streamUrl: `rtsp://camera/${name}`,
})

/** Of which the camera says what it shows, but not how large that is sent. */
const unsized = (name: string, codec: string, boundsPixels: number) => ({
  ...profile(name, codec, 0, 0),
  boundsPixels,
})
const fullHd = 1920 * 1080

const main = profile('main', 'h264', 1920, 1080)
const sub = profile('sub', 'h264', 640, 360)
const tiny = profile('tiny', 'h264', 160, 90)
const still = profile('still', 'mjpeg', 2560, 1440)

test.each([
  ['main and sub', [main, sub], 'main', 'sub'],
  ['in any order', [sub, main], 'main', 'sub'],
  ['the smallest that shows something', [main, profile('mid', 'h264', 1280, 720), sub, tiny], 'main', 'sub'],
  ['a tiny one rather than none', [main, tiny], 'main', 'tiny'],
  ['one stream only', [main], 'main', undefined],
  ['MJPEG does not count beside H.264', [still, main], 'main', undefined],
  ['MJPEG where there is nothing else', [still], 'still', undefined],
  ['the other lens is no sub stream', [main, profile('lens2', 'h264', 640, 360, 'v2')], 'main', undefined],
  ['twice the same address', [main, { ...sub, streamUrl: main.streamUrl }], 'main', undefined],
  ['what is not named may be recorded', [profile('main', '', 1920, 1080), sub], 'main', 'sub'],
  [
    'of what shows the same, what lacks a size is the larger',
    [sub, unsized('main', '', fullHd)],
    'main',
    'sub',
  ],
  ['what says that it is as large goes first', [unsized('other', 'h264', fullHd), main], 'main', undefined],
  [
    'what says nothing of its size is no sub stream',
    [main, profile('other', 'h264', 0, 0)],
    'main',
    undefined,
  ],
  ['nothing', [], undefined, undefined],
])('%s', (_name, profiles, expectedMain, expectedSub) => {
  const chosen = chooseStreams(profiles)
  expect([chosen?.main.name, chosen?.sub?.name]).toEqual([expectedMain, expectedSub])
})
