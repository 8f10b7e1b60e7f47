import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'

tellIfThereIsNone('console-rules.test.ts')

/** Movements of the past six days, one each fifty seconds. */
const pastEvents = 10_000

describe.skipIf(chromiumPath === undefined)('the rules of the console', () => {
  let stand: ConsoleStand
  let page: Page
  let rule = ''

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }, { name: 'Yard' }] })
    const [gate] = stand.cameras
    await stand.world.database.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       select org_id, gen_random_uuid(), id, site_id, 'motion', 'onvif', now() - make_interval(secs => 50 * n)
       from cameras, generate_series(1, ${pastEvents}) n where id = $1`,
      [gate?.id],
    )
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  const stored = async () => (await stand.world.api.get(`/api/v1/alert-rules/${rule}`)).body
  const sentence = () => page.getByRole('textbox', { name: 'Tell me about' })
  const said = (what: string) => page.locator(`[data-said=${what}]`)

  it('a sentence is read, tried on ten thousand events in parts, and becomes a rule that judges', async () => {
    page = await stand.enter('/rules')
    await page.getByText('There is no rule yet.').waitFor()
    await page.getByRole('link', { name: 'New rule' }).first().click()
    const parts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/test-compiled') && response.ok())
        // The page may be gone before the last of them is read.
        parts.push(
          response.json().then(
            ({ scanned }) => Number(scanned),
            () => Number.NaN,
          ),
        )
    })
    await sentence().fill('motion at Gate between 20:00 and 06:00 by our own staff')
    await page.getByRole('button', { name: 'between 20:00 and 06:00' }).waitFor()
    await page.getByRole('button', { name: 'at Gate' }).waitFor()
    expect(await said('condition').allTextContents()).toEqual(['motion', 'Gate', 'between 20:00 and 06:00'])
    expect((await said('unexpressed').allTextContents()).join(' ')).toContain('staff')
    await page.getByText(/^Not in the rule: “.*staff”$/).waitFor()
    await page.getByText('Common sentences are understood without a model').waitFor()
    // The first part is shown while the others are looked at, and the page takes what is typed meanwhile.
    await page.getByRole('listitem').filter({ hasText: 'Gate' }).first().waitFor()
    await page.getByText('10,000 events looked at, nobody was told').waitFor()
    // The first is small, so that something is seen soon; the next are larger, as far as the service gets in its time.
    const [first = 0, second = 0] = await Promise.all(parts.slice(0, 2))
    expect(first).toBe(250)
    expect(second).toBeGreaterThan(250)
    expect(second).toBeLessThanOrEqual(2000)
    await page.getByRole('button', { name: /^“between .*” instead$|^Without “between/ }).waitFor()
    for (const look of looks) {
      await lookAt(page, look)
      expect(await violationsOn(page)).toEqual([])
      await keepScreen(page, `rule-new-${look.width}-${look.theme}`)
    }
    await lookAt(page, { width: 1280, height: 800, theme: 'dark' })
    await page.getByRole('button', { name: /^All \d/ }).scrollIntoViewIfNeeded()
    await keepScreen(page, 'rule-tried')
    await page.getByLabel('Name of the rule').fill('Delivery after dark')
    await page.getByRole('button', { name: 'Make the rule' }).click()
    await page.getByText('Version 1 is active').waitFor()
    rule = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await stored()).toMatchObject({
      name: 'Delivery after dark',
      enabled: true,
      active_sentence: 'motion at Gate between 20:00 and 06:00 by our own staff',
    })
    await page.getByText('No mail server is set: nobody gets an e-mail of this rule.').waitFor()
  })

  it('by keys a condition is changed, the version that has it judges, and going back is activating the first', async () => {
    page = await stand.enter(`/rules/${rule}`)
    await page.getByRole('button', { name: 'between 20:00 and 06:00' }).press('Enter')
    await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('19:30')
    await page.keyboard.press('Escape')
    // What closes gives the focus back, also to take it from what is pressed next.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('2 · draft, not judging').waitFor()
    await page.getByRole('button', { name: 'between 19:30 and 06:00' }).waitFor()
    await page.getByRole('button', { name: 'Activate version 2', disabled: false }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^It would have told \d+ times in 7 days in place of \d+\.$/).waitFor()
    await dialog.getByText('between 19:30 and 06:00').waitFor()
    await keepScreen(page, 'rule-activate')
    expect(await violationsOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Activate', exact: true }).press('Enter')
    await page.getByText('Version 2 is active').waitFor()
    await page.getByRole('link', { name: /^1/ }).click()
    await page.getByText('Compared with version 2, which is active').waitFor()
    await keepScreen(page, 'rule-version')
    await page.getByRole('button', { name: 'Activate version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
    await page.getByText('Version 1 is active').waitFor()
  })

  it('of two who change the same rule the second is told, sees what is otherwise, and may go on', async () => {
    page = await stand.enter(`/rules/${rule}`)
    await page.getByLabel('Not again at this camera for').waitFor()
    await page.getByText('10,000 events looked at, nobody was told').waitFor()
    await stand.world.api.patch(`/api/v1/alert-rules/${rule}`, { severity: 'high' })
    await page.getByLabel('Not again at this camera for').selectOption('900')
    const told = page.getByRole('alert').filter({ hasText: 'Somebody else changed this rule' })
    await told.getByText('Severity:').waitFor()
    expect(await told.textContent()).toContain('Medium → High')
    expect(await stored()).toMatchObject({ severity: 'high', cooldown_sec: 300 })
    await keepScreen(page, 'rule-changed-meanwhile')
    expect(await violationsOn(page)).toEqual([])
    await told.getByRole('button', { name: 'Make my change all the same' }).click()
    await expect.poll(async () => (await stored()).cooldown_sec).toBe(900)
    expect(await stored()).toMatchObject({ severity: 'high' })
    // The page knows it a moment after the service does.
    await page.getByText('The rule is changed.').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored()).cooldown_sec).toBe(300)
  })

  it('a rule of outages is made without a sentence, renamed, switched off and deleted', async () => {
    page = await stand.enter('/rules/new')
    await page.getByRole('radio', { name: 'A camera or a gateway that is off line' }).check()
    await page.getByLabel('Name of the rule').fill('ab')
    await page.getByRole('button', { name: 'Make the rule' }).click()
    await page.getByText('Give it a name of 3 to 100 characters.').waitFor()
    // Without one it is called after what it tells of. On a phone the button is at the foot.
    await page.getByLabel('Name of the rule').fill('')
    await lookAt(page, { width: 360, height: 740, theme: 'light' })
    await keepScreen(page, 'rule-new-outage-360')
    await page.getByRole('button', { name: 'Make the rule' }).click()
    await page.getByRole('heading', { name: 'A camera is off line', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    await page.getByRole('button', { name: 'Delete the rule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the rule' }).click()
    await page.getByText('1 rule').waitFor()
    expect(await page.getByText('A camera is off line').count()).toBe(0)
  })

  it('what is no big deal is set, and who was told is read, by which setting', async () => {
    const atOnce = await stand.addRule('Everything', {
      recipients: [
        { user_id: (await stand.world.api.get('/api/v1/auth/me')).body.id, channels: ['in_app', 'email'] },
      ],
    })
    await stand.trigger()
    page = await stand.enter(`/rules/quiet?rule=${atOnce}`)
    await page.getByLabel('No repeats within').selectOption('1800')
    await page.getByLabel(/^Never with these tags/).fill('cat, fox')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const knobs = (await stand.world.api.get(`/api/v1/alert-rules/${atOnce}/nbd`)).body
    expect(knobs).toMatchObject({ repeat_window_sec: 1800, suppressed_tags: ['cat', 'fox'] })
    await keepScreen(page, 'rules-quiet')
    expect(await violationsOn(page)).toEqual([])
    const gate = stand.cameras[0]?.id ?? ''
    const override = async () => (await stand.world.api.get(`/api/v1/cameras/${gate}/nbd-override`)).body
    await page.goto(`${stand.world.cloud.url}/rules/quiet?camera=${gate}`)
    await page.getByRole('heading', { name: 'No big deal at Gate' }).waitFor()
    await page.getByLabel('Tell only from').selectOption('high')
    await expect.poll(override).toEqual({ min_severity: 'high' })
    await page.getByLabel('Never in these hours: a list of its own here').check()
    await page.getByRole('button', { name: 'Add hours' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await override()).quiet_hours).toHaveLength(1)
    await keepScreen(page, 'rules-quiet-camera')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'As the rules have it' }).click()
    await expect.poll(override).toEqual({})
    // The page knows it a moment after the service does.
    await page.getByRole('button', { name: 'As the rules have it' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await override()).min_severity).toBe('high')
    await stand.world.api.delete(`/api/v1/cameras/${gate}/nbd-override`)
    await page.goto(`${stand.world.cloud.url}/rules/told?rule=${atOnce}`)
    const group = page.getByRole('listitem').filter({ hasText: 'Everything' }).first()
    await group.getByText(/told/).first().click()
    await group.getByText(/SMTP_URL \(the service\)/).waitFor()
    await keepScreen(page, 'rules-told')
    expect(await violationsOn(page)).toEqual([])
  })

  it('the list says of each rule of what it tells, at every width and in both themes', async () => {
    page = await stand.enter('/live')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByText('motion at Gate between 20:00 and 06:00 by our own staff').waitFor()
    await page.getByText('Every event, at once').waitFor()
    for (const look of looks) {
      await lookAt(page, look)
      expect(await violationsOn(page)).toEqual([])
      await keepScreen(page, `rules-${look.width}-${look.theme}`)
    }
    await stand.world.api.patch('/api/v1/alert-rules/budget', { daily_limit: 1 })
    await stand.world.database.query(
      `update judge_budgets set used = 1, day = (select (now() at time zone timezone)::date::text from organisations limit 1)`,
    )
    await page.reload()
    await page.getByText(/^All 1 questions to the judge are used today\. It is asked again from/).waitFor()
    await page.goto(`${stand.world.cloud.url}/rules/${rule}`)
    await page.getByText('10,001 events looked at, nobody was told').waitFor()
    for (const look of looks) {
      await lookAt(page, look)
      expect(await violationsOn(page)).toEqual([])
      await keepScreen(page, `rule-${look.width}-${look.theme}`)
    }
  })

  it('who may only look sees the conditions and changes nothing', async () => {
    const viewer = await stand.addUser({ email: 'viewer@example.com', name: 'Vera', role: 'viewer' })
    page = await stand.enter(`/rules/${rule}`, viewer)
    await page.getByText('between 20:00 and 06:00', { exact: true }).waitFor()
    await page.getByText('Every camera').waitFor()
    for (const role of ['combobox', 'checkbox', 'textbox'] as const)
      expect(await page.getByRole('main').getByRole(role).count()).toBe(0)
    await keepScreen(page, 'rule-viewer')
    await page.goto(`${stand.world.cloud.url}/rules/new`)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })
})
