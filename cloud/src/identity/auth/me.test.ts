import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { auditOf, cookieOf } from './account.fixture.js'

let world: TestApp
let who: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  who = await (await world.createOrg()).signIn('viewer')
})

const me = () => world.call(who, { url: '/api/v1/auth/me' })
const patch = (payload: object, path = 'me') =>
  world.call(who, { method: 'PATCH', url: `/api/v1/auth/${path}`, payload })

describe('PATCH me', () => {
  it('changes the name, and nothing else', async () => {
    const answer = await patch({ display_name: '  Vera  ', role: 'owner', email: 'other@example.com' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual((await me()).json())
    expect(answer.json()).toMatchObject({ display_name: 'Vera', role: 'viewer' })
    expect(answer.json()).not.toMatchObject({ email: 'other@example.com' })
    expect((await auditOf(world.test, who.caller.orgId)).map(({ action }) => action)).toEqual([
      'user.renamed',
    ])
  })

  it.each([
    {},
    { role: 'owner' },
    { display_name: '' },
    { display_name: 'x'.repeat(101) },
    { display_name: null },
  ])('refuses %j', async (body) => {
    const answer = await patch(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
  })
})

describe('PATCH me/preferences', () => {
  const preferences = (body: object) => patch(body, 'me/preferences')

  it('merges, keeps what clients add, and takes away what is null', async () => {
    const first = await preferences({ timezone: 'Europe/Zurich', theme: 'dark', columns: 3, compact: true })
    expect(first.statusCode, first.body).toBe(200)
    expect(first.json()).toEqual({
      locale: 'en',
      timezone: 'Europe/Zurich',
      theme: 'dark',
      columns: 3,
      compact: true,
    })
    const second = await preferences({ locale: 'de-CH', timezone: null, theme: null })
    expect(second.json()).toEqual({ locale: 'de-CH', timezone: 'UTC', columns: 3, compact: true })
    expect((await me()).json()).toMatchObject({ preferences: second.json() })
  })

  it.each([
    {},
    { timezone: 'Mars/Olympus' },
    { locale: 'not a locale' },
    { locale: 7 },
    { theme: { nested: true } },
    { theme: ['x'] },
    { theme: 'x'.repeat(501) },
    { 'Not-A-Name': 1 },
    { [`a${'b'.repeat(64)}`]: 1 },
  ])('refuses %j', async (body) => {
    expect((await preferences(body)).statusCode).toBe(400)
  })

  it('keeps until when its owner is left alone, in UTC, for a month at most', async () => {
    const ahead = (days: number) => new Date(world.platform.clock.now() + days * 86_400_000)
    const until = ahead(1)
    const there = until.toISOString().replace('Z', '+00:00')
    expect((await preferences({ notifications_paused_until: there })).json()).toMatchObject({
      notifications_paused_until: until.toISOString(),
    })
    for (const refused of ['tomorrow', '2026-03-14', 7, true, ahead(32).toISOString()])
      expect((await preferences({ notifications_paused_until: refused })).statusCode).toBe(400)
    expect((await preferences({ notifications_paused_until: null })).json()).not.toHaveProperty(
      'notifications_paused_until',
    )
  })

  it('holds fifty at most, whoever adds at once', async () => {
    const some = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${from + index}`, index]))
    expect((await preferences(some(0, 48))).statusCode).toBe(200)
    const answers = await Promise.all([100, 200, 300].map((from) => preferences(some(from, 2))))
    const refused = answers.filter(({ statusCode }) => statusCode === 400)
    expect([answers.length, refused.length]).toEqual([3, 2])
  })
})

describe('POST logout', () => {
  const logout = () => world.call(who, { method: 'POST', url: '/api/v1/auth/logout' })

  it('ends the session with the next request, clears the cookie, and is noted once', async () => {
    const answer = await logout()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveProperty('message')
    expect(cookieOf(answer)).toEqual({
      value: '',
      attributes: ['Path=/api/v1/auth', 'Max-Age=0', 'HttpOnly', 'SameSite=Strict', 'Secure'],
    })
    for (const again of [await me(), await logout()]) {
      expect(again.statusCode).toBe(401)
      expect(again.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    }
    const audit = await auditOf(world.test, who.caller.orgId)
    expect(audit.map(({ action }) => action)).toEqual(['auth.logout'])
    expect(audit[0]?.address).toBe('127.0.0.1')
  })

  it('ends no other session', async () => {
    const other = await (await world.createOrg()).signIn('viewer')
    await logout()
    expect((await world.call(other, { url: '/api/v1/auth/me' })).statusCode).toBe(200)
  })
})
