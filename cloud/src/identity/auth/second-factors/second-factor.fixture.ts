import { Secret, TOTP } from 'otpauth'
import type { TestApp } from '#testing/test-app.js'
import { type AuthBody, callAuth, password, type TestAccount } from '../account.fixture.js'

/** The code that an authenticator app shows at that moment. @param atMs milliseconds since the epoch */
export const codeAt = (secret: string, atMs: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: atMs })

/** An authenticator app that is set up. */
export interface TestAuthenticator {
  readonly id: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** What it shows now, or so many seconds later. */
  code(laterSec?: number): string
}

/** Signs an account in without a second factor. @returns its access token */
export async function tokenOf(world: TestApp, { email }: Pick<TestAccount, 'email'>): Promise<string> {
  const answer = await callAuth(world.app, 'login', { email, password, client_type: 'mobile' })
  return answer.json<AuthBody>().access_token
}

/** Sets an authenticator app up, by the API. */
export async function addAuthenticator(world: TestApp, token: string): Promise<TestAuthenticator> {
  const { clock } = world.platform
  const made = await callAuth(world.app, 'second-factors/totp', { name: 'Phone' }, { token })
  if (made.statusCode !== 201) throw new Error(made.body)
  const { id, secret } = made.json<{ id: string; secret: string }>()
  const code = (laterSec = 0) => codeAt(secret, clock.now() + laterSec * 1000)
  const confirmed = await callAuth(world.app, `second-factors/${id}/confirm`, { code: code() }, { token })
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
  const { recovery_codes: recoveryCodes = [] } = confirmed.json<{ recovery_codes?: string[] }>()
  return { id, secret, recoveryCodes, code }
}
