import { expect, test } from 'vitest'
import { readableLine } from './readable-line.js'
import { terminalText } from './terminal-text.js'

const control = /(?!\n)[\p{Bidi_Control}\p{Cc}]/u

test('lines and tables stay as they are', () => {
  expect(terminalText('Tür\t12 °C\nHof\n')).toBe('Tür\t12 °C\nHof\n')
})

test.each([
  ['a colour', '\u001b[31mDoor'],
  ['a title, and an answer typed for the reader', '\u001b]0;x\u0007'],
  ['the same in one byte', '\u009b31m'],
  ['a line that covers another', 'Door\rAll is well'],
  ['letters that turn round', '\u202edoor'],
])('of %s nothing reaches the terminal', (_what, text) => {
  expect(terminalText(text)).not.toMatch(control)
})

test('nothing in a line of the log reaches the terminal either', () => {
  const line = readableLine(
    JSON.stringify({
      level: 'error',
      time: '2026-05-04T12:30:05.000Z',
      camera: 'Door\u009b31m',
      err: { message: 'said \u001b[2J', stack: 'Error: said\n    at \u001b[2J (a.js:1:1)' },
      event: 'camera.lost',
    }),
  )
  expect(line).toContain('12:30:05 ERROR camera.lost camera=')
  expect(line).not.toMatch(control)
})
