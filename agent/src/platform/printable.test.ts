import { expect, test } from 'vitest'
import { createLogger } from './logger.js'
import { printable } from './printable.js'
import { createSecrets } from './secrets.js'

const control = /(?!\n)[\p{Bidi_Control}\p{Cc}]/u

test('lines and tables stay as they are', () => {
  expect(printable('Tür\t12 °C\nHof\n')).toBe('Tür\t12 °C\nHof\n')
})

test.each([
  ['a colour', '\u001b[31mDoor'],
  ['a title, and an answer typed for the reader', '\u001b]0;x\u0007'],
  ['the same in one byte', '\u009b31m'],
  ['a line that covers another', 'Door\rAll is well'],
  ['letters that turn round', '\u202edoor'],
])('of %s nothing reaches the terminal', (_what, text) => {
  expect(printable(text)).not.toMatch(control)
})

test('the log that a person reads is no other', () => {
  const lines: string[] = []
  const log = createLogger({
    level: 'info',
    human: true,
    secrets: createSecrets(),
    write: (line) => lines.push(line),
  })
  log.info({ camera: 'Door\u009b31m', err: new Error('said \u001b[2J') }, 'camera.lost')
  expect(lines.join('')).toContain('camera.lost')
  expect(lines.join('')).not.toMatch(control)
})
