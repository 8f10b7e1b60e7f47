import { expect, it } from 'vitest'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'
import type { SessionRow } from '../sessions/session.repository.js'
import { judgeRefresh, type PresentedRefresh } from './refresh-verdict.js'

const rotatedAt = new Date('2026-01-01T00:00:00Z')
const session: SessionRow = {
  org_id: 'o',
  id: 's',
  user_id: 'u',
  client_type: 'mobile',
  user_agent: 'app',
  address: '192.0.2.1',
  refresh_hash: hashOfSecret('now'),
  previous_refresh_hash: hashOfSecret('before'),
  refresh_rotated_at: rotatedAt,
  created_at: rotatedAt,
  last_used_at: rotatedAt,
  expires_at: new Date(rotatedAt.getTime() + 60_000),
  revoked_at: null,
  revoked_reason: null,
  only_to_set_up: false,
}
const web: SessionRow = { ...session, client_type: 'web' }
const asWeb = { clientType: 'web' } as const
const presented = (
  token: string,
  afterMs: number,
  change: Partial<PresentedRefresh> = {},
): PresentedRefresh => ({
  tokenHash: hashOfSecret(token),
  clientType: 'mobile',
  userAgent: 'app',
  now: new Date(rotatedAt.getTime() + afterMs),
  ...change,
})

it.each([
  ['the one in force', session, presented('now', 30_000), 'rotate'],
  ['the one before, however late', session, presented('before', 59_999), 'repeat'],
  ['the one before, of a web client, however late', web, presented('before', 59_999, asWeb), 'repeat'],
  ['an older one, of a web client', web, presented('long ago', 0, asWeb), 'reused'],
  ['an older one', session, presented('long ago', 0), 'reused'],
  [
    'an older one from elsewhere',
    session,
    presented('long ago', 0, { userAgent: 'x', clientType: 'web' }),
    'reused',
  ],
  ['the one in force, from elsewhere', session, presented('now', 0, { userAgent: 'x' }), 'agent_differs'],
  ['the one before, from elsewhere', session, presented('before', 0, { userAgent: 'x' }), 'agent_differs'],
  ['the one in force, in the other way', session, presented('now', 0, { clientType: 'web' }), 'refuse'],
  ['one of a session that is over', session, presented('now', 60_000), 'refuse'],
  ['one of a session that ended', { ...session, revoked_at: rotatedAt }, presented('long ago', 0), 'refuse'],
  [
    'none before the first rotation',
    { ...session, previous_refresh_hash: null },
    presented('before', 0),
    'reused',
  ],
])('%s', (_, known, token, verdict) => {
  expect(judgeRefresh(known, token)).toBe(verdict)
})
