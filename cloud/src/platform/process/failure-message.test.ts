import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.js'
import { failureMessage } from './failure-message.js'
import { listenFailure } from './start-failure.js'

test('says what a person can mend, without a stack', () => {
  expect(failureMessage(new ConfigError('PORT: too big'))).toBe('sightline: PORT: too big')
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' })
  const read = { host: '127.0.0.1', port: 8080, setting: 'METRICS_PORT' } as const
  expect(failureMessage(listenFailure(taken, read))).toMatch(/METRICS_PORT=8080, HOST=127\.0\.0\.1/)
})

test.each([
  ['nothing listens', 'postgresql://u@127.0.0.1:1/d'],
  ['there is no such socket', 'postgresql://u@localhost/d?host=/nowhere'],
  ['there is no such host', 'postgresql://u@nowhere.invalid/d'],
])('says that PostgreSQL does not answer where %s', async (_, connectionString) => {
  const error: unknown = await new pg.Client({ connectionString })
    .connect()
    .catch((reason: unknown) => reason)
  expect(failureMessage(error)).toMatch(/^sightline: PostgreSQL at DATABASE_URL does not answer/)
})

test('shows a defect in full', () => {
  expect(failureMessage(new TypeError('x is undefined'))).toMatch(/TypeError: x is undefined\n\s+at /)
})
