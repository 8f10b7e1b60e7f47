import { expect, test } from 'vitest'
import { createLog, type Log } from './log.js'

function written(isTTY: boolean, write: (log: Log) => void): string {
  const lines: string[] = []
  write(createLog('info', { isTTY, write: (line) => lines.push(line) }))
  return lines.join('')
}

test('a terminal shows the time, the level, the event, its fields and the error', () => {
  const text = written(true, (log) => {
    log.info({ url: 'http://localhost:8080', note: 'two words' }, 'cloud.serving')
    log.warn({ err: new Error('no answer') }, 'node.presence_failed')
  })
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d INFO {2}cloud\.serving url=http:\/\/localhost:8080 note="two words"\n\d\d:\d\d:\d\d WARN {2}node\.presence_failed: no answer\n$/,
  )
})

test('a terminal shows where a defect comes from', () => {
  const text = written(true, (log) => log.error({ err: new TypeError('not a function') }, 'work.failed'))
  expect(text).toMatch(/ ERROR work\.failed: not a function\n\s+at .*log\.test\.ts/)
})

test('elsewhere each line is JSON', () => {
  const text = written(false, (log) => log.error({ siteId: 's', err: new Error('no') }, 'site.failed'))
  expect(JSON.parse(text)).toMatchObject({
    level: 50,
    siteId: 's',
    msg: 'site.failed',
    err: { message: 'no' },
  })
})

test.each([true, false])('no secret is shown, at a terminal: %s', (isTTY) => {
  const text = written(isTTY, (log) => {
    log.info({ password: 'canary-1', body: { api_key: 'canary-2' } }, 'site.changed')
  })
  expect(text).toContain('[redacted]')
  expect(text).not.toContain('canary')
})

test('nothing that was logged speaks to the terminal', () => {
  const text = written(true, (log) => {
    log.info({ camera: 'Door\u009b31m', err: new Error('said \u001b[2J') }, 'camera.lost')
  })
  expect(text).toContain('camera.lost')
  expect(text).not.toMatch(/(?!\n)[\p{Bidi_Control}\p{Cc}]/u)
})
