import { expect, it } from 'vitest'
import { durationText, sizeText } from './amounts.js'

it.each([
  [45, '45 s'],
  [60, '1 min'],
  [3 * 3600 + 300, '3 h 5 min'],
  [2 * 86_400 + 4 * 3600, '2 d 4 h'],
])('%i s are %s', (total, text) => expect(durationText(total)).toBe(text))

it.each([
  [0, '0 MB'],
  [5e8, '500 MB'],
  [1.5e9, '1.5 GB'],
  [2e11, '200 GB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
