import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { inviteUser } from '../harness/console-stand.js'
import { startWorld, type World } from '../harness/index.js'
import { SignedIn } from '../harness/signed-in.js'

tellIfThereIsNone('console-health.test.ts')

describe.skipIf(chromiumPath === undefined)('pairing and health in the console', () => {
  let world: World
  let chromium: Chromium
  let people: SignedIn
  let page: Page
  let gatewayId: string

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: 'Gate' }] })
    chromium = await startChromium(['--lang=en-GB'])
    people = new SignedIn(chromium, world.cloud.url)
  })
  afterEach(() => people.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  const main = () => page.getByRole('main')

  async function lookEverywhere(name: string): Promise<void> {
    for (const look of looks) {
      await lookAt(page, look)
      await keepScreen(page, `${name}-${look.width}-${look.theme}`)
      expect(await violationsOn(page), `${name} at ${look.width}, ${look.theme}`).toEqual([])
    }
    await lookAt(page, { width: 1280, height: 800, theme: 'dark' })
  }

  /** The code as its tiles are read out. */
  async function codeShown(): Promise<string> {
    const tiles = page.getByRole('img', { name: /^Pairing code/ })
    const label = (await tiles.getAttribute('aria-label')) ?? ''
    return label.replace('Pairing code: ', '').replaceAll(/[ ,]/g, '')
  }

  it('leads from an empty wall to a gateway that is on line, by itself, over a reload and a code that is over', async () => {
    page = await people.open('/live', world.owner)
    await main().getByRole('link', { name: 'Pair a gateway' }).click()
    await page.getByRole('button', { name: 'Make the code' }).click()
    await page.getByText('It needs a name.').waitFor()
    await page.getByLabel('Name').fill('Store <b>gateway</b>')
    await lookEverywhere('pairing-form')
    await page.getByLabel('Name').press('Enter')
    const first = await codeShown()
    expect(first).toMatch(/^[2-9A-Z]{6}$/)
    await page.getByText('It becomes Store <b>gateway</b> of').waitFor()
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^Good for 9\smin \d+\ss, once$/)
    const typed = `sudo agent pair ${first.slice(0, 3)}-${first.slice(3)} --cloud ${world.cloud.url}`
    expect(await page.getByLabel('The command').textContent()).toBe(typed)
    await page.getByRole('button', { name: 'To my phone' }).click()
    await page.getByRole('img', { name: 'The command for another device' }).waitFor()
    await page.keyboard.press('Escape')
    await lookEverywhere('pairing')

    // Its time is over while the tab was closed.
    await page.evaluate(`{
      const name = 'sightline.pairing-code'
      const kept = JSON.parse(sessionStorage.getItem(name))
      sessionStorage.setItem(name, JSON.stringify({ ...kept, endsAtMs: Date.now() - 1000 }))
    }`)
    await page.reload()
    await page.getByText('This code is over').waitFor()
    expect(await codeShown()).toBe(first)
    await keepScreen(page, 'pairing-over')
    await page.getByRole('button', { name: 'Make a new code' }).click()
    await expect.poll(codeShown).not.toBe(first)
    const gateways = (await world.api.get('/api/v1/gateways')).body.data
    expect(gateways).toHaveLength(1)
    gatewayId = String(gateways[0].id)

    const agent = await world.pairAgentBy({ id: gatewayId, code: await codeShown() })
    // The code is used, and nothing happens before the program runs.
    await page.getByText('sudo agent service install').waitFor()
    await page.getByRole('heading', { name: 'Now start its program there' }).waitFor()
    expect(await page.getByRole('img', { name: /^Pairing code/ }).count()).toBe(0)
    await keepScreen(page, 'pairing-to-start')
    agent.run()
    const told = page.getByRole('heading', { name: 'Store <b>gateway</b> is on line' })
    await told.waitFor()
    await page.locator('h2:focus', { hasText: 'is on line' }).waitFor()
    const add = page.getByRole('link', { name: /Add/ })
    expect(await add.getAttribute('href')).toBe(`/cameras/add?gateway=${gatewayId}`)
    // It looks around by itself.
    await page.getByText(/^No camera answered on its network|cameras? found\. Add/).waitFor()
    await lookEverywhere('paired')
    await world.untilGateway(agent, 'online')
    const camera = await world.addCamera(agent)
    await world.untilCamera(camera.id, 'online')
  })

  it('tells over all sites what needs somebody, and says so anew without being asked', async () => {
    const me = (await world.api.get('/api/v1/auth/me')).body
    const [corridor] = await world.database.query<{ id: string }>(
      `insert into cameras (org_id, id, site_id, gateway_id, name, type, status, observed_status, status_cause)
       values ($1, gen_random_uuid(), $2, $3, 'Corridor', 'rtsp', 'error', 'error', 'auth') returning id`,
      [me.org_id, world.siteId, gatewayId],
    )
    await world.database.query(
      `insert into camera_outages (org_id, camera_id, site_id, start_at, end_at)
       values ($1, $2, $3, now() - interval '9 h', now() - interval '8 h')`,
      [me.org_id, corridor?.id, world.siteId],
    )
    page = await people.open('/events', world.owner)
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    await page.getByRole('img', { name: '1 need somebody' }).first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    const row = page.getByRole('region', { name: 'Cameras that need somebody' }).getByRole('listitem')
    await row.getByText('Corridor').waitFor()
    const mend = row.getByRole('link', { name: 'Password: Corridor' })
    expect(await mend.getAttribute('href')).toBe(`/cameras/${corridor?.id}/settings`)
    await row.getByRole('img', { name: /^Off line 2 times in the last 24 hours/ }).waitFor()

    const card = page.getByRole('article', { name: 'Store <b>gateway</b>' })
    await card.getByText('On line').waitFor()
    await card.getByText(/of \d+\sGB/).waitFor()
    await page.getByRole('button', { name: 'Show them' }).click()
    await page.getByRole('region', { name: 'Fine' }).getByRole('link', { name: 'Gate' }).waitFor()
    await lookEverywhere('health')

    // It keeps what it measured: an hour ago it was at rest.
    await world.database.query(
      `insert into gateway_history (org_id, gateway_id, place, at, cpu_percent, waiting_mb)
       select $1, $2, (extract(epoch from at) / 300)::bigint % 576, at, 12, 0 from (
         select date_bin('5 minutes', now(), 'epoch'::timestamptz) - ago * interval '5 minutes' as at
         from generate_series(1, 12) as ago) as times
       on conflict do nothing`,
      [me.org_id, gatewayId],
    )
    // Clips that wait come late, and the service says so.
    const isTold = async () => {
      // The gateway itself reports again and again that nothing waits.
      await world.database.query(
        `update gateway_telemetry set waiting_clips = 214, waiting_mb = 4200, upstream_mbps = 3.4, reported_at = now(),
           waiting_oldest_at = now() - interval '160 min' where gateway_id = $1`,
        [gatewayId],
      )
      return (await card.getByText('Falls behind').count()) + (await card.getByText('214 clips').count())
    }
    await expect.poll(isTold, { timeout: 30_000 }).toBe(2)
    await keepScreen(page, 'health-behind')
  })

  it('says the same to a viewer, who changes nothing of it', async () => {
    const viewer = await inviteUser(world, chromium, {
      email: 'vera@example.test',
      name: 'Vera',
      role: 'viewer',
    })
    page = await people.open('/health', viewer)
    const card = page.getByRole('article', { name: 'Store <b>gateway</b>' })
    const row = page.getByRole('region', { name: 'Cameras that need somebody' }).getByRole('listitem')
    await row.getByText('The camera does not accept the user name or the password.').waitFor()
    expect(await row.getByRole('link', { name: 'Find out: Corridor' }).getAttribute('href')).toMatch(
      /health$/,
    )
    expect(await page.getByRole('link', { name: 'Pair a gateway' }).count()).toBe(0)
    await card.getByRole('link').click()
    // Two points make a line; the machine has reported since a while.
    await page.getByRole('img', { name: /^In the last two days at most \d+\s%$/ }).waitFor()
    await page.getByRole('heading', { name: 'Particulars' }).waitFor()
    expect(
      await main()
        .getByRole('button', { name: /Save|Delete|Switch|Open it|Close it/ })
        .count(),
    ).toBe(0)
    await page.goto(`${world.cloud.url}/gateways/pair`)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('no more than five codes are open; one is given up, and another can be made', async () => {
    const made: string[] = []
    // The first of this file may be open still.
    for (let status = 201; status === 201; ) {
      const name = `Shop ${made.length + 1}`
      const body = { name, site_id: world.siteId }
      status = (await world.api.post('/api/v1/gateways/generate-pairing-code', body)).status
      if (status === 201) made.push(name)
    }
    expect([4, 5]).toContain(made.length)
    page = await people.open('/gateways/pair', world.owner)
    const open = page.getByRole('region', { name: 'Waiting for their machine' })
    const make = page.getByRole('button', { name: 'Make the code' })
    await page.getByLabel('Name').fill('One more')
    await make.click({ force: true })
    await page.getByText('Five codes are open').waitFor()
    await expect.poll(() => open.getByRole('listitem').count()).toBe(made.length)
    expect(await page.getByText('Too many requests').count()).toBe(0)
    await keepScreen(page, 'pairing-full')
    await open.getByRole('button', { name: 'Give up Shop 3' }).click()
    await open.getByText('Shop 3').waitFor({ state: 'detached' })
    await make.click()
    expect(await codeShown()).toMatch(/^[2-9A-Z]{6}$/)
  })

  it('is renamed, opened for adding cameras, and not deleted while it has cameras', async () => {
    page = await people.open(`/gateways/${gatewayId}`, world.owner)
    await page.getByRole('heading', { name: 'Store <b>gateway</b>', level: 1 }).waitFor()
    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It needs a name.').waitFor()
    await page.getByLabel('Name').fill('Back room')
    await page.getByLabel('Name').press('Enter')
    await page.getByText('Saved.').waitFor()
    await page.getByRole('heading', { name: 'Back room', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Close it now' }).click()
    await page.getByText('Closed.').waitFor()
    await page.getByRole('button', { name: 'Open it for 24 hours' }).click()
    await page.getByText(/^Open until/).waitFor()
    await lookEverywhere('gateway')
    await page.getByRole('button', { name: 'Delete the gateway' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Back room?' })
    await dialog.getByText(/^It has 2 cameras/).waitFor()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('link', { name: 'Replace the machine' }).click()
    await page.getByRole('heading', { name: 'Back room', level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Make the code' }).waitFor()

    await page.goto(`${world.cloud.url}/gateways/${crypto.randomUUID()}`)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })
})
