import type { SecondFactors } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { resetSecondFactorByOperator } from '../../users/user-second-factors.service.js'
import {
  type AuthBody,
  addAccount,
  auditOf,
  callAuth,
  password,
  type TestAccount,
} from '../account.fixture.js'
import { addAuthenticator, codeAt, tokenOf } from './second-factor.fixture.js'

let world: TestApp
let clock: FakeClock
let hash: string
let account: TestAccount
let token: string

beforeAll(async () => {
  clock = createFakeClock()
  world = await createTestApp({ clock })
  hash = await world.services.passwords.hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.test.query('delete from rate_buckets')
  account = await addAccount(world, hash)
  token = await tokenOf(world, account)
})

const call = (path: string, payload?: object, by = token) => callAuth(world.app, path, payload, { token: by })
const listed = async (by = token) => (await call('second-factors', undefined, by)).json<SecondFactors>()
const make = async () =>
  (await call('second-factors/totp', { name: 'Phone' })).json<{ id: string; secret: string; uri: string }>()
const actions = async () =>
  (await auditOf(world.test, account.orgId))
    .map(({ action }) => action)
    .filter((one) => one.startsWith('user.'))
const login = (more: object = {}) =>
  callAuth(world.app, 'login', { email: account.email, password, client_type: 'mobile', ...more })

describe('setting an authenticator app up', () => {
  it('counts once a code of it came, and not before', async () => {
    const { id, secret, uri } = await make()
    expect(uri).toContain(secret)
    expect(await listed()).toMatchObject({ data: [], total: 0, recovery_codes_left: 0, required: false })
    expect((await login()).statusCode).toBe(200)
    const wrong = await call(`second-factors/${id}/confirm`, { code: 'abcdef' })
    expect([wrong.statusCode, wrong.json<AuthBody>().error?.code]).toEqual([400, 'VALIDATION_ERROR'])
    const off = await call(`second-factors/${id}/confirm`, { code: codeAt(secret, clock.now() - 120_000) })
    expect(off.json<AuthBody>().error?.message).toContain('about 2 minutes behind')
    const right = await call(`second-factors/${id}/confirm`, { code: codeAt(secret, clock.now()) })
    expect(right.statusCode, right.body).toBe(200)
    expect(right.json()).toEqual({
      second_factor: {
        id,
        kind: 'totp',
        name: 'Phone',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
      recovery_codes: expect.arrayContaining([expect.any(String)]),
    })
    expect(await listed()).toMatchObject({ total: 1, recovery_codes_left: 10 })
    expect((await login()).statusCode).toBe(401)
    expect(await actions()).toEqual(['user.second_factor_added'])
  })

  it('is confirmed once, within 15 minutes, and the last secret alone', async () => {
    const first = await make()
    const second = await make()
    const confirm = ({ id, secret }: { id: string; secret: string }) =>
      call(`second-factors/${id}/confirm`, { code: codeAt(secret, clock.now()) })
    expect((await confirm(first)).statusCode).toBe(404)
    clock.step(15 * 60_000)
    token = await tokenOf(world, account)
    expect((await confirm(second)).statusCode).toBe(404)
    const third = await make()
    const both = await Promise.all([confirm(third), confirm(third)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  it('shows the secret once, and stores it sealed; of recovery codes the hash', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(world, token)
    const seen = JSON.stringify([
      await listed(),
      await world.test.query('select to_jsonb(t)::text as row from totp_secrets t'),
      await world.test.query('select to_jsonb(t)::text as row from recovery_codes t'),
      await world.test.query('select to_jsonb(t)::text as row from audit_log t'),
    ])
    const bytes = Buffer.from(secret).toString('hex')
    for (const hidden of [
      secret,
      bytes,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
    ])
      expect(seen).not.toContain(hidden)
  })

  it('is refused for an eleventh, and for who tries too often', async () => {
    for (let factor = 0; factor < 10; factor += 1) {
      await world.test.query('delete from rate_buckets')
      await addAuthenticator(world, token)
    }
    const eleventh = await call('second-factors/totp', { name: 'Phone' })
    expect([eleventh.statusCode, eleventh.json<AuthBody>().error?.code]).toEqual([409, 'CONFLICT'])
    let last = 0
    for (let tried = 0; tried < 20; tried += 1)
      last = (await call('second-factors/totp', { name: 'Phone' })).statusCode
    expect(last).toBe(429)
  })
})

describe('taking one away', () => {
  it('takes the password, and counts wrong ones', async () => {
    const { id } = await addAuthenticator(world, token)
    const remove = (secret: string) => call(`second-factors/${id}/remove`, { password: secret })
    for (let guess = 0; guess < 4; guess += 1) expect((await remove('wrong')).statusCode).toBe(400)
    expect((await remove('wrong')).statusCode).toBe(423)
    expect((await remove(password)).statusCode).toBe(423)
    clock.step(15 * 60_000)
    const again = await tokenAgain(id)
    expect((await call(`second-factors/${id}/remove`, { password }, again)).statusCode).toBe(200)
    expect(await listed(again)).toMatchObject({ total: 0, recovery_codes_left: 0 })
    expect((await login()).statusCode).toBe(200)
    expect(await actions()).toContain('user.second_factor_removed')
    expect((await call(`second-factors/${id}/remove`, { password }, again)).statusCode).toBe(404)
  })

  /** The access token is over after 15 minutes; the app of the test is known by its sealed secret alone. */
  async function tokenAgain(id: string): Promise<string> {
    const [row] = await world.test.query<{ secret: Buffer; secret_key_id: string }>(
      'select secret, secret_key_id from totp_secrets where id = $1',
      [id],
    )
    if (!row) throw new Error('no such secret')
    const place = { orgId: account.orgId, rowId: id, field: 'totp_secrets.secret' }
    const secret = world.platform.secretBox.open({ bytes: row.secret, keyId: row.secret_key_id }, place)
    const answer = await login({ second_factor: { code: codeAt(secret, clock.now()) } })
    return answer.json<AuthBody>().access_token
  }

  it('leaves the recovery codes while another one is there', async () => {
    const first = await addAuthenticator(world, token)
    await addAuthenticator(world, token)
    expect((await call(`second-factors/${first.id}/remove`, { password })).statusCode).toBe(200)
    expect(await listed()).toMatchObject({ total: 1, recovery_codes_left: 10 })
  })

  it('of somebody else is a 404, whatever the password', async () => {
    const stranger = await addAccount(world, hash, { orgId: account.orgId })
    const theirs = await addAuthenticator(world, await tokenOf(world, stranger))
    for (const secret of [password, 'wrong'])
      expect((await call(`second-factors/${theirs.id}/remove`, { password: secret })).statusCode).toBe(404)
  })
})

describe('recovery codes', () => {
  it('are made anew with the password, and those before are void', async () => {
    const { recoveryCodes } = await addAuthenticator(world, token)
    expect((await call('recovery-codes', { password: 'wrong' })).statusCode).toBe(400)
    const made = await call('recovery-codes', { password })
    const { recovery_codes: fresh } = made.json<{ recovery_codes: string[] }>()
    expect(new Set([...recoveryCodes, ...fresh]).size).toBe(20)
    expect((await login({ second_factor: { recovery_code: recoveryCodes[0] } })).statusCode).toBe(401)
    expect((await login({ second_factor: { recovery_code: fresh[0] } })).statusCode).toBe(200)
  })

  it('are refused to who has no second factor', async () => {
    expect((await call('recovery-codes', { password })).statusCode).toBe(409)
  })
})

describe('an organisation that asks for one', () => {
  const require = async (required: boolean, by = token) =>
    world.call(
      { token: by },
      {
        method: 'PATCH',
        url: '/api/v1/organisation',
        payload: { require_second_factor: required },
      },
    )

  it('leads who has none to set one up, with a session good for nothing else', async () => {
    const asked = await require(true)
    expect(asked.json()).toMatchObject({ require_second_factor: true })
    // Who is signed in already goes on.
    expect((await call('sessions')).statusCode).toBe(200)
    const answer = await login()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ second_factor_to_set_up: true })
    const { access_token: narrow, refresh_token } = answer.json<AuthBody>()
    const refused = await call('sessions', undefined, narrow)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({
      error: { code: 'UNAUTHORIZED', details: { second_factor: { problem: 'not_set_up', methods: [] } } },
    })
    expect((await world.call({ token: narrow }, { url: '/api/v1/cameras' })).statusCode).toBe(401)
    const me = await call('me', undefined, narrow)
    expect(me.json()).toMatchObject({ second_factor_to_set_up: true })
    expect(await listed(narrow)).toMatchObject({ total: 0, required: true })
    const renewed = await callAuth(world.app, 'refresh', { refresh_token })
    const { access_token: still } = renewed.json<AuthBody>()
    expect((await call('sessions', undefined, still)).statusCode).toBe(401)

    await addAuthenticator(world, narrow)
    for (const by of [narrow, still]) expect((await call('sessions', undefined, by)).statusCode).toBe(200)
    expect((await call('me', undefined, narrow)).json()).not.toHaveProperty('second_factor_to_set_up')
    expect((await login()).statusCode).toBe(401)
  })

  it('lets nobody take the last one away', async () => {
    const { id } = await addAuthenticator(world, token)
    await require(true)
    expect((await call(`second-factors/${id}/remove`, { password })).statusCode).toBe(409)
    await require(false)
    expect((await call(`second-factors/${id}/remove`, { password })).statusCode).toBe(200)
  })
})

describe('who has lost theirs', () => {
  it('gets in again once an admin has forgotten it, whose sessions it ends', async () => {
    await addAuthenticator(world, token)
    for (let guess = 0; guess < 5; guess += 1) await login({ second_factor: { code: '000000' } })
    const admin = await tokenOf(world, await addAccount(world, hash, { orgId: account.orgId }))
    const shown = await world.call({ token: admin }, { url: `/api/v1/users/${account.id}` })
    expect(shown.json()).toMatchObject({ has_second_factor: true })
    const theirs = await world.call({ token: admin }, { url: `/api/v1/users/${account.id}/second-factors` })
    expect(theirs.json()).toMatchObject({ total: 1, recovery_codes_left: 10 })
    const url = `/api/v1/users/${account.id}/reset-second-factor`
    expect((await world.call({ token: admin }, { method: 'POST', url })).statusCode).toBe(200)
    expect((await call('me')).statusCode).toBe(401)
    expect((await login()).statusCode).toBe(200)
    expect((await actions()).at(-1)).toBe('user.second_factor_reset')
  })

  it('is not helped by who is below them', async () => {
    await addAuthenticator(world, token)
    const admin = await addAccount(world, hash, { orgId: account.orgId })
    await world.test.query(`update users set role = 'admin' where id = $1`, [admin.id])
    const url = `/api/v1/users/${account.id}/reset-second-factor`
    const answer = await world.call({ token: await tokenOf(world, admin) }, { method: 'POST', url })
    expect(answer.statusCode).toBe(403)
    expect(await listed()).toMatchObject({ total: 1 })
  })

  it('gets in again by the operator', async () => {
    await addAuthenticator(world, token)
    const by = { kind: 'operator', id: null, name: 'cloud user reset-second-factor' } as const
    const reset = await resetSecondFactorByOperator({ database: world.platform.database }, by, account)
    expect(reset).toEqual({ user_id: account.id, email: account.email, second_factors: 1 })
    expect((await login()).statusCode).toBe(200)
  })
})
