import type { SecondFactorNeeded } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { queuedMails } from '../../../platform/mail/queued-mail.fixture.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import {
  type AuthBody,
  addAccount,
  auditOf,
  callAuth,
  password,
  type TestAccount,
} from '../account.fixture.js'
import { lockoutLimits } from '../login/lockout.js'
import { addAuthenticator, type TestAuthenticator, tokenOf } from './second-factor.fixture.js'

const masterKey = '11'.repeat(32)
let world: TestApp
let other: TestApp
let clock: FakeClock
let hash: string
let account: TestAccount
let token: string
let app: TestAuthenticator

beforeAll(async () => {
  clock = createFakeClock()
  world = await createTestApp({ clock, masterKey, config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  other = await createTestApp({ clock, masterKey, test: world.test })
  hash = await world.services.passwords.hash(password)
})
afterAll(async () => {
  await other.app.close()
  await other.services[Symbol.asyncDispose]()
  await world.close()
})
beforeEach(async () => {
  await world.test.query('delete from rate_buckets')
  account = await addAccount(world, hash)
  token = await tokenOf(world, account)
  app = await addAuthenticator(world, token)
  // The code that set it up was taken.
  clock.step(60_000)
})

interface Refusal {
  error?: { code: string; message: string; details?: { second_factor: SecondFactorNeeded } }
}

const attempt = (second_factor?: object, more: object = {}, at = world) =>
  callAuth(at.app, 'login', {
    email: account.email,
    password,
    ...(second_factor && { second_factor }),
    ...more,
  })

async function outcome(second_factor?: object, more: object = {}) {
  const answer = await attempt(second_factor, more)
  const { error } = answer.json<Refusal>()
  return [answer.statusCode, error?.code, error?.details?.second_factor.problem]
}

/** What no app shows. */
const wrong = () => ({ code: 'abcdef' })

describe('a login', () => {
  it('asks for the second factor after the right password alone', async () => {
    const answer = await attempt()
    expect(answer.statusCode).toBe(401)
    expect(answer.json<Refusal>().error).toMatchObject({
      code: 'UNAUTHORIZED',
      details: { second_factor: { problem: 'missing', methods: ['totp', 'recovery_code'] } },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const guessed = await attempt({ code: app.code() }, { password: 'wrong' })
    expect(guessed.json<Refusal>().error).toEqual({
      code: 'UNAUTHORIZED',
      message: 'the e-mail address or the password is wrong',
    })
    // The wrong password did not use the code up.
    expect((await attempt({ code: app.code() })).statusCode).toBe(200)
  })

  it('opens a session with a code, and the audit says by what', async () => {
    const answer = await attempt({ code: app.code() }, { client_type: 'mobile' })
    expect(answer.statusCode).toBe(200)
    const body = answer.json<AuthBody>()
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_at', 'refresh_token', 'user'])
    expect((await callAuth(world.app, 'refresh', { refresh_token: body.refresh_token })).statusCode).toBe(200)
    const { action, data } = (await auditOf(world.test, account.orgId)).at(-1) ?? {}
    expect([action, data]).toEqual(['auth.login', { second_factor: 'totp' }])
  })

  it('of who has none stays as it was, whatever is sent', async () => {
    const plain = await addAccount(world, hash)
    for (const second_factor of [undefined, { code: '000000' }, { recovery_code: 'x' }])
      expect((await attempt(second_factor, { email: plain.email })).statusCode).toBe(200)
  })

  it('of a disabled account says so after the right password, whatever the code', async () => {
    await world.test.query('update users set enabled = false where id = $1', [account.id])
    expect(await outcome(wrong())).toEqual([403, 'ACCOUNT_DISABLED', undefined])
    expect(await outcome()).toEqual([403, 'ACCOUNT_DISABLED', undefined])
  })

  it.each([{}, { code: '1', recovery_code: '2' }, { code: '' }, { code: 1 }, { code: 'x'.repeat(65) }, []])(
    'refuses %j as second factor',
    async (second_factor) => expect((await attempt(second_factor)).statusCode).toBe(400),
  )
})

describe('a code', () => {
  it('is taken once, also over two nodes at once', async () => {
    const proof = { code: app.code() }
    const answers = await Promise.all([world, other, world, other].map((at) => attempt(proof, {}, at)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ])
    expect(await outcome(proof)).toEqual([401, 'UNAUTHORIZED', 'used'])
  })

  it('is not taken after a later one was', async () => {
    const [earlier, later] = [app.code(), app.code(30)]
    expect((await attempt({ code: later })).statusCode).toBe(200)
    expect(await outcome({ code: earlier })).toEqual([401, 'UNAUTHORIZED', 'used'])
  })

  it.each([
    [-120, 'about 2 minutes behind'],
    [120, 'about 2 minutes ahead'],
  ])(
    'of a clock that is off by %d s is refused, with what to do, and is not good later',
    async (offSec, says) => {
      const code = app.code(offSec)
      const answer = await attempt({ code })
      expect(answer.statusCode).toBe(401)
      const { error } = answer.json<Refusal>()
      expect(error?.details?.second_factor.problem).toBe('clock')
      expect(error?.message).toContain(says)
      expect(error?.message).toContain('30 seconds are allowed; let the device set its clock by itself')
      if (offSec > 0) {
        clock.step(offSec * 1000)
        expect(await outcome({ code })).toEqual([401, 'UNAUTHORIZED', 'used'])
      }
      clock.step(60_000)
      expect((await attempt({ code: app.code() })).statusCode).toBe(200)
    },
  )

  it('of another app of the person is taken too', async () => {
    const second = await addAuthenticator(world, token)
    expect(second.recoveryCodes).toEqual([])
    clock.step(60_000)
    expect((await attempt({ code: second.code() })).statusCode).toBe(200)
    expect((await attempt({ code: app.code() })).statusCode).toBe(200)
  })
})

describe('wrong codes', () => {
  it('lock as wrong passwords do: twenty of them, and no more than four are looked at', async () => {
    const seen = []
    for (let guess = 0; guess < 20; guess += 1) seen.push((await outcome(wrong())).join(' '))
    expect(seen).toEqual([
      ...Array.from({ length: 4 }, () => '401 UNAUTHORIZED wrong'),
      ...Array.from({ length: 16 }, () => '423 ACCOUNT_LOCKED '),
    ])
    expect(await outcome({ code: app.code() })).toEqual([423, 'ACCOUNT_LOCKED', undefined])
    expect(await outcome({ recovery_code: app.recoveryCodes[0] })).toEqual([423, 'ACCOUNT_LOCKED', undefined])
    clock.step(lockoutLimits.windowMs)
    expect((await attempt({ code: app.code() })).statusCode).toBe(200)
  })

  it('count over all nodes, however many come at once', async () => {
    const guesses = Array.from({ length: 12 }, (_, guess) =>
      attempt(wrong(), {}, guess % 2 === 0 ? world : other),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(4)
    expect(statuses.filter((status) => status === 423)).toHaveLength(8)
  })

  it('are not forgiven by a right password, and are by a right code', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) {
        expect(await outcome(wrong())).toEqual([401, 'UNAUTHORIZED', 'wrong'])
        expect(await outcome()).toEqual([401, 'UNAUTHORIZED', 'missing'])
      }
      expect((await attempt({ code: app.code() })).statusCode).toBe(200)
      clock.step(60_000)
    }
  })

  it('are told to nobody without the password, and lock nobody out of it', async () => {
    for (let guess = 0; guess < 5; guess += 1) await attempt(wrong())
    expect(await outcome(undefined, { password: 'wrong' })).toEqual([401, 'UNAUTHORIZED', undefined])
    // No address that is typed counts for somebody's codes.
    for (let failure = 0; failure < 6; failure += 1)
      await attempt(undefined, { email: ` second factor of ${account.id}`, password: 'wrong' })
    clock.step(lockoutLimits.windowMs)
    expect((await attempt({ code: app.code() })).statusCode).toBe(200)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed', async () => {
    const [first = '', second = ''] = app.recoveryCodes
    expect(app.recoveryCodes).toHaveLength(10)
    expect(first).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/)
    const typed = { recovery_code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }
    const answers = await Promise.all([world, other].map((at) => attempt(typed, {}, at)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(await outcome(typed)).toEqual([401, 'UNAUTHORIZED', 'wrong'])
    expect((await attempt({ recovery_code: second })).statusCode).toBe(200)
    const left = await callAuth(world.app, 'second-factors', undefined, { token })
    expect(left.json()).toMatchObject({ recovery_codes_left: 8 })
  })

  it('of somebody else is wrong', async () => {
    const stranger = await addAccount(world, hash)
    const theirs = await addAuthenticator(world, await tokenOf(world, stranger))
    expect(await outcome({ recovery_code: theirs.recoveryCodes[0] })).toEqual([401, 'UNAUTHORIZED', 'wrong'])
    expect(await outcome({ code: theirs.code() })).toEqual([401, 'UNAUTHORIZED', expect.any(String)])
  })
})

describe('a reset of the password', () => {
  const fresh = 'New-Correct-Horse-2'
  const reset = async () => {
    await world.test.query('delete from rate_buckets')
    await callAuth(world.app, 'forgot-password', { email: account.email })
    await world.services.passwordRequests.workOff()
    const mail = (await queuedMails(world, { recipient: account.email })).at(-1)
    const link = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    return callAuth(world.app, 'reset-password', { token: link, new_password: fresh })
  }

  it('goes not around the second factor, and forgives no wrong codes', async () => {
    for (let guess = 0; guess < 5; guess += 1) await attempt(wrong())
    const done = await reset()
    expect(done.statusCode).toBe(200)
    expect(Object.keys(done.json())).toEqual(['message'])
    expect(await outcome({ code: app.code() }, { password: fresh })).toEqual([
      423,
      'ACCOUNT_LOCKED',
      undefined,
    ])
    clock.step(lockoutLimits.windowMs)
    expect(await outcome(undefined, { password: fresh })).toEqual([401, 'UNAUTHORIZED', 'missing'])
    expect((await attempt({ code: app.code() }, { password: fresh })).statusCode).toBe(200)
  })
})
