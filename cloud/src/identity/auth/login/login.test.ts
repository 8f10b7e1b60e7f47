import { randomUUID } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import {
  type AuthBody,
  type AuthCall,
  addAccount,
  auditOf,
  callAuth,
  password,
  type TestAccount,
} from '../account.fixture.js'
import type { Passwords } from '../passwords/password.service.js'
import { lockoutLimits } from './lockout.js'
import { login } from './login.js'

let world: TestApp
let clock: FakeClock
let hash: string
let account: TestAccount

beforeAll(async () => {
  clock = createFakeClock()
  world = await createTestApp({ clock })
  hash = await world.services.passwords.hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await addAccount(world, hash)
})

const from: AuthCall = { userAgent: 'test browser', address: '192.0.2.7' }
const attempt = (body: object = {}, call = from) =>
  callAuth(world.app, 'login', { email: account.email, password, ...body }, call)
const codeOf = async (body: object = {}) => {
  const answer = await attempt(body)
  return [answer.statusCode, answer.json<AuthBody>().error?.code]
}

describe('a locked address', () => {
  const lock = async (email = account.email) => {
    for (let failure = 0; failure < 5; failure += 1) await attempt({ email, password: 'wrong' })
  }

  it('is answered alike whether the password is right, wrong, or of nobody', async () => {
    const nobody = `${randomUUID()}@example.com`
    await lock()
    await lock(nobody)
    const answers = [await attempt(), await attempt({ password: 'wrong' }), await attempt({ email: nobody })]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(423)
      expect(answer.json()).toEqual({
        error: { code: 'ACCOUNT_LOCKED', message: 'too many failed logins; try again in 15 minutes' },
      })
      expect(Object.keys(answer.headers).toSorted()).toEqual(
        Object.keys(answers[0]?.headers ?? {}).toSorted(),
      )
    }
  })

  it('opens 15 minutes after the fifth failure, whatever was tried in between', async () => {
    await lock()
    clock.step(lockoutLimits.windowMs - 1)
    expect(await codeOf()).toEqual([423, 'ACCOUNT_LOCKED'])
    clock.step(1)
    expect((await attempt()).statusCode).toBe(200)
  })

  it('does not tell whether an account is disabled', async () => {
    await world.test.query('update users set enabled = false where id = $1', [account.id])
    await lock()
    expect(await codeOf()).toEqual([423, 'ACCOUNT_LOCKED'])
  })
})

it('counts failures in a row: a login between them forgives', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let failure = 0; failure < 4; failure += 1) {
      expect(await codeOf({ password: 'wrong' })).toEqual([401, 'UNAUTHORIZED'])
    }
    expect((await attempt()).statusCode).toBe(200)
  }
})

it('takes the password of one organisation for no reason to try more at another', async () => {
  const elsewhere = 'Another-Horse-Battery-2'
  const victim = account
  const ours = await addAccount(world, await world.services.passwords.hash(elsewhere), {
    email: victim.email,
  })
  const guess = () => codeOf({ org_id: victim.orgId, password: 'wrong' })
  for (let failure = 0; failure < 4; failure += 1) expect(await guess()).toEqual([401, 'UNAUTHORIZED'])
  const signedIn = await attempt({ org_id: ours.orgId, password: elsewhere })
  expect(signedIn.statusCode).toBe(200)
  const changed = await callAuth(
    world.app,
    'change-password',
    { old_password: elsewhere, new_password: `${elsewhere}!` },
    { token: signedIn.json<AuthBody>().access_token },
  )
  expect(changed.statusCode).toBe(200)
  expect(await guess()).toEqual([423, 'ACCOUNT_LOCKED'])
})

it('signs nobody in whose password changed, or who was disabled, while it was looked at', async () => {
  const late: Passwords = {
    ...world.services.passwords,
    verify: async (stored, given) => {
      const right = await world.services.passwords.verify(stored, given)
      await world.test.query('update users set enabled = false where id = $1', [account.id])
      return right
    },
  }
  const deps = { ...world.platform, passwords: late }
  const body = { email: account.email, password, remember_me: false, client_type: 'web' } as const
  await expect(login(deps, body, { address: '192.0.2.7', userAgent: '' })).rejects.toThrow(/wrong/)
  const sessions = await world.test.query('select id from sessions where user_id = $1', [account.id])
  expect(sessions).toEqual([])
})

describe('a hash of the password as a Mac composed it, from before there was one form', () => {
  const mac = 'Stra\u00dfe-Cafe\u0301-Correct-7'
  const windows = mac.normalize('NFC')
  const before = () => argonHash(mac, { memoryCost: 8, timeCost: 1 })
  const stored = async () => {
    const rows = await world.test.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [account.id],
    )
    return rows[0]?.password_hash ?? ''
  }
  beforeEach(async () => {
    account = await addAccount(world, await before())
  })

  it('lets in who types it on Windows, and is that of its normal form from then on', async () => {
    expect((await attempt({ password: `${windows}x` })).statusCode).toBe(401)
    expect(await stored()).toContain('m=8,')
    expect((await attempt({ password: windows })).statusCode).toBe(200)
    expect(await argonVerify(await stored(), windows)).toBe(true)
    for (const typed of [mac, windows]) expect((await attempt({ password: typed })).statusCode).toBe(200)
  })

  it('lets in all who type it at the same moment', async () => {
    const answers = await Promise.all(
      [windows, mac, windows, mac].map((typed) => attempt({ password: typed })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })
})

describe('the audit', () => {
  it('has every result, with address and user agent', async () => {
    await attempt({ password: 'wrong' })
    await attempt()
    await world.test.query('update users set enabled = false where id = $1', [account.id])
    await attempt()
    for (let failure = 0; failure < 5; failure += 1) await attempt({ password: 'wrong' })
    await attempt()
    const entries = await auditOf(world.test, account.orgId)
    expect(entries.map(({ action, data }) => [action, data])).toEqual([
      ['auth.login_failed', { locked: false }],
      ['auth.login', {}],
      ['auth.login_failed', { disabled: true }],
      ...Array.from({ length: 4 }, () => ['auth.login_failed', { locked: false }]),
      ['auth.login_failed', { locked: true }],
      ['auth.login_failed', { locked: true }],
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({ address: '192.0.2.7', user_agent: 'test browser' })
  })

  it('has a failure in each organisation that knows the address', async () => {
    const second = await addAccount(world, hash, { email: account.email })
    await attempt({ password: 'wrong' })
    for (const { orgId } of [account, second]) {
      expect((await auditOf(world.test, orgId)).map(({ action }) => action)).toEqual(['auth.login_failed'])
    }
  })

  it('of an address that nobody has is kept apart, without the address', async () => {
    const email = `${randomUUID()}@example.com`
    await attempt({ email })
    const rows = await world.test.query<{ row: string; address: string }>(
      'select row_to_json(unknown_logins)::text as row, address from unknown_logins order by at desc, id desc limit 1',
    )
    expect(rows[0]?.address).toBe('192.0.2.7')
    expect(rows[0]?.row).not.toContain(email)
  })
})

describe('time', () => {
  /** Costs nothing, so that what the database does is all that can be seen. */
  const instant: Passwords = {
    hash: async () => '',
    verify: async () => ({ isRight: false, renewed: null }),
    verifyNothing: async () => {},
  }

  /** How much longer each address takes than one of nobody, as a logarithm; both directly one after the other. */
  async function differences(emails: readonly string[]): Promise<number[]> {
    const found: number[] = []
    const deps = { ...world.platform, passwords: instant }
    const ms = async (email: string) => {
      const body = { email, password: 'wrong', remember_me: false, client_type: 'web' } as const
      const origin = { address: `2001:db8:${found.length.toString(16)}::1`, userAgent: 'x' }
      const began = performance.now()
      await login(deps, body, origin).catch(() => {})
      return performance.now() - began
    }
    for (const email of emails) {
      const nobody = `${randomUUID()}@example.com`
      // In turn, and first one then the other, so that nothing but the address differs.
      if (found.length % 2 === 0) {
        const known = await ms(email)
        found.push(Math.log(known / (await ms(nobody))))
      } else {
        const unknown = await ms(nobody)
        found.push(Math.log((await ms(email)) / unknown))
      }
    }
    return found
  }

  /** The mean of the middle half: what the machine does besides meets one of two now and then. */
  const middle = (all: readonly number[]) => {
    const quarter = Math.floor(all.length / 4)
    const half = all.toSorted((a, b) => a - b).slice(quarter, all.length - quarter)
    return half.reduce((sum, one) => sum + one, 0) / half.length
  }

  it('tells nothing of whether anybody has an address: the database does the same for both', async () => {
    const found: number[] = []
    const ratios: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const emails: string[] = []
      for (let index = 0; index < 60; index += 1) emails.push((await addAccount(world, hash)).email)
      found.push(...(await differences(emails)))
      ratios.push(Math.exp(middle(found)))
      // What the machine does besides evens out the more of them there are, what we do does not.
      if (Math.abs(middle(found)) < Math.log(1.15)) return
    }
    expect(ratios).toEqual('the last of them within 15 % of 1')
  })
})
