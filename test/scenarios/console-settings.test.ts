import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, pressTryAgain } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'

tellIfThereIsNone('console-settings.test.ts')

describe.skipIf(chromiumPath === undefined)('the settings of the console', () => {
  let stand: ConsoleStand
  let page: Page
  let orgId: string
  let ownerId: string

  beforeAll(async () => {
    stand = await startConsole({ cameras: [] })
    const me = (await stand.world.api.get('/api/v1/auth/me')).body
    orgId = String(me.org_id)
    ownerId = String(me.id)
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const organisation = async () => (await stand.world.api.get('/api/v1/organisation')).body

  /** Goes to another address of the console, without loading it anew. */
  const goTo = (path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

  /** As many people more, of whom nobody was ever here. */
  const addPeople = (count: number) =>
    stand.world.database.query(
      `with made as (
         insert into users (org_id, id, email, display_name, role)
         select $1, gen_random_uuid(), 'person' || n || '@example.com', 'Person ' || lpad(n::text, 4, '0'), 'operator'
         from generate_series(1, $2::int) as n
         returning org_id, id, email)
       insert into user_email_lookup (email, org_id, user_id) select email, org_id, id from made`,
      [orgId, count],
    )

  it('G S leads there; the sections stand at the left, on phones as a page of their own', async () => {
    page = await stand.enter('/alerts')
    await heading('Alerts').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await heading('Organisation').waitFor()
    const list = page.getByRole('navigation', { name: 'Sections of the settings' })
    await list.getByRole('link', { name: 'Users' }).click()
    await heading('Users').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await heading('Settings').waitFor()
    await keepScreen(page, 'settings-360')
    await list.getByRole('link', { name: /^Sites/ }).click()
    await heading('Sites').waitFor()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await heading('Settings').waitFor()
  })

  it('the organisation is renamed; a shorter time says what it deletes before it is saved', async () => {
    const { cameraId, siteId } = await stand.world.database
      .query<{ camera_id: string; site_id: string }>(
        `insert into cameras (org_id, id, site_id, gateway_id, name, type, connection_mode)
         select org_id, gen_random_uuid(), site_id, id, 'Old gate', 'rtsp', 'gateway' from gateways
         returning id as camera_id, site_id`,
      )
      .then(([row]) => ({ cameraId: row?.camera_id, siteId: row?.site_id }))
    await stand.world.database.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, received_at, triggered_at, clip_status)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - interval '20 days', now() - interval '20 days', 'ready'
       from generate_series(1, 3)`,
      [orgId, cameraId, siteId],
    )
    page = await stand.enter('/settings/organisation')
    const name = section('Name and time').getByLabel('Name', { exact: true })
    await name.fill(' ')
    await page.getByText('A name has 1 to 100 characters.').waitFor()
    await name.fill('Harbour Ltd')
    await name.press('Enter')
    await section('Name and time').getByText('Saved.').waitFor()
    expect(await organisation()).toMatchObject({ name: 'Harbour Ltd' })

    const keeping = section('How long things are kept')
    await keeping.getByLabel('Clips, days').fill('7')
    await keeping.getByText('Deletes 3 clips tonight. They cannot be brought back.').waitFor()
    await keepScreen(page, 'settings-organisation-deletes')
    await keeping.getByRole('button', { name: 'Save' }).click()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(await organisation()).toMatchObject({ clip_retention_days: 30 })
    await keeping.getByRole('button', { name: 'Save' }).click()
    await dialog().getByRole('button', { name: 'Save and delete' }).click()
    await keeping.getByText('Saved.').waitFor()
    expect(await organisation()).toMatchObject({ clip_retention_days: 7 })
  })

  it('a second factor is asked of everybody by a press, and by Ctrl Z of nobody again', async () => {
    page = await stand.enter('/settings/organisation')
    await section('Signing in').getByText('1 person has none yet.').waitFor()
    await page.getByLabel('Everybody needs a second factor').click()
    await page.getByText('A second factor is asked of everybody.').waitFor()
    expect(await organisation()).toMatchObject({ require_second_factor: true })
    await heading('Organisation').click()
    await page.keyboard.press('Control+z')
    await expect.poll(organisation).toMatchObject({ require_second_factor: false })
  })

  it('a site is added, named anew, kept while something stands there, and deleted', async () => {
    page = await stand.enter('/sites')
    await page.getByRole('list', { name: 'Sites' }).getByRole('link').first().waitFor()
    // Its address is another, and it belongs to the settings.
    await page
      .locator('nav a[href^="/settings"][aria-current=page]')
      .filter({ hasText: 'Settings' })
      .waitFor()
    await button('Add a site').click()
    await dialog().getByRole('button', { name: 'Add a site' }).click()
    await dialog().getByText('A name has 1 to 100 characters.').waitFor()
    await dialog().getByLabel('Name', { exact: true }).fill('North depot')
    await dialog().getByLabel('Time zone').selectOption('Europe/Lisbon')
    await dialog().getByLabel('Name', { exact: true }).press('Enter')
    await heading('North depot').waitFor()
    await page.getByLabel('Address').fill('Pier 4')
    await button('Save').and(page.locator(':enabled')).waitFor()
    // Who goes away before it is saved is asked.
    await page.locator('nav a[href="/alerts"]').first().click()
    await dialog().getByText('What you changed here is not saved yet.').waitFor()
    await dialog().getByRole('button', { name: 'Stay' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await page.getByLabel('Address').inputValue()).toBe('Pier 4')
    await button('Save').click()
    await section('About this site').getByText('Saved.').waitFor()
    const site = (await stand.world.api.get(new URL(page.url()).pathname.replace('/sites', '/api/v1/sites')))
      .body
    expect(site).toMatchObject({ name: 'North depot', timezone: 'Europe/Lisbon', address: 'Pier 4' })

    await button('Delete the site').click()
    await dialog().getByRole('button', { name: 'Delete the site' }).click()
    await heading('Sites').waitFor()
    await page.getByText('North depot is deleted.').waitFor()
    await page.getByRole('list', { name: 'Sites' }).getByRole('link').first().click()
    await section('Gateways').getByRole('listitem').first().waitFor()
    await button('Delete the site').click()
    await dialog().getByRole('button', { name: 'Delete the site' }).click()
    await dialog()
      .getByText(/they keep it/)
      .waitFor()
  })

  it('somebody is invited by a link that is handed over, as a viewer of a site', async () => {
    page = await stand.enter('/settings/users')
    await button('Invite somebody').click()
    await dialog().getByLabel('E-mail').fill('vera@example.com')
    await dialog().getByLabel('Name', { exact: true }).fill('Vera')
    await dialog().getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog().getByText('A viewer needs at least one site.').waitFor()
    await dialog()
      .getByRole('group', { name: /^Sites/ })
      .getByRole('checkbox')
      .first()
      .check()
    await dialog().getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await dialog().getByLabel('Link').inputValue()
    await keepScreen(page, 'settings-invited')
    const token = new URL(link).searchParams.get('token')
    const set = { token, new_password: 'Correct-Horse-7' }
    expect((await stand.world.api.post('/api/v1/auth/reset-password', set)).status).toBe(200)
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: /Vera/ }).waitFor()

    // The same address again.
    await button('Invite somebody').click()
    await dialog().getByLabel('E-mail').fill('vera@example.com')
    await dialog().getByLabel('Name', { exact: true }).fill('Vera again')
    await dialog().getByLabel('Role').selectOption('operator')
    await dialog().getByLabel('Name', { exact: true }).press('Enter')
    await dialog().getByText('This address already has an account here.').waitFor()
  })

  it('of a thousand people one is found by words, and given another role', async () => {
    await addPeople(1000)
    page = await stand.enter('/settings/users')
    await page.getByText('1,002 users').waitFor()
    expect(await page.getByRole('list', { name: 'Users' }).getByRole('listitem').count()).toBeLessThan(60)
    await page.keyboard.press('/')
    await page.keyboard.type('person 0777')
    await page.getByText('1 of 1,002 users').waitFor()
    // Hands may be faster than the address, which has the words after them.
    await page.keyboard.press('Control+a')
    await page.evaluate(
      "for (const letter of 'person 0777') document.execCommand('insertText', false, letter)",
    )
    expect(await page.getByRole('searchbox').inputValue()).toBe('person 0777')
    await page.getByText('1 of 1,002 users').waitFor()
    await page
      .getByRole('link', { name: /Person 0777/ })
      .getByText('no second factor')
      .waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('person 0777')
    await heading('Users').click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading('Person 0777').waitFor()
    await page.getByLabel('Role').selectOption('admin')
    await section('Who this is').getByRole('button', { name: 'Save' }).click()
    await section('Who this is').getByText('Saved.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const user = async () => (await stand.world.api.get(`/api/v1/users/${id}`)).body
    expect(await user()).toMatchObject({ role: 'admin', last_seen_at: null })

    await button('Switch off').click()
    await dialog().getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Person 0777 is switched off.').waitFor()
    expect(await user()).toMatchObject({ enabled: false })
    await button('Switch on').click()
    await expect.poll(user).toMatchObject({ enabled: true })
  })

  it('the only owner is locked, and says why; an address of nobody shows nothing', async () => {
    page = await stand.enter(`/settings/users/${ownerId}`)
    await section('Who this is').getByText('This is the only owner', { exact: false }).waitFor()
    expect(await page.getByLabel('Role').isDisabled()).toBe(true)
    expect(await button('Switch off').count()).toBe(0)
    await section('Where they are signed in').getByRole('listitem').first().waitFor()
    await goTo(`/settings/users/${orgId}`)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('a key is shown once and stays until it is kept; another voids it', async () => {
    page = await stand.enter('/settings/keys')
    await button('Make a key').click()
    await dialog().getByLabel('Name of the program').fill('Importer')
    await dialog().getByLabel('Role').selectOption('operator')
    await dialog().getByLabel('Name of the program').press('Enter')
    const key = page.getByRole('dialog', { name: 'The key of Importer' })
    const first = await key.getByLabel('Key', { exact: true }).inputValue()
    await keepScreen(page, 'settings-key')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await key.getByText('Keep the key first').waitFor()
    await key.getByLabel('I have kept the key').check()
    await key.getByRole('button', { name: 'Done' }).click()
    await key.waitFor({ state: 'detached' })
    const status = async (secret: string) =>
      (
        await fetch(`${stand.world.cloud.url}/api/v1/sites`, {
          headers: { authorization: `Bearer ${secret}` },
        })
      ).status
    expect(await status(first)).toBe(200)

    await button('New key').click()
    await dialog().getByRole('button', { name: 'New key' }).click()
    const second = await key.getByLabel('Key', { exact: true }).inputValue()
    await key.getByLabel('I have kept the key').check()
    await key.getByRole('button', { name: 'Done' }).click()
    expect([await status(first), await status(second)]).toEqual([401, 200])
    await button('Switch off').click()
    await dialog().getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Switched off: 1').waitFor()
    expect(await status(second)).toBe(401)
  })

  it('the audit says each deed as a sentence, is filtered by the address, and saved as a table', async () => {
    page = await stand.enter('/settings/audit?action=service_account.key_rotated')
    const deed = page.getByRole('listitem').filter({ hasText: 'made a new key for Importer' })
    await deed.locator('summary').click()
    await deed.getByText('service_account.key_rotated').waitFor()
    await button('Only: service_account.key_rotated').click()
    await page.getByText('failed to sign in').or(page.getByText('invited Vera')).first().waitFor()
    await page.getByLabel('To what').selectOption('site')
    await page.waitForURL('**/settings/audit?on=site')
    // The address is there before what it has shown.
    await page.getByText('invited Vera').waitFor({ state: 'detached' })
    await page.getByText('deleted North depot').waitFor()
    expect(await page.getByText('invited Vera').count()).toBe(0)
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save as a table').click()])
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const table = await readFile(await download.path(), 'utf8')
    expect(table).toContain('deleted North depot')
    expect(table).not.toContain('invited Vera')
  })

  it('who may change nothing is not led there, and finds nothing', async () => {
    const vera = { email: 'vera@example.com', password: 'Correct-Horse-7' }
    page = await stand.enter('/settings/users', vera)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })

  it('what cannot be read says so, and is read by a press', async () => {
    page = await stand.enter('/settings/organisation', undefined, (made) =>
      made.route('**/api/v1/organisation', (route) =>
        route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'no' } } }),
      ),
    )
    await page.getByText('This could not be read.').waitFor()
    await page.unroute('**/api/v1/organisation')
    await pressTryAgain(page, section('Storage'))
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
