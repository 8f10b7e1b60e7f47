import { expect, test } from 'vitest'
import { fileNameOf, inlineAs } from './file-name.js'

const at = new Date('2026-03-14T09:30:00.120Z')

test.each([
  ['Front door', 'Front door 2026-03-14 09-30-00Z.mp4'],
  ['../../etc/passwd', '.. .. etc passwd 2026-03-14 09-30-00Z.mp4'],
  ['a"b\r\nX-Evil: 1', 'a b X-Evil  1 2026-03-14 09-30-00Z.mp4'],
  ['\u202e', 'camera 2026-03-14 09-30-00Z.mp4'],
])('%j', (camera, expected) => {
  expect(fileNameOf(camera, at, 'video/mp4')).toBe(expected)
})

test('a name in another script is given twice', () => {
  expect(inlineAs(fileNameOf("Küche 'Süd'", at, 'image/jpeg'))).toBe(
    'inline; filename="K_che \'S_d\' 2026-03-14 09-30-00Z.jpg"; ' +
      "filename*=UTF-8''K%C3%BCche%20%27S%C3%BCd%27%202026-03-14%2009-30-00Z.jpg",
  )
})
