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
import { issuePasswordToken, passwordTokenLifeMs, resetLink } from './password-token.service.js'

const fresh = 'New-Correct-Horse-2'
let world: TestApp
let clock: FakeClock
let hash: string
let account: TestAccount

beforeAll(async () => {
  clock = createFakeClock()
  world = await createTestApp({ clock, config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  hash = await world.services.passwords.hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await addAccount(world, hash)
  await world.test.query('delete from rate_buckets')
})

const call = (path: string, payload?: object, token?: string) =>
  callAuth(world.app, path, payload, token === undefined ? {} : { token })
const login = async (secret = password) => {
  const answer = await call('login', { email: account.email, password: secret, client_type: 'mobile' })
  return { status: answer.statusCode, ...answer.json<AuthBody>() }
}
const outcome = async (path: string, payload: object, token?: string) => {
  const answer = await call(path, payload, token)
  return [answer.statusCode, answer.json<AuthBody>().error?.code]
}
const meStatus = async (token: string) => (await call('me', undefined, token)).statusCode
const actions = async () => (await auditOf(world.test, account.orgId)).map(({ action }) => action)

const mac = 'Neu-Stra\u00dfe-Cafe\u0301-7'
const windows = mac.normalize('NFC')

describe('letters that systems compose differently', () => {
  it('are one password: changed on one system, used on another, and one failed attempt each', async () => {
    const { access_token: token } = await login()
    const change = { old_password: password, new_password: mac }
    expect((await call('change-password', change, token)).statusCode).toBe(200)
    expect([(await login(windows)).status, (await login(mac)).status]).toEqual([200, 200])
    for (let n = 0; n < 4; n += 1) expect((await login(`${mac}-${n}`)).status).toBe(401)
    expect((await login(windows)).status).toBe(200)
  })

  it('count as what they are composed to', async () => {
    const { access_token: token } = await login()
    const long = `Aa1-${'e\u0301'.repeat(124)}`
    const change = (wanted: string) =>
      outcome('change-password', { old_password: password, new_password: wanted }, token)
    expect((await change(`${long}e\u0301`))[0]).toBe(400)
    expect((await change('Aa1-e\u0301e\u0301e\u0301e\u0301'))[0]).toBe(400)
    expect((await change(long))[0]).toBe(200)
    expect((await login(long)).status).toBe(200)
  })
})

const weak = [
  'Short-Pass1',
  'no-upper-case-1',
  'NO-LOWER-CASE-1',
  'No-Digit-In-Here',
  'NoSymbolInHere1',
  `A-1${'a'.repeat(126)}`,
]

describe('POST forgot-password', () => {
  const mails = () => queuedMails(world, { recipient: account.email })
  const forgot = async (email: string) => {
    const answer = await call('forgot-password', { email })
    await world.services.passwordRequests.workOff()
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }
  it('fills nobody’s mailbox, from however many addresses others ask: five links an hour', async () => {
    const ask = (address: string) =>
      callAuth(world.app, 'forgot-password', { email: account.email }, { address })
    for (let index = 1; index <= 12; index += 1)
      expect((await ask(`203.0.113.${index}`)).statusCode).toBe(200)
    await world.services.passwordRequests.workOff()
    expect(await mails()).toHaveLength(5)
    clock.step(60 * 60_000 + 1)
    await forgot(account.email)
    expect(await mails()).toHaveLength(6)
  })

  const tokensIn = (text: string) =>
    [...text.matchAll(/https:\/\/video\.example\.com\/reset\?token=([\w-]{43})/g)].map(
      ([, token = '']) => token,
    )

  it('is answered alike whether or not anybody has the address, and writes one row for either', async () => {
    const rows = async () => (await world.test.query('select from password_requests')).length
    const known = await call('forgot-password', { email: account.email.toUpperCase() })
    expect(await rows()).toBe(1)
    const unknown = await call('forgot-password', { email: 'nobody@example.com' })
    expect(await rows()).toBe(2)
    expect([known.statusCode, known.body]).toEqual([200, unknown.body])
    expect(unknown.statusCode).toBe(200)
    await world.services.passwordRequests.workOff()
    expect(await rows()).toBe(0)
    expect(await mails()).toHaveLength(1)
  })

  it('sends one mail with a link for each organisation that knows the address', async () => {
    const second = await addAccount(world, hash, { email: account.email })
    await world.test.query(`update organisations set name = 'Second shop' where id = $1`, [second.orgId])
    await forgot(account.email)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.text).toContain('Second shop')
    const tokens = tokensIn(mail?.text ?? '')
    expect(tokens).toHaveLength(2)
    for (const token of tokens) {
      expect(await outcome('reset-password', { token, new_password: fresh })).toEqual([200, undefined])
    }
    const opened = await Promise.all(
      [account, second].map(({ orgId }) =>
        call('login', { email: account.email, password: fresh, org_id: orgId }),
      ),
    )
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('sends nothing to whom is disabled', async () => {
    await world.test.query('update users set enabled = false where id = $1', [account.id])
    expect((await forgot(account.email)).status).toBe(200)
    expect(await mails()).toEqual([])
  })

  it('is noted where somebody has the address', async () => {
    await forgot(account.email)
    expect(await actions()).toEqual(['auth.password_reset_requested'])
  })

  it('refuses a body without an address', async () => {
    expect(await outcome('forgot-password', {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('takes ten a minute from an address', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await call('forgot-password', { email: 'nobody@example.com' })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  it('keeps a request that could not be answered for later, and answers the others', async () => {
    await world.test.query(
      `insert into password_requests (id, email, address, user_agent)
       values (gen_random_uuid(), $1, '', '')`,
      [account.email],
    )
    await world.test.query(`alter table outgoing_mail rename to outgoing_mail_away`)
    await expect(world.services.passwordRequests.workOff()).rejects.toThrow(/outgoing_mail/)
    await world.test.query(`alter table outgoing_mail_away rename to outgoing_mail`)
    await world.services.passwordRequests.workOff()
    expect(await mails()).toEqual([])
    await world.test.query(`update password_requests set next_at = now() - interval '1 second'`)
    await world.services.passwordRequests.workOff()
    expect(await mails()).toHaveLength(1)
  })
})

describe('POST reset-password', () => {
  const issue = (purpose: 'reset' | 'invitation' = 'reset') =>
    world.platform.database.inOrg(account.orgId, (tx) =>
      issuePasswordToken(tx, {
        orgId: account.orgId,
        userId: account.id,
        purpose,
        now: new Date(clock.now()),
      }),
    )
  const reset = (token: string, secret = fresh) => outcome('reset-password', { token, new_password: secret })

  it('sets the password, ends all sessions, unlocks the address, and is noted', async () => {
    const before = await login()
    for (let failure = 0; failure < 5; failure += 1) await login('wrong')
    const { token } = await issue()
    expect(await reset(token)).toEqual([200, undefined])
    expect(await meStatus(before.access_token)).toBe(401)
    expect(await outcome('refresh', { refresh_token: before.refresh_token })).toEqual([401, 'UNAUTHORIZED'])
    expect((await login()).status).toBe(401)
    expect((await login(fresh)).status).toBe(200)
    expect(await actions()).toContain('auth.password_reset')
  })

  it.each(['reset', 'invitation'] as const)(
    'by a link for %s is good until its time is over, once',
    async (purpose) => {
      const late = await issue(purpose)
      expect(late.expiresAt.getTime() - clock.now()).toBe(passwordTokenLifeMs[purpose])
      clock.step(passwordTokenLifeMs[purpose])
      expect(await reset(late.token)).toEqual([401, 'UNAUTHORIZED'])
      const { token } = await issue(purpose)
      clock.step(passwordTokenLifeMs[purpose] - 1)
      expect(await reset(token)).toEqual([200, undefined])
      expect(await reset(token)).toEqual([401, 'UNAUTHORIZED'])
    },
  )

  it('is refused with a token that nobody made', async () => {
    for (const token of ['A'.repeat(43), 'x', 'x'.repeat(256)]) {
      expect(await reset(token)).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  it.each(weak)('refuses %j, and the link stays good', async (secret) => {
    const { token } = await issue()
    expect(await reset(token, secret)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await reset(token)).toEqual([200, undefined])
  })

  it('makes the other links of the person void', async () => {
    const [one, other] = [await issue(), await issue('invitation')]
    expect(await reset(one.token)).toEqual([200, undefined])
    expect(await reset(other.token)).toEqual([401, 'UNAUTHORIZED'])
  })

  it('enables nobody', async () => {
    await world.test.query('update users set enabled = false where id = $1', [account.id])
    expect(await reset((await issue()).token)).toEqual([200, undefined])
    expect((await login(fresh)).status).toBe(403)
  })

  it('goes to one of many at once', async () => {
    const { token } = await issue()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reset(token)))
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(([status]) => status === 401)).toHaveLength(19)
  })

  it('finds of its token the hash only', async () => {
    const { token } = await issue()
    const rows = await world.test.query<{ row: string }>(
      `select row_to_json(password_tokens)::text as row from password_tokens
       union all select row_to_json(password_token_lookup)::text from password_token_lookup`,
    )
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  })

  it('is where the link leads', () => {
    expect(resetLink('https://video.example.com', 'abc')).toBe('https://video.example.com/reset?token=abc')
  })
})

describe('POST change-password', () => {
  const change = (token: string, old: string, secret = fresh) =>
    outcome('change-password', { old_password: old, new_password: secret }, token)

  it('sets the password, and ends the other sessions', async () => {
    const [here, elsewhere] = [await login(), await login()]
    expect(await change(here.access_token, password)).toEqual([200, undefined])
    expect([await meStatus(here.access_token), await meStatus(elsewhere.access_token)]).toEqual([200, 401])
    expect(await outcome('refresh', { refresh_token: here.refresh_token })).toEqual([200, undefined])
    expect(await outcome('refresh', { refresh_token: elsewhere.refresh_token })).toEqual([
      401,
      'UNAUTHORIZED',
    ])
    expect([(await login()).status, (await login(fresh)).status]).toEqual([401, 200])
    expect(await actions()).toContain('auth.password_changed')
  })

  it('counts a wrong old password as a failed login: the fifth locks', async () => {
    const { access_token: token } = await login()
    for (let failure = 0; failure < 4; failure += 1) {
      expect(await change(token, 'wrong')).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect(await change(token, 'wrong')).toEqual([423, 'ACCOUNT_LOCKED'])
    expect(await change(token, password)).toEqual([423, 'ACCOUNT_LOCKED'])
    expect((await login()).status).toBe(423)
    expect((await actions()).filter((action) => action === 'auth.password_change_failed')).toHaveLength(6)
    clock.step(15 * 60_000)
    expect((await login()).status).toBe(200)
  })

  it('hashes so many a minute for one person, so that nobody else waits behind them to sign in', async () => {
    const { access_token: token } = await login()
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: 60 }, () => change(token, 'wrong')))
    // One of twenty comes back every three seconds.
    const returned = Math.ceil((performance.now() - began) / 3_000)
    const limited = answers.filter(([status]) => status === 429)
    expect(limited.length).toBeGreaterThanOrEqual(60 - 20 - returned)
    const other = await addAccount(world, hash)
    expect((await call('login', { email: other.email, password })).statusCode).toBe(200)
  })

  it('makes links that would set it void', async () => {
    const { access_token } = await login()
    const { token } = await world.platform.database.inOrg(account.orgId, (tx) =>
      issuePasswordToken(tx, {
        orgId: account.orgId,
        userId: account.id,
        purpose: 'reset',
        now: new Date(clock.now()),
      }),
    )
    expect(await change(access_token, password)).toEqual([200, undefined])
    expect(await outcome('reset-password', { token, new_password: fresh })).toEqual([401, 'UNAUTHORIZED'])
  })

  it.each(weak)('refuses %j', async (secret) => {
    const { access_token } = await login()
    expect(await change(access_token, password, secret)).toEqual([400, 'VALIDATION_ERROR'])
    expect((await login()).status).toBe(200)
  })
})
