import { expect, test } from 'vitest'
import { WrittenText } from './written-text.js'

test.each([
  ['nothing', []],
  ['ASCII', ['a', '\u0000\u007f"', 'b'.repeat(100_000), 'c']],
  ['signs of every length', ['\u0080\u00ff\u2028', 'é'.repeat(50_000), '😀'.repeat(40_000), 'z']],
  ['ASCII behind what is none', ['ü'.repeat(40_000), 'a'.repeat(40_000), 'ÿ']],
])('%s is the same bytes as if it were written at once', (_, parts) => {
  const text = new WrittenText()
  for (const part of parts) text.add(part)
  expect(text.bytes().equals(Buffer.from(parts.join('')))).toBe(true)
})
