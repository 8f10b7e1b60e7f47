import { expect, test } from 'vitest'
import type { TroubledCamera } from '../../api/health.js'
import { mendOf } from './mend.js'

type Cause = TroubledCamera['connectivity']['cause']

const camera = (cause: Cause) => ({
  connectivity: { ok: cause === null, cause, message: '', remedy: null, since: '' },
})

test.each<[Cause, ReturnType<typeof mendOf>]>([
  ['auth', { deed: 'password', tab: 'settings' }],
  ['dns', { deed: 'connection', tab: 'settings' }],
  ['timeout', { deed: 'findOut', tab: 'health' }],
  [null, { deed: 'how', tab: 'health' }],
])('%s', (cause, mend) => {
  expect(mendOf(camera(cause), true)).toEqual(mend)
})

test('who may not change a camera looks at it', () => {
  expect(mendOf(camera('auth'), false)).toEqual({ deed: 'findOut', tab: 'health' })
})
