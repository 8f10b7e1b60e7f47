import { expect, test } from 'vitest'
import { createLogger } from './logger.js'
import { createSecrets } from './secrets.js'

test('what is logged cannot speak to the terminal of who reads', () => {
  const lines: string[] = []
  const log = createLogger({
    level: 'info',
    human: true,
    secrets: createSecrets(),
    write: (line) => lines.push(line),
  })
  log.info({ camera: 'Door\u009b31m', err: new Error('said \u001b[2J') }, 'camera.lost')
  expect(lines.join('')).toContain('camera.lost')
  expect(lines.join('')).not.toMatch(/(?!\n)[\p{Bidi_Control}\p{Cc}]/u)
})
