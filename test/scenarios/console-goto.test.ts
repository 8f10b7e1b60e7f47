import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, pressBoth, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'

tellIfThereIsNone('console-goto.test.ts')

describe.skipIf(chromiumPath === undefined)('going to things in the console', () => {
  let stand: ConsoleStand
  let page: Page
  let yardId: string

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: '<img src=x> Gate' }] })
    await stand.addRule('Delivery after dark')
    const yard = await stand.world.api.post('/api/v1/sites', { name: 'Yard' })
    yardId = String(yard.body.id)
    // As many as a large organisation has; nothing is connected to.
    await stand.world.database.query(
      `insert into cameras (org_id, id, site_id, name, type, gateway_id, enabled)
       select org_id, gen_random_uuid(), $1, 'Dock ' || n, 'rtsp', gateway_id, false from cameras, generate_series(1, 1000) as n
       where cameras.id = $2`,
      [yardId, stand.cameras[0]?.id],
    )
    const event = await stand.trigger()
    await stand.world.api.patch(`/api/v1/events/${event}`, { notes: 'zebra crossing' })
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  const options = () => page.getByRole('option')
  const field = () => page.getByRole('combobox', { name: 'Search or go to' })
  /** What is typed before the field has the focus is for the page. */
  const focused = () => page.locator('[role=combobox]:focus')
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

  it('by keys: finds a camera among a thousand, chooses it and is there; next time it comes first', async () => {
    page = await stand.enter('/events')
    await heading('Events').waitFor()
    await page.keyboard.press('Control+k')
    await focused().waitFor()
    await page.keyboard.type('dock 77')
    await expect.poll(() => options().first().textContent()).toContain('Dock 77')
    await keepScreen(page, 'go-to')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => options().nth(1).getAttribute('aria-selected')).toBe('true')
    const chosen = await options().nth(1).getAttribute('id')
    expect(await field().getAttribute('aria-activedescendant')).toBe(chosen)
    const name = (await options().nth(1).textContent())?.split('Yard')[0] ?? ''
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(live\?large=|cameras\/)/)
    await page.keyboard.press('Control+k')
    await focused().waitFor()
    await page.keyboard.type('dock')
    await expect.poll(() => options().first().textContent()).toContain(name)
  })

  it('names with markup in them are text', async () => {
    page = await stand.enter('/alerts')
    await heading('Alerts').waitFor()
    await page.getByRole('button', { name: 'Search or go to' }).first().click()
    await field().fill('gate')
    await options().filter({ hasText: '<img src=x> Gate' }).first().waitFor()
    expect(await page.getByRole('listbox').locator('img').count()).toBe(0)
    await keepScreen(page, 'go-to-gate')
  })

  it('finds rules, sites, people and pages, and does what can be done', async () => {
    page = await stand.enter('/live')
    await heading('Live').waitFor()
    const groups = async (typed: string) => {
      await field().fill(typed)
      await expect.poll(() => options().count()).toBeGreaterThan(0)
      return page
        .getByRole('listbox')
        .getByRole('group')
        .evaluateAll((found) => found.map((one) => one.ariaLabel))
    }
    await page.keyboard.press('Control+k')
    await field().waitFor()
    await expect.poll(() => groups('delivery after')).toContain('Rules and alerts')
    await expect.poll(() => groups('yard')).toContain('Sites')
    await expect.poll(() => groups(stand.world.owner.email)).toContain('People')
    await expect.poll(() => groups('inbox')).toContain('Pages')
    await field().fill('light theme')
    await expect.poll(() => options().first().textContent()).toContain('Light')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('light')
  })

  it('finds events with these words once the hands rest, and asks', async () => {
    page = await stand.enter('/live')
    await heading('Live').waitFor()
    await page.keyboard.press('Control+k')
    await field().fill('zebra')
    await page.getByRole('group', { name: 'Events with these words' }).getByRole('option').waitFor()
    await page.getByRole('option', { name: /^Ask/ }).click()
    await page.waitForURL('**/ask?q=zebra')
    await page.getByRole('heading', { name: 'zebra' }).waitFor()
    // This service has no model.
    await page.getByText('No model answers questions now. What was found stands below.').waitFor()
    await page.getByRole('list', { name: 'Found for the question' }).getByRole('link').waitFor()
    await keepScreen(page, 'ask-no-model')
  })

  it('the site that was chosen goes from page to page, and the lists are of it alone', async () => {
    page = await stand.enter('/events')
    await page.locator('[data-row]').first().waitFor()
    await page.getByRole('button', { name: 'Site: All sites' }).first().click()
    await page.getByRole('menuitemradio', { name: 'Yard' }).click()
    await page.getByText(/Nothing happened yet|No event/).waitFor()
    expect(new URL(page.url()).searchParams.get('site')).toBe(yardId)
    await page
      .getByRole('link', { name: /Alerts/ })
      .first()
      .click()
    await heading('Alerts').waitFor()
    await page.getByText('Nothing waits for you.').waitFor()
    expect(new URL(page.url()).searchParams.get('site')).toBe(yardId)
    await page.reload()
    await page.getByRole('button', { name: 'Site: Yard' }).first().click()
    await page.getByRole('menuitemradio', { name: 'All sites' }).press('Enter')
    await page.getByRole('list', { name: 'New alerts, newest first' }).getByRole('listitem').first().waitFor()
    expect(new URL(page.url()).searchParams.has('site')).toBe(false)
  })

  it('the map shows the keys of this page and of all; they lead where it says, and can be switched off', async () => {
    page = await stand.enter('/events')
    await heading('Events').waitFor()
    await pressBoth(page, 'g', 'a')
    await heading('Alerts').waitFor()
    await page.getByRole('list', { name: 'New alerts, newest first' }).getByRole('listitem').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.getByText('Take the alert').waitFor()
    await page.getByText('Take back what was done last').waitFor()
    await keepScreen(page, 'keys')
    await page.getByLabel('Characters alone are keys').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pressBoth(page, 'g', 'l')
    await page.keyboard.press('Control+k')
    await focused().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/alerts/)
    await page.keyboard.type('?')
    expect(await field().inputValue()).toBe('?')
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    page = await stand.enter('/events')
    await lookAt(page, look)
    await heading('Events').waitFor()
    await page.getByRole('button', { name: 'Search or go to' }).first().click()
    await field().fill('dock')
    await expect.poll(() => options().count()).toBeGreaterThan(6)
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `go-to-${look.width}-${look.theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `keys-${look.width}-${look.theme}`)
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
