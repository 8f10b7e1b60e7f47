import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, signIn, violationsOn } from '../harness/console-page.js'
import { startWorld, type World } from '../harness/index.js'

tellIfThereIsNone('console-second-factor.test.ts')

const vera = { email: 'vera@example.com', password: 'Correct-Horse-7' }

describe.skipIf(chromiumPath === undefined)('two-factor sign-in in the console', () => {
  let world: World
  let chromium: Chromium
  let page: Page
  let secret = ''
  let codes: string[] = []

  beforeAll(async () => {
    world = await startWorld({ cameras: [], host: 'localhost' })
    chromium = await startChromium(['--lang=en-GB'])
    const { org_id } = (await world.api.get('/api/v1/auth/me')).body
    const user = { email: vera.email, display_name: 'Vera', role: 'operator' }
    expect((await world.api.post('/api/v1/users', user)).status).toBe(201)
    const told = await world.cloud.operate('user', 'invite-link', '--org', org_id, '--email', vera.email)
    const token = new URL(JSON.parse(told).link).searchParams.get('token')
    await world.api.post('/api/v1/auth/reset-password', { token, new_password: vera.password })
    await askEverybody(true)
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  const askEverybody = async (required: boolean) => {
    const answer = await world.api.patch('/api/v1/organisation', { require_second_factor: required })
    expect(answer.status).toBe(200)
  }
  /**
   * The code of so many periods from now. The one before and the one after are taken too, so that neither of these is too old
   * where a period ends before it is handed in; and each is taken once.
   */
  const code = (periods: 0 | 1) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + periods * 30_000 })
  const heading = (name: string) => page.getByRole('heading', { name })
  const press = (name: string) => page.getByRole('button', { name }).click()
  const look = async (name: string) => {
    for (const one of looks) {
      await lookAt(page, one)
      // Colours change by and by.
      await expect
        .poll(() => violationsOn(page), { message: `${name} ${one.width} ${one.theme}` })
        .toEqual([])
      await keepScreen(page, `second-factor-${name}-${one.width}-${one.theme}`)
    }
  }
  const signOut = async () => {
    await press('and what is yours')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading('Sign in').waitFor()
  }
  const keepCodes = async () => {
    codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n')
    expect(codes).toHaveLength(10)
  }

  it('leads somebody whose organisation asks for one to set it up, and then to where they were going', async () => {
    page = await chromium.open(`${world.cloud.url}/me`)
    await signIn(page, vera)
    await heading('Set up a second factor').waitFor()
    await page.reload()
    await heading('Set up a second factor').waitFor()
    await press('Next')
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    secret = (await page.locator('dd').textContent())?.replaceAll(' ', '') ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await look('set-up')
    await page.getByLabel('The code that the app shows').fill('12345')
    await press('Confirm')
    await page.getByText('The code has six digits.').waitFor()
    await page.getByLabel('The code that the app shows').fill(code(0))
    await page.keyboard.press('Enter')
    await page.getByText('Each signs you in once').waitFor()
    await keepCodes()
    await look('codes')
    const file = page.waitForEvent('download')
    await press('Save as a file')
    expect((await file).suggestedFilename()).toBe('sightline-recovery-codes.txt')
    await press('I have kept them')
    await heading('Yours').waitFor()
  })

  it('asks for a code after the password, and takes a recovery code in its place', async () => {
    await signOut()
    await signIn(page, vera)
    await heading('One more proof').waitFor()
    await page.getByLabel('Code of your authenticator app').fill('000 000')
    await press('Sign in')
    await page.getByText(/This is not the right code|This code is of another time/).waitFor()
    await look('sign-in')
    await page.getByLabel('Code of your authenticator app').fill(code(1))
    await page.keyboard.press('Enter')
    await heading('Yours').waitFor()
    await signOut()
    await signIn(page, vera)
    await press('Use a recovery code')
    await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await heading('Yours').waitFor()
  })

  it('is looked after on one’s own page', async () => {
    await page.getByText('9 recovery codes are left.').waitFor()
    await look('own')
    await press('Make new ones')
    await page.getByLabel('Your password').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('This is not your password.').waitFor()
    await page.getByLabel('Your password').fill(vera.password)
    await page.keyboard.press('Enter')
    await page.getByText('Each signs you in once').waitFor()
    await press('I have kept them')
    await page.getByText('10 recovery codes are left.').waitFor()

    await press('Take away')
    await page.getByLabel('Your password').fill(vera.password)
    await page.keyboard.press('Enter')
    await page.getByText('Your organisation asks for a second factor: add another one first.').waitFor()
    await askEverybody(false)
    await page.keyboard.press('Enter')
    await page.getByText('Your password alone signs you in.').first().waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await signOut()
    await signIn(page, vera)
    await heading('Yours').waitFor()
  })

  it('has passkeys at the name of the service, and says so at its address', async () => {
    await page.getByText(/^Passkeys need a name, not an address. Open http:\/\/localhost:/).waitFor()
    await chromium.forget()
    page = await chromium.open(`${world.cloud.publicUrl}/me`)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'usb' } as const
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options })
    await signIn(page, vera)
    await press('Add a passkey')
    await page.getByLabel('How you call it').fill('Blue key')
    await look('passkey')
    await press('Go on in the browser')
    await page.getByText('Each signs you in once').waitFor()
    await press('I have kept them')
    await page.getByText('Blue key').waitFor()

    await signOut()
    await signIn(page, vera)
    await heading('One more proof').waitFor()
    await look('sign-in-by-passkey')
    await page.keyboard.press('Enter')
    await heading('Yours').waitFor()

    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await devices.send('WebAuthn.addVirtualAuthenticator', { options })
    await signOut()
    await signIn(page, vera)
    await press('Use a passkey')
    await page.getByText('The browser gave no passkey. Try again.').waitFor()
    expect(chromium.complaints).toEqual([])
  })
})
