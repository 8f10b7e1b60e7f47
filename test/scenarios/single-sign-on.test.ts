import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IdentityProvider, type ProviderLie, Visitor } from '../fakes/identity-provider/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { startWorld, type World } from '../harness/index.js'
import { SignedIn } from '../harness/signed-in.js'

tellIfThereIsNone('single-sign-on.test.ts')

const client = { clientId: 'sightline', clientSecret: 'secret-of-the-client-1' }
const vera = { email: 'vera@example.com', name: 'Vera', groups: ['guards'] }

let world: World
let provider: IdentityProvider
let orgId = ''
let place = ''

beforeAll(async () => {
  world = await startWorld({ cameras: [] })
  orgId = String((await world.api.get('/api/v1/auth/me')).body.org_id)
  place = `${world.cloud.publicUrl}/api/v1/auth/single-sign-on/${orgId}`
  const redirectUrl = `${place}/callback`
  provider = await IdentityProvider.start({
    certificate: world.receiver.certificate,
    redirectUrl,
    ...client,
  })
  await set()
})
afterAll(async () => {
  await provider?.close()
  await world?.close()
})
beforeEach(() => {
  provider.lie = null
  provider.signsIn = 'vera'
  provider.people.set('vera', vera)
})

const set = async (more: object = {}) => {
  const answer = await world.api.put('/api/v1/organisation/single-sign-on', {
    name: 'Example ID',
    issuer: provider.issuer,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    scopes: ['groups'],
    groups: [
      { group: 'guards', role: 'viewer', site_ids: [world.siteId] },
      { group: 'staff', role: 'operator' },
    ],
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('sign-in by the issuer of an organisation', () => {
  const visitor = () => new Visitor(world.receiver.certificate.cert)
  /** Where a sign-in ends: the page's path, and why it let nobody in. */
  const signIn = async (who: Visitor, to = '') => {
    const { url } = await who.open(`${place}/start${to}`)
    return { path: url.pathname, problem: url.searchParams.get('problem') }
  }
  /** Goes to the provider and comes back with an answer that is not handed in yet. */
  const answerOf = async (who: Visitor) =>
    (await who.open(`${place}/start`, (url) => url.pathname.endsWith('/callback'))).url.href
  const problemOf = async (who: Visitor, address: string) =>
    (await who.open(address)).url.searchParams.get('problem')
  const me = async (who: Visitor) => {
    const renewed = await who.post(`${world.cloud.publicUrl}/api/v1/auth/refresh`, {})
    if (renewed.status !== 200) return null
    const { access_token: token } = JSON.parse(renewed.body)
    const answer = await fetch(`${world.cloud.publicUrl}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'visitor' },
    })
    return answer.status === 200 ? answer.json() : null
  }
  const refusedWith = async (lie: ProviderLie) => {
    provider.lie = lie
    await using who = visitor()
    const { path, problem } = await signIn(who)
    expect(path).toBe(`/login/${orgId}`)
    expect(await me(who)).toBeNull()
    return problem
  }
  const audited = async (action: string) =>
    (await world.api.get(`/api/v1/audit-log?action=${action}&limit=5`)).body.data

  it('lets somebody in by what their groups give, and makes their account', async () => {
    await using who = visitor()
    expect(await signIn(who, '?to=/events%3Fkind%3Dperson')).toEqual({ path: '/events', problem: null })
    expect(await me(who)).toMatchObject({
      email: vera.email,
      display_name: 'Vera',
      role: 'viewer',
      single_sign_on: true,
    })
    provider.people.set('vera', { ...vera, groups: ['guards', 'staff'] })
    await using again = visitor()
    await signIn(again)
    expect(await me(again)).toMatchObject({ role: 'operator' })
    // One person, however often they come.
    const users = (await world.api.get('/api/v1/users?limit=100')).body.data
    expect(users.filter(({ email }: { email: string }) => email === vera.email)).toHaveLength(1)
  })

  it('refuses whose groups are gone, and ends their sessions', async () => {
    await using before = visitor()
    await signIn(before)
    expect(await me(before)).not.toBeNull()
    provider.people.set('vera', { ...vera, groups: [] })
    await using after = visitor()
    expect(await signIn(after)).toEqual({ path: `/login/${orgId}`, problem: 'no_role' })
    expect(await me(before)).toBeNull()
    const [entry] = await audited('auth.login_failed')
    expect(entry).toMatchObject({ data: { single_sign_on: 'no_role' } })
  })

  it.each<[string, ProviderLie, string]>([
    ['is another’s audience', claimsWith({ aud: 'another' }), 'untrusted'],
    ['names another issuer', claimsWith({ iss: 'https://127.0.0.1:9' }), 'untrusted'],
    ['bears another nonce', claimsWith({ nonce: 'another' }), 'untrusted'],
    ['bears no nonce', claimsWith({ nonce: undefined }), 'untrusted'],
    ['has no signature', { kind: 'unsigned' }, 'untrusted'],
    ['is signed by another key', { kind: 'foreign_key' }, 'untrusted'],
    ['is signed by the client’s secret', { kind: 'shared_secret', secret: client.clientSecret }, 'untrusted'],
    ['is ten minutes too old', claimsAt(-10 * 60, 5), 'clock'],
    ['begins in ten minutes', claimsAt(10 * 60, 300), 'clock'],
  ])('refuses an ID token that %s', async (_, lie, problem) => {
    expect(await refusedWith(lie)).toBe(problem)
  })

  it.each([
    ['behind', -120],
    ['ahead', 120],
  ])('bears a clock that is two minutes %s', async (_, seconds) => {
    provider.lie = claimsAt(seconds, 5)
    await using who = visitor()
    expect((await signIn(who)).problem).toBeNull()
  })

  it.each<[string, ProviderLie, string]>([
    ['that calls itself otherwise', { kind: 'other_name', issuer: 'https://127.0.0.1:9' }, 'untrusted'],
    ['that answers with an error page', { kind: 'broken' }, 'issuer'],
  ])('says so of an issuer %s', async (_, lie, problem) => {
    expect(await refusedWith(lie)).toBe(problem)
  })

  it('says so of an issuer that is down, or falls silent in between', async () => {
    await using who = visitor()
    const answer = await answerOf(who)
    provider.lie = { kind: 'silent' }
    expect(await problemOf(who, answer)).toBe('unreachable')
    await set({ issuer: 'https://127.0.0.1:9' })
    expect(await problemOf(who, `${place}/start`)).toBe('unreachable')
    await set()
  })

  it('takes an answer once, from the browser that asked, within its time', async () => {
    await using who = visitor()
    const answer = await answerOf(who)
    await using thief = visitor()
    expect(await problemOf(thief, answer)).toBe('again')
    const origin = world.cloud.publicUrl
    const secret = who.cookie(origin, 'sl_single_sign_on') ?? ''
    expect(secret).toHaveLength(43)
    expect(await problemOf(who, answer)).toBeNull()
    expect(who.cookie(origin, 'sl_single_sign_on')).toBeUndefined()
    // The cookie kept, the answer is of the past all the same.
    who.setCookie(origin, 'sl_single_sign_on', secret)
    expect(await problemOf(who, answer)).toBe('again')

    await using late = visitor()
    const tooLate = await answerOf(late)
    await world.database.query(`update single_sign_on_attempts set expires_at = now() - interval '1 second'`)
    expect(await problemOf(late, tooLate)).toBe('again')

    await using wrong = visitor()
    const spoiled = new URL(await answerOf(wrong))
    spoiled.searchParams.set('code', 'of-another-time')
    expect(await problemOf(wrong, spoiled.href)).toBe('again')

    provider.signsIn = 'nobody'
    await using refused = visitor()
    expect((await signIn(refused)).problem).toBe('denied')
  })

  it('links an account of the same address only if it may, never an owner’s', async () => {
    const ada = { email: 'ada@example.com', name: 'Ada', groups: ['staff'] }
    const user = { email: ada.email, display_name: 'Ada', role: 'viewer', site_ids: [world.siteId] }
    expect((await world.api.post('/api/v1/users', user)).status).toBe(201)
    provider.people.set('ada', ada)
    provider.people.set('boss', { ...ada, email: world.owner.email })
    const problem = async (signsIn: string) => {
      provider.signsIn = signsIn
      await using who = visitor()
      return (await signIn(who)).problem
    }
    expect(await problem('ada')).toBe('taken')
    await set({ link_users: true })
    provider.people.set('ada', { ...ada, email_verified: false })
    expect(await problem('ada')).toBe('taken')
    provider.people.set('ada', ada)
    expect(await problem('ada')).toBeNull()
    expect(await problem('boss')).toBe('taken')
    // Now by the issuer alone: a password is not taken any more.
    const told = await world.cloud.operate('user', 'invite-link', '--org', orgId, '--email', ada.email)
    const token = new URL(JSON.parse(told).link).searchParams.get('token')
    const password = 'Correct-Horse-7'
    await using who = visitor()
    const auth = `${world.cloud.publicUrl}/api/v1/auth`
    expect((await who.post(`${auth}/reset-password`, { token, new_password: password })).status).toBe(200)
    expect((await who.post(`${auth}/login`, { email: ada.email, password })).status).toBe(403)

    await set({ create_users: false })
    provider.people.set('eve', { ...ada, email: 'eve@example.com' })
    expect(await problem('eve')).toBe('no_account')
    await set()
  })

  it('signs out who came by an issuer that is removed', async () => {
    await using who = visitor()
    await signIn(who)
    expect(await me(who)).not.toBeNull()
    expect((await world.api.delete('/api/v1/organisation/single-sign-on')).status).toBe(200)
    expect(await me(who)).toBeNull()
    expect((await signIn(who)).problem).toBe('none')
    await set()
  })
})

describe.skipIf(chromiumPath === undefined)('the sign-in page of an organisation', () => {
  let chromium: Chromium
  beforeAll(async () => {
    // The certificate of the provider is its own.
    chromium = await startChromium(['--lang=en-GB', '--ignore-certificate-errors'])
  })
  afterAll(() => chromium?.close())

  it('is set up by an owner, and by nobody else', async () => {
    expect((await world.api.delete('/api/v1/organisation/single-sign-on')).status).toBe(200)
    const people = new SignedIn(chromium, world.cloud.publicUrl)
    const page = await people.open('/settings/sign-in', world.owner)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    expect(await page.getByLabel('Redirect address').inputValue()).toBe(`${place}/callback`)
    await page.getByLabel('Name on the button').fill('Example ID')
    await page.getByLabel('Address of the issuer').fill('https://127.0.0.1:9')
    await press('Test')
    await page.getByText('the connection was refused').waitFor()
    await page.getByLabel('Address of the issuer').fill(provider.issuer)
    await press('Test')
    await page.getByText('It answers.').waitFor()
    await page.getByLabel('Client secret').fill(client.clientSecret)
    await page.getByLabel('Further scopes').fill('groups')
    await press('Add a group')
    await page.getByLabel('Group', { exact: true }).fill('guards')
    await press('Save')
    await page.getByText('This is needed.').first().waitFor()
    await page.getByText('Choose at least one site.').waitFor()
    for (const one of looks) {
      await lookAt(page, one)
      await expect.poll(() => violationsOn(page), { message: `${one.width} ${one.theme}` }).toEqual([])
      await keepScreen(page, `settings-sign-in-${one.width}-${one.theme}`)
    }
    await page.getByLabel('Client ID').fill(client.clientId)
    await page.getByLabel('Main site').check()
    await page.getByLabel('Client ID').press('Enter')
    await page.getByText('Saved.').waitFor()
    await keepScreen(page, 'settings-sign-in-saved')
    const { setting } = (await world.api.get('/api/v1/organisation/single-sign-on')).body
    expect(setting).toMatchObject({
      issuer: provider.issuer,
      has_client_secret: true,
      groups: [{ group: 'guards', role: 'viewer', site_ids: [world.siteId] }],
    })
    await press('Remove single sign-on')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click()
    await expect.poll(() => page.getByLabel('Name on the button').inputValue()).toBe('')
    await people.forget()
    expect(chromium.complaints).toEqual([])
  })

  it('leads to the issuer and back to where somebody was going, and says why it does not', async () => {
    await set()
    await chromium.forget()
    provider.signsIn = null
    const page = await chromium.open(`${world.cloud.publicUrl}/login/${orgId}`)
    const button = page.getByRole('link', { name: 'Sign in with Example ID' })
    await button.waitFor()
    for (const one of looks) {
      await lookAt(page, one)
      await expect.poll(() => violationsOn(page), { message: `${one.width} ${one.theme}` }).toEqual([])
      await keepScreen(page, `sign-in-by-issuer-${one.width}-${one.theme}`)
    }
    provider.people.set('noah', { ...vera, email: 'noah@example.com', name: 'Noah', groups: [] })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Noah' }).click()
    await page.getByText('No group of yours gives you access here.').waitFor()
    await keepScreen(page, 'sign-in-by-issuer-refused')

    // Remembered here: the issuer is offered wherever somebody has to sign in.
    await page.context().clearCookies()
    await page.goto(`${world.cloud.publicUrl}/me`)
    await button.click()
    await page.getByRole('link', { name: 'Vera' }).click()
    await page.getByRole('heading', { name: 'Yours' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/me')
    await page.getByText('You sign in at the issuer of your organisation.').waitFor()
    expect(await page.getByText('Your password alone signs you in.').count()).toBe(0)
    // The sign-in page is the wrong one for who is signed in.
    await page.goto(`${world.cloud.publicUrl}/login/${orgId}`)
    await page.waitForURL('**/live')
    expect(chromium.complaints).toEqual([])
  })
})

/** An ID token that says something else. */
function claimsWith(other: Record<string, unknown>): ProviderLie {
  return { kind: 'claims', change: (claims) => ({ ...claims, ...other }) }
}

/** An ID token of a clock that is off by so many seconds, and that is good for so many. */
function claimsAt(offSec: number, lifeSec: number): ProviderLie {
  return {
    kind: 'claims',
    change: (claims) => {
      const iat = claims.iat + offSec
      return { ...claims, iat, nbf: iat, exp: iat + lifeSec }
    },
  }
}
