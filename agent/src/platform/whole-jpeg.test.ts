import { expect, test } from 'vitest'
import { isWholeJpeg } from './whole-jpeg.js'

/** Start, a thumbnail in a segment of the application, a scan with a stuffed byte and a restart, end. */
const begin = 'ffd8'
const thumbnail = 'ffe1000cffd8ffd945784966ffd9'
const scan = 'ffda0003ff12ff0034ffd056'
const picture = (hex: string) => Buffer.from(hex, 'hex')

test.each([
  ['one with its end', `${begin}${thumbnail}${scan}ffd9`, true],
  ['one with more behind it', `${begin}${scan}ffd90000000d0a`, true],
  ['one with fill bytes before a marker', `${begin}ffffff${thumbnail.slice(2)}${scan}ffffd9`, true],
  ['one that ends in its scan', `${begin}${thumbnail}${scan}`, false],
  ['one that ends behind its thumbnail', `${begin}${thumbnail}`, false],
  ['one that ends in a marker', `${begin}${scan}ff`, false],
  ['one that ends in the length of a segment', `${begin}ffe100`, false],
  ['nothing', '', false],
])('is a whole JPEG or none: %s', (_name, hex, isWhole) => {
  expect(isWholeJpeg(picture(hex))).toBe(isWhole)
})
