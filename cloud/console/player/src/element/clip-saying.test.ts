import { expect, test } from 'vitest'
import { clipSaying } from './clip-saying.js'
import { english } from './texts.js'

const clipAddress = 'https://video.example.com/clip.mp4'
const beside = { texts: english, address: clipAddress, hasPoster: true }
const { clipUnplayable, clipGone, noClip, lineBroke } = english.sentences

test.each([
  ['that the browser does not play', { trouble: 'clip', isThere: true }, clipUnplayable, clipAddress],
  ['that is not there', { trouble: 'clip', isThere: false }, clipGone, null],
  ['of which nobody knows', { trouble: 'clip', isThere: null }, noClip, clipAddress],
] as const)('of a clip %s: beside its picture, and the file if it may help', (_, clip, note, file) => {
  expect(clipSaying(clip, beside)).toMatchObject({ note, loud: null, file, heard: note, isBare: true })
  expect(clipSaying(clip, { ...beside, hasPoster: false })).toMatchObject({ note: null, loud: note, file })
})

test('a line that broke is no reason for a file', () => {
  expect(clipSaying({ trouble: 'line', isThere: null }, beside)).toMatchObject({
    loud: lineBroke,
    file: null,
  })
})

test('what plays says that it is recorded', () => {
  const saying = clipSaying({ trouble: null, isThere: null }, beside)
  expect(saying).toMatchObject({ label: 'Recorded', note: null, loud: null, file: null, isBare: false })
})

test('what is no address of a file is no link', () => {
  const address = 'javascript:alert(1)'
  expect(clipSaying({ trouble: 'clip', isThere: null }, { ...beside, address }).file).toBeNull()
})
