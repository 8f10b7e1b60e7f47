import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, pressBoth, pressTryAgain, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'

tellIfThereIsNone('console-inbox.test.ts')

describe.skipIf(chromiumPath === undefined)('the inbox of the console', () => {
  let stand: ConsoleStand
  let page: Page
  let ownerId: string

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }] })
    ownerId = String((await stand.world.api.get('/api/v1/auth/me')).body.id)
    const recipients = [{ user_id: ownerId, channels: ['in_app', 'email'] }]
    await stand.addRule('Somebody comes', { recipients })
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  /** An alert, as if the one before it were long ago. */
  async function ring(): Promise<void> {
    const { database } = stand.world
    const [before] = await database.query<{ count: number }>('select count(*)::int as count from alerts')
    await database.query(`update alert_rule_cooldowns set last_fired_at = '2020-01-01'`)
    await database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)
    await stand.trigger()
    await expect
      .poll(
        async () => (await database.query<{ count: number }>('select count(*)::int as count from alerts'))[0],
      )
      .toEqual({ count: (before?.count ?? 0) + 1 })
  }

  const entries = (part: string) =>
    page.getByRole('region', { name: part, exact: true }).getByRole('listitem')
  const badge = (unread: number) => page.getByRole('button', { name: `Inbox, ${unread} not read` }).first()

  it('a notification comes by itself; the sheet over the page leads to its alert, which is then read', async () => {
    page = await stand.enter('/live')
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    await ring()
    await badge(1).click()
    const sheet = page.getByRole('dialog', { name: 'Inbox' })
    await sheet.getByRole('link', { name: /Somebody comes/ }).waitFor()
    await keepScreen(page, 'inbox-sheet')
    await sheet.getByRole('link', { name: /Somebody comes/ }).click()
    await page.waitForURL('**/alerts/*')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Inbox', exact: true }).first().waitFor()
  })

  it('by keys: opens one that tells of several to its alerts, and marks all as read', async () => {
    await ring()
    page = await stand.enter('/inbox')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await entries('Not read').getByText('2 alerts').first().waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await page.getByRole('button', { name: 'Inbox', exact: true }).first().waitFor()
    await entries('Read')
      .getByRole('button', { name: /Somebody comes/ })
      .press('Enter')
    await expect.poll(() => page.getByRole('list', { name: '2 alerts' }).getByRole('link').count()).toBe(2)
    await keepScreen(page, 'inbox-digest')
    await page.getByRole('list', { name: '2 alerts' }).getByRole('link').first().press('Enter')
    await page.waitForURL('**/alerts/*')
  })

  it('two taps leave somebody alone until morning; what was held back is said; a press tells again', async () => {
    page = await stand.enter('/live')
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: /^Until 0?7:00/ }).click()
    await page.getByText('You are left alone.', { exact: true }).waitFor()
    await ring()
    await page
      .getByRole('button', { name: /^Inbox/ })
      .first()
      .click()
    await page.getByText(/^You are left alone until 0?7:00/).waitFor()
    await page.getByText('No e-mail: you wanted to be left alone.').first().waitFor()
    await keepScreen(page, 'inbox-left-alone')
    await page.getByRole('button', { name: 'Tell me again' }).press('Enter')
    await page.getByText('You are told again.').waitFor()
    await expect
      .poll(async () => (await stand.world.api.get('/api/v1/auth/me')).body.preferences)
      .not.toHaveProperty('notifications_paused_until')
  })

  it('an inbox that cannot be read says so, and is read by a press', async () => {
    page = await stand.enter('/live')
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    await page.route('**/api/v1/notifications?*', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'no' } } }),
    )
    await pressBoth(page, 'g', 'i')
    await page.getByText('The inbox could not be read.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/v1/notifications?*')
    const dialog = page.getByRole('dialog')
    await pressTryAgain(dialog, dialog.getByRole('listitem').first())
  })

  it('who was told of nothing reads so', async () => {
    const vera = await stand.addUser({ email: 'vera@example.com', name: 'Vera', role: 'viewer' })
    page = await stand.enter('/inbox', vera)
    await page.getByText('Nothing is in your inbox.').waitFor()
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    await stand.world.database.query('update notifications set read_at = null')
    page = await stand.enter('/inbox')
    await lookAt(page, look)
    await entries('Not read').first().waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `inbox-${look.width}-${look.theme}`)
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
