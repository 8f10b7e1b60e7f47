import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'

let world: TestApp
let email: string
const password = 'Correct-Horse-Battery-1'

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(() => {
  email = `${randomUUID()}@example.com`
})

/** An account of `email` in an organisation of its own. */
async function account(secret = password, change: { enabled?: boolean } = {}) {
  const { orgId } = await world.createOrg()
  const id = randomUUID()
  await world.test.query(
    `insert into users (org_id, id, email, display_name, role, enabled, password_hash)
     values ($1, $2, $3, 'Olive', 'owner', $4, $5)`,
    [orgId, id, email, change.enabled ?? true, await world.services.passwords.hash(secret)],
  )
  await world.test.query('insert into user_email_lookup (email, org_id, user_id) values ($1, $2, $3)', [
    email,
    orgId,
    id,
  ])
  return { orgId, id }
}

const login = (body: Record<string, unknown>) =>
  world.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: body })

const me = (token: string) =>
  world.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } })

describe('POST /api/v1/auth/login', () => {
  it('gives a token that opens the API as that person', async () => {
    const user = await account()
    const answer = await login({ email: email.toUpperCase(), password })
    expect(answer.statusCode).toBe(200)
    const body = answer.json<{ access_token: string; expires_at: string }>()
    expect(body).toMatchObject({ user: { id: user.id, org_id: user.orgId, role: 'owner', email } })
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now())
    const self = await me(body.access_token)
    expect(self.statusCode).toBe(200)
    expect(self.json()).toMatchObject({ id: user.id, preferences: { locale: 'en', timezone: 'UTC' } })
  })

  it('answers an unknown address and a wrong password alike', async () => {
    await account()
    const wrong = await login({ email, password: 'wrong' })
    const unknown = await login({ email: 'nobody@example.com', password: 'wrong' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    expect({ status: unknown.statusCode, body: unknown.json<unknown>() }).toEqual({
      status: 401,
      body: wrong.json(),
    })
  })

  it.each([
    { email: 'a@example.com' },
    { password: 'x' },
    {},
    { email: 'a@b.c', password: 'x'.repeat(1025) },
  ])('refuses %o with VALIDATION_ERROR', async (body) => {
    const answer = await login(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
  })

  it('says that an account is disabled only to whoever knows its password', async () => {
    await account(password, { enabled: false })
    expect((await login({ email, password: 'wrong' })).statusCode).toBe(401)
    const answer = await login({ email, password })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: { code: 'ACCOUNT_DISABLED' } })
  })

  it.each(['known', 'unknown'])('locks an %s address after five failures', async (which) => {
    if (which === 'known') await account()
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await login({ email, password: 'wrong' })).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 423, 423])
    if (which === 'known') expect((await login({ email, password })).statusCode).toBe(423)
  })

  it('counts parallel failures one by one', async () => {
    await account()
    const answers = await Promise.all(Array.from({ length: 10 }, () => login({ email, password: 'wrong' })))
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(4)
  })

  it('finds the account by the password where an address has several', async () => {
    const first = await account('First-Password-1')
    const second = await account('Second-Password-2')
    expect((await login({ email, password: 'Second-Password-2' })).json()).toMatchObject({
      user: { org_id: second.orgId },
    })
    expect((await login({ email, password: 'First-Password-1' })).json()).toMatchObject({
      user: { org_id: first.orgId },
    })
    const elsewhere = await login({ email, password: 'First-Password-1', org_id: second.orgId })
    expect(elsewhere.statusCode).toBe(401)
  })
})

describe('a token', () => {
  it('ends with its session and with its account', async () => {
    const { id } = await account()
    const token = (await login({ email, password })).json<{ access_token: string }>().access_token
    await world.test.query('update users set enabled = false where id = $1', [id])
    expect((await me(token)).statusCode).toBe(401)
    await world.test.query('update users set enabled = true where id = $1', [id])
    expect((await me(token)).statusCode).toBe(200)
    await world.test.query('update sessions set revoked_at = now() where user_id = $1', [id])
    expect((await me(token)).statusCode).toBe(401)
  })

  it.each(['', 'x', 'sa_unknown', 'gw_unknown', 'a.b.c'])('%j is refused', async (token) => {
    expect((await me(token)).statusCode).toBe(401)
  })
})
