import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { queuedMails } from '../../platform/mail/queued-mail.fixture.js'
import { makePasswordLink } from './password-link.service.js'

// With a mail server set; what is queued is looked at, nothing is sent.
let world: TestApp
let org: TestOrg
let admin: SignedIn
let email: string
let userId: string

beforeAll(async () => {
  world = await createTestApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
  email = `${randomUUID()}@example.com`
  const answer = await call('POST', '', { email, display_name: 'Grace', role: 'operator' })
  expect(answer.json().invitation_sent).toBe(true)
  userId = answer.json().user.id
})

const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  world.call(admin, { method, url: `/api/v1/users${path}`, ...(payload && { payload }) })

const mails = () => queuedMails(world, { orgId: org.orgId })

const Link = z.url().transform((url) => new URL(url))
const linkIn = (text = '') => Link.parse(/https:\S+/.exec(text)?.[0])

const setPassword = (link: URL, password: string) =>
  world.call(null, {
    method: 'POST',
    url: '/api/v1/auth/reset-password',
    payload: { token: link.searchParams.get('token'), new_password: password },
  })

const login = (password: string) =>
  world.call(null, { method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })

it('invites by mail: whoever follows the link signs in, once', async () => {
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: email,
    subject: 'You are invited to Test organisation on Sightline',
  })
  expect(mail?.text).toContain('Hello Grace,')
  const link = linkIn(mail?.text)
  expect(link.href).toMatch(/^https:\/\/video\.example\.com\/reset\?token=[\w-]{43,}$/)
  expect((await setPassword(link, 'Correct-horse-1')).statusCode).toBe(200)
  expect((await login('Correct-horse-1')).json()).toMatchObject({ user: { id: userId } })
  expect((await setPassword(link, 'Correct-horse-2')).statusCode).toBe(401)
})

it('invites again who never chose a password, and lets others choose a new one', async () => {
  expect((await call('POST', `/${userId}/reset-password`)).json()).toMatchObject({ email_sent: true })
  const invited = await mails()
  expect(invited.map(({ subject }) => subject)).toEqual([invited[0]?.subject, invited[0]?.subject])
  expect((await setPassword(linkIn(invited[1]?.text), 'Correct-horse-1')).statusCode).toBe(200)

  await call('POST', `/${userId}/reset-password`)
  const [, , reset] = await mails()
  expect(reset?.subject).toBe('Set a new password for Test organisation on Sightline')
  // The present password works until another is chosen.
  expect((await login('Correct-horse-1')).statusCode).toBe(200)
  expect((await setPassword(linkIn(reset?.text), 'Correct-horse-2')).statusCode).toBe(200)
  expect((await login('Correct-horse-1')).statusCode).toBe(401)
})

it('sends nothing to a disabled account, and no more than ten mails a minute to anybody', async () => {
  // A bucket that is filled from an hour on gets nothing back, however slow the machine is.
  await world.test.query(
    `insert into rate_buckets (key, tokens, refilled_at) values ($1, 10, now() + interval '1 hour')`,
    [`password-mail:${org.orgId}:${userId}`],
  )
  for (let round = 0; round < 9; round += 1)
    expect((await call('POST', `/${userId}/reset-password`)).statusCode).toBe(200)
  await call('DELETE', `/${userId}`)
  expect((await call('POST', `/${userId}/reset-password`)).statusCode).toBe(409)
  const refused = await call('POST', `/${userId}/reset-password`)
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(await mails()).toHaveLength(10)
})

it('keeps no token where it can be read', async () => {
  const token = linkIn((await mails())[0]?.text).searchParams.get('token') ?? ''
  const stored = await world.test.query('select * from password_tokens where org_id = $1', [org.orgId])
  const audit = await world.test.query('select * from audit_log where org_id = $1', [org.orgId])
  const waiting = await world.test.query('select * from outgoing_mail where org_id = $1', [org.orgId])
  expect(JSON.stringify([stored, audit, waiting])).not.toContain(token)
})

it('gives the operator the same link, without a mail', async () => {
  const operator = { kind: 'operator', id: null, name: 'cloud user invite-link' } as const
  const made = await makePasswordLink(world.platform, operator, {
    orgId: org.orgId,
    email: email.toUpperCase(),
  })
  expect(made).toMatchObject({ user_id: userId, email, purpose: 'invitation' })
  expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now())
  expect(await mails()).toHaveLength(1)
  expect((await setPassword(new URL(made.link), 'Correct-horse-1')).statusCode).toBe(200)
  const again = await makePasswordLink(world.platform, operator, { orgId: org.orgId, email })
  expect(again.purpose).toBe('reset')
  await expect(
    makePasswordLink(world.platform, operator, { orgId: org.orgId, email: 'x@example.com' }),
  ).rejects.toMatchObject({ kind: 'missing' })
})

it('gives an admin the link of an invitation to hand over, and of nobody who has a password', async () => {
  const made = await call('POST', `/${userId}/invitation-link`)
  expect(made.statusCode, made.body).toBe(200)
  const { link, expires_at: end } = made.json<{ link: string; expires_at: string }>()
  expect(Date.parse(end)).toBeGreaterThan(Date.now())
  // No other mail than the first, and the link is nowhere to be read afterwards.
  expect(await mails()).toHaveLength(1)
  const audit = await world.test.query<{ action: string }>('select * from audit_log where target_id = $1', [
    userId,
  ])
  expect(audit.map(({ action }) => action)).toContain('user.password_link_made')
  expect(JSON.stringify(audit)).not.toContain(new URL(link).searchParams.get('token'))
  expect((await setPassword(new URL(link), 'Correct-horse-1')).statusCode).toBe(200)
  expect((await call('POST', `/${userId}/invitation-link`)).statusCode).toBe(409)
})

it('makes no link for a disabled account, nor for somebody above', async () => {
  const owner = await org.signIn('owner')
  const above = { email: `${randomUUID()}@example.com`, display_name: 'Olga', role: 'owner' }
  const answer = await world.call(owner, { method: 'POST', url: '/api/v1/users', payload: above })
  expect((await call('POST', `/${answer.json().user.id}/invitation-link`)).statusCode).toBe(403)
  await call('DELETE', `/${userId}`)
  expect((await call('POST', `/${userId}/invitation-link`)).statusCode).toBe(409)
})

it('invites so many a minute, whatever addresses an organisation chooses', async () => {
  const leave = (tokens: number) =>
    world.test.query('update rate_buckets set tokens = $2 where key = $1', [
      `password-mail:${org.orgId}`,
      tokens,
    ])
  const invite = async () => {
    const person = { email: `${randomUUID()}@example.com`, display_name: 'Ann', role: 'operator' }
    return (await call('POST', '', person)).statusCode
  }
  await leave(1.5)
  expect(await invite()).toBe(201)
  // So empty that no token comes back while a slow machine answers.
  await leave(-60)
  expect(await invite()).toBe(429)
  // Who was not invited has no account either.
  expect(await world.test.query('select from users where org_id = $1', [org.orgId])).toHaveLength(3)
})

it('keeps what people chose as names in one line', async () => {
  const name = 'Ann,\n\nyour account is closed: http://evil.example'
  const address = `${randomUUID()}@example.com`
  await world.test.query('update organisations set name = $2 where id = $1', [org.orgId, 'Shop\r\nBcc: x'])
  await call('POST', '', { email: address, display_name: name, role: 'operator' })
  const mail = (await mails()).find(({ recipient }) => recipient === address)
  expect(mail?.subject).toBe('You are invited to Shop Bcc: x on Sightline')
  expect(mail?.text.split('\n')[0]).toBe('Hello Ann, your account is closed: http://evil.example,')
})
