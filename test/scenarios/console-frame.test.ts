import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { chooseByKeys, keepScreen, lookAt, looks, signIn, violationsOn } from '../harness/console-page.js'
import { type AddedCamera, startWorld, type World } from '../harness/index.js'
import { shownMark } from '../harness/player-page.js'

tellIfThereIsNone('console-frame.test.ts')

describe.skipIf(chromiumPath === undefined)('the console, from signing in to signing out', () => {
  let world: World
  let chromium: Chromium
  let camera: AddedCamera
  let page: Page

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: 'Gate' }] })
    camera = await world.addCamera(await world.onlineAgent())
    chromium = await startChromium(['--lang=en-GB'])
  })
  afterEach(() => chromium.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  const open = async (path: string) => (page = await chromium.open(world.cloud.url + path))
  const enter = async (path: string) => signIn(await open(path), world.owner)
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

  it('the address that somebody came for is there once they are known, also after a reload', async () => {
    await enter(`/live?large=${camera.id}`)
    await heading('Live').waitFor()
    expect(new URL(page.url()).searchParams.get('large')).toBe(camera.id)
    await page.reload()
    await heading('Live').waitFor()
    expect(await page.title()).toBe('Live · Sightline')
  })

  it('the wall shows what a camera sees now', async () => {
    await enter('/')
    await page.getByText('Gate', { exact: true }).waitFor()
    await expect.poll(() => shownMark(page)).not.toBeNull()
    const first = await shownMark(page)
    await page.locator('sightline-player').hover()
    await expect.poll(async () => (await shownMark(page))?.counter).not.toBe(first?.counter)
  })

  it('by keys alone: signs in, reaches the page past the navigation, changes the theme and signs out', async () => {
    await open('/live')
    await page.getByLabel('E-mail').waitFor()
    await page.keyboard.type(world.owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(world.owner.password)
    await page.keyboard.press('Enter')
    await heading('Live').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('page')
    await page.getByRole('button', { name: 'and what is yours' }).focus()
    await page.keyboard.press('Enter')
    await chooseByKeys(page, 'L', 'Light')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('light')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'and what is yours' }).focus()
    await page.keyboard.press('Enter')
    await chooseByKeys(page, 'End', 'Sign out')
    await heading('Sign in').waitFor()
  })

  it('signing out reaches every tab, and signing in again does too', async () => {
    await enter('/live')
    await heading('Live').waitFor()
    const first = page
    await open('/live')
    await heading('Live').waitFor()
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await first.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(first, world.owner)
    await first.getByRole('heading', { name: 'Live' }).waitFor()
    await heading('Live').waitFor()
  })

  it('a tab that is signing out takes nothing from who signs in beside it, however late the service answers', async () => {
    await enter('/live')
    await heading('Live').waitFor()
    const first = page
    await open('/live')
    await heading('Live').waitFor()
    const held = new Promise<Route>((resolve) => void page.route('**/api/v1/auth/logout', resolve))
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const logout = await held
    expect(await first.getByRole('heading', { name: 'Sign in' }).count()).toBe(0)
    await logout.continue()
    await first.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(first, world.owner)
    await first.getByRole('heading', { name: 'Live' }).waitFor()
    await heading('Live').waitFor()
    await first.reload()
    await first.getByRole('heading', { name: 'Live' }).waitFor()
  })

  it('whoever signed out while the service was away is not let in by a reload', async () => {
    await enter('/live')
    await heading('Live').waitFor()
    await page.route('**/api/v1/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading('Sign in').waitFor()
    await page.unroute('**/api/v1/auth/logout')
    await page.reload()
    await heading('Sign in').waitFor()
    expect((await chromium.context.cookies()).filter(({ value }) => value !== '')).toEqual([])
  })

  it('says what is missing, what is wrong, and that the service is not there; what was typed stays', async () => {
    await open('/live')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByText('This is needed.').count()).toBe(2)
    await signIn(page, { email: world.owner.email, password: 'not it' })
    await page.getByText('The e-mail address or the password is not right.').waitFor()
    await page.route('**/api/v1/auth/login', (route) => route.abort())
    await signIn(page, world.owner)
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(world.owner.email)
    await page.unroute('**/api/v1/auth/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading('Live').waitFor()
  })

  it('an address that is none says so in the page; a service that does not answer is asked again', async () => {
    await enter('/live/none/at/all')
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
    await page.route('**/api/v1/auth/refresh', (route) => route.abort())
    await page.reload()
    await page.getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/api/v1/auth/refresh')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('There is nothing here').waitFor()
  })

  it('speaks German to whoever wants it, and keeps to it', async () => {
    await enter('/live')
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: 'Seiten' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  })

  it('keeps no token where another script or person could find it', async () => {
    await enter('/live')
    await heading('Live').waitFor()
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(kept).not.toMatch(/eyJ|token/)
    expect(page.url()).not.toMatch(/eyJ|token/)
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    await open('/live')
    await lookAt(page, look)
    await page.getByLabel('E-mail').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `sign-in-${look.width}-${look.theme}`)
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
