import type { PasskeyCreationOptions, PasskeyRequestOptions, SecondFactorNeeded } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createFakeClock, type FakeClock } from '../../../../platform/time/clock.fake.js'
import {
  type AuthBody,
  addAccount,
  auditOf,
  callAuth,
  password,
  type TestAccount,
} from '../../account.fixture.js'
import { listSecondFactorsOf } from '../list-second-factors.js'
import { addAuthenticator, tokenOf } from '../second-factor.fixture.js'
import { answeredWithinMs, offerPasskey } from './add-passkey.js'
import { TestPasskey } from './passkey.fixture.js'

const masterKey = '22'.repeat(32)
let world: TestApp
let other: TestApp
let clock: FakeClock
let hash: string
let account: TestAccount
let token: string

beforeAll(async () => {
  clock = createFakeClock()
  world = await createTestApp({ clock, masterKey })
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
})

const call = (path: string, payload?: object) => callAuth(world.app, path, payload, { token })
const offered = async () => (await call('second-factors/passkey/options', {})).json<PasskeyCreationOptions>()
const keep = (response: object) => call('second-factors/passkey', { name: 'Laptop', response })

async function addPasskey(): Promise<TestPasskey> {
  const passkey = new TestPasskey()
  const kept = await keep(passkey.create(await offered()))
  if (kept.statusCode !== 201) throw new Error(kept.body)
  return passkey
}

interface Refusal {
  error?: { code: string; message: string; details?: { second_factor: SecondFactorNeeded } }
}

const login = (second_factor?: object, at = world) =>
  callAuth(at.app, 'login', { email: account.email, password, ...(second_factor && { second_factor }) })
async function asked(): Promise<PasskeyRequestOptions> {
  const { passkey } = (await login()).json<Refusal>().error?.details?.second_factor ?? {}
  if (!passkey) throw new Error('no passkey was asked for')
  return passkey
}
async function outcome(passkey: object) {
  const answer = await login({ passkey })
  const { error } = answer.json<Refusal>()
  return [answer.statusCode, error?.details?.second_factor.problem]
}

describe('making a passkey', () => {
  it('is offered for the name of the service, and counts once the browser has answered', async () => {
    const options = await offered()
    expect(options).toMatchObject({ rp: { id: 'video.example.com', name: 'Sightline' }, attestation: 'none' })
    const passkey = new TestPasskey()
    const kept = await keep(passkey.create(options))
    expect(kept.statusCode, kept.body).toBe(201)
    expect(kept.json()).toMatchObject({
      second_factor: { kind: 'passkey', name: 'Laptop', last_used_at: null },
      recovery_codes: expect.arrayContaining([expect.any(String)]),
    })
    const listed = await call('second-factors')
    expect(listed.json()).toMatchObject({ total: 1, passkey_origin: 'https://video.example.com' })
    expect((await offered()).excludeCredentials.map(({ id }) => id)).toEqual([passkey.id])
  })

  it('is refused on a page of another site, for another site, and to another question', async () => {
    const passkey = new TestPasskey()
    for (const [lies, says] of [
      [{ origin: 'https://video.example.com.evil.example' }, /this passkey is of https:.*evil.example/],
      [{ site: 'evil.example' }, /this proves no passkey/],
      [{ challenge: 'AAAA' }, /this proves no passkey/],
    ] as const) {
      const refused = await keep(passkey.create(await offered(), lies))
      expect(refused.statusCode).toBe(400)
      expect(refused.json<AuthBody>().error?.message).toMatch(says)
    }
  })

  it('takes each question once, within five minutes, from the person who was asked', async () => {
    const options = await offered()
    expect((await keep(new TestPasskey().create(options))).statusCode).toBe(201)
    expect((await keep(new TestPasskey().create(options))).statusCode).toBe(400)
    const late = await offered()
    clock.step(answeredWithinMs)
    expect((await keep(new TestPasskey().create(late))).statusCode).toBe(400)
    const theirs = await offered()
    account = await addAccount(world, hash)
    token = await tokenOf(world, account)
    expect((await keep(new TestPasskey().create(theirs))).statusCode).toBe(400)
  })

  it('refuses one that is there, and what is no answer', async () => {
    const passkey = await addPasskey()
    expect((await keep(passkey.create(await offered()))).statusCode).toBe(409)
    const good = new TestPasskey().create(await offered())
    for (const response of [
      {},
      { ...good.response, attestationObject: 'AAAA' },
      { ...good.response, clientDataJSON: 'e30' },
    ])
      expect((await keep({ ...good, response })).statusCode).toBe(400)
  })

  it('takes a name: at an address the answer says so', async () => {
    const { caller } = await (await world.createOrg()).signIn('viewer')
    const publicUrl = () => 'http://127.0.0.1:8080'
    await expect(offerPasskey({ ...world.platform, publicUrl }, caller)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('passkeys belong to a name by https'),
    })
    const db = world.platform.database.forOrg(caller.orgId)
    expect(await listSecondFactorsOf(db, caller, publicUrl())).toMatchObject({ passkey_origin: null })
  })
})

describe('signing in by a passkey', () => {
  it('answers the question of the login', async () => {
    const passkey = await addPasskey()
    const answer = await login()
    expect(answer.json<Refusal>().error?.details?.second_factor).toMatchObject({
      problem: 'missing',
      methods: ['passkey', 'recovery_code'],
      passkey: { rpId: 'video.example.com', allowCredentials: [{ id: passkey.id, type: 'public-key' }] },
    })
    expect((await login({ passkey: passkey.answer(await asked()) })).statusCode).toBe(200)
    expect((await auditOf(world.test, account.orgId)).at(-1)?.data).toEqual({ second_factor: 'passkey' })
  })

  it('takes an answer once, over two nodes at once', async () => {
    const passkey = await addPasskey()
    const proof = { passkey: passkey.answer(await asked()) }
    const answers = await Promise.all([world, other, world].map((at) => login(proof, at)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  it('is refused on a page of another site, to an old question, with another key, and for a copy', async () => {
    const passkey = await addPasskey()
    const stranger = new TestPasskey()
    expect(await outcome(passkey.answer(await asked(), { origin: 'https://evil.example' }))).toEqual([
      401,
      'other_site',
    ])
    expect(await outcome(passkey.answer(await asked(), { site: 'evil.example' }))).toEqual([401, 'wrong'])
    const late = await asked()
    clock.step(answeredWithinMs)
    expect(await outcome(passkey.answer(late))).toEqual([401, 'wrong'])
    expect((await login({ passkey: passkey.answer(await asked()) })).statusCode).toBe(200)
    expect(await outcome(stranger.answer(await asked()))).toEqual([401, 'wrong'])
    expect(await outcome({ ...stranger.answer(await asked()), id: passkey.id, rawId: passkey.id })).toEqual([
      401,
      'wrong',
    ])
    passkey.counter -= 1
    expect(await outcome(passkey.answer(await asked()))).toEqual([401, 'wrong'])
  })

  it('locks by wrong answers as by wrong codes', async () => {
    const passkey = await addPasskey()
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await login({
        passkey: passkey.answer({
          challenge: 'AAAA',
          rpId: 'video.example.com',
          timeout: 0,
          userVerification: 'preferred',
          allowCredentials: [],
        }),
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 423, 423])
  })

  it('stands beside an authenticator app, and either does', async () => {
    const passkey = await addPasskey()
    const app = await addAuthenticator(world, token)
    clock.step(60_000)
    const { methods } = (await login()).json<Refusal>().error?.details?.second_factor ?? {}
    expect(methods).toEqual(['totp', 'passkey', 'recovery_code'])
    expect((await login({ code: app.code() })).statusCode).toBe(200)
    expect((await login({ passkey: passkey.answer(await asked()) })).statusCode).toBe(200)
    const { data } = (await call('second-factors')).json<{ data: { id: string; kind: string }[] }>()
    const id = data.find(({ kind }) => kind === 'passkey')?.id
    expect((await call(`second-factors/${id}/remove`, { password })).statusCode).toBe(200)
    expect(
      await outcome(
        passkey.answer({
          challenge: 'AAAA',
          rpId: 'video.example.com',
          timeout: 0,
          userVerification: 'preferred',
          allowCredentials: [],
        }),
      ),
    ).toEqual([401, 'wrong'])
  })

  it('keeps no more than twenty questions of one person', async () => {
    await addPasskey()
    for (let times = 0; times < 25; times += 1) await asked()
    const [row] = await world.test.query<{ count: string }>(
      'select count(*) as count from passkey_challenges where user_id = $1',
      [account.id],
    )
    expect(Number(row?.count)).toBe(20)
  })
})
