import { freePort } from '@sightline/protocol/testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CameraOptions, type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { until } from '../harness/index.js'
import type { Account } from '../harness/signed-in.js'

tellIfThereIsNone('console-add-camera.test.ts')

describe.skipIf(chromiumPath === undefined)('adding cameras in the console', () => {
  let stand: ConsoleStand
  let installer: Account
  let page: Page
  const cameras: FakeCamera[] = []

  const camera = async (last: number, options: CameraOptions): Promise<FakeCamera> => {
    const made = await startCamera({ host: `127.0.0.${last}`, wsDiscovery: true, ...options })
    cameras.push(made)
    return made
  }
  const named = (name: string): FakeCamera => {
    const found = cameras.find(({ options }) => options.name === name)
    if (!found) throw new Error(`no camera ${name}`)
    return found
  }

  beforeAll(async () => {
    stand = await startConsole({ cameras: [] })
    await Promise.all([
      camera(51, { name: 'Gate east', model: 'AXIS P3265-LVE' }),
      camera(52, { name: 'Yard' }),
      camera(53, { name: 'Old one', faults: { jpegOnly: true } }),
      camera(54, { name: 'Canteen', challenges: [], onvifLogins: [] }),
    ])
    stand.world.startRelay()
    installer = await stand.addUser({ email: 'ines@example.com', name: 'Ines', role: 'operator' })
    await scan(['127.0.0.48/29'])
  })
  afterEach(() => stand.chromium.forget())
  afterAll(async () => {
    for (const one of cameras) await one.close()
    await stand?.close()
  })

  const gatewayId = () => stand.world.agents[0]?.gatewayId ?? ''
  /** What the gateway found is there when this resolves. */
  async function scan(targets: readonly string[]): Promise<void> {
    const path = `/api/v1/gateways/${gatewayId()}/commissioning`
    const begun = await stand.world.api.post(path, { scan: true, targets })
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    await until('the scan is over', async () => {
      const { body } = await stand.world.api.get(path)
      return body.scanning === false && body.data.length === 4
    })
  }

  const enter = async (path: string) => {
    page = await stand.enter(path, installer)
  }
  const choose = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const account = async ({ options }: FakeCamera, password = options.credentials.password) => {
    await page.getByLabel('User name at the camera').fill(options.credentials.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
  }
  const picture = (name: string) => page.getByRole('img', { name: `Picture of ${name}, not saved yet` })
  const widthOf = (name: string) =>
    picture(name).evaluate((image: { naturalWidth?: number }) => image.naturalWidth ?? 0)
  const cameraNames = async (): Promise<string[]> => {
    const { body } = await stand.world.api.get('/api/v1/cameras')
    return body.data.map((one: { name: string }) => one.name)
  }
  /** As if another tab were in front. */
  const hide = (isHidden: boolean) =>
    page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', {
        configurable: true, get: () => '${isHidden ? 'hidden' : 'visible'}' })
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
  const look = async (name: string) => {
    for (const one of looks) {
      await lookAt(page, one)
      await expect
        .poll(() => violationsOn(page), { message: `${name} ${one.width} ${one.theme}` })
        .toEqual([])
      await keepScreen(page, `add-camera-${name}-${one.width}-${one.theme}`)
    }
  }

  it('a refused password waits for somebody, says the remedy of the make, and outlives a reload alone', async () => {
    const gate = named('Gate east')
    await enter('/cameras')
    // A scan that is under way knows less of a device: what it says later is taken over, but for what was typed.
    await page.route('**/commissioning', async (route) => {
      const early = (await (await route.fetch()).text()).replaceAll('"Gate east"', '"Gate east 51640C"')
      await route.fulfill({ contentType: 'application/json', body: early })
    })
    await page.getByRole('link', { name: 'Add cameras' }).first().click()
    await choose('Gate east 51640C')
    await account(gate, 'canary-wrong')
    const name = page.getByLabel('Name', { exact: true })
    await expect.poll(() => name.inputValue()).toBe('Gate east 51640C')
    // A handler that still waits for its answer would answer a route that is none any more.
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate(`dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))`)
    await expect.poll(() => name.inputValue()).toBe('Gate east')
    expect(await page.getByLabel('User name at the camera').inputValue()).toBe('admin')
    await page.getByLabel('Name', { exact: true }).fill('East gate')
    expect(gate.counters.credentialsFailed).toBe(0)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByText('At an Axis, ONVIF has its own accounts').waitFor()
    await page.getByText('The camera did not accept it.').waitFor()
    const tries = gate.counters.credentialsFailed
    expect(tries).toBeGreaterThan(0)
    await look('refused')
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.toContain(
      'canary-wrong',
    )
    await page.reload()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('East gate')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(gate.counters.credentialsFailed).toBe(tries)
    expect(await cameraNames()).toEqual([])
  })

  it('its picture is seen before anything is saved; then it is added, and the next one is there', async () => {
    await enter(`/cameras/add?gateway=${gatewayId()}`)
    await choose('Gate east')
    await account(named('Gate east'))
    await press('Look')
    await expect.poll(() => widthOf('Gate east'), { timeout: 30_000 }).toBe(640)
    await page.getByText('Answers, and accepts the account').waitFor()
    // It moves: newer ones come by themselves, while somebody can see them.
    const first = await picture('Gate east').getAttribute('src')
    await expect.poll(() => picture('Gate east').getAttribute('src'), { timeout: 30_000 }).not.toBe(first)
    await page.getByText(/\d\ss old, not saved yet$/).waitFor()
    await hide(true)
    await page.getByRole('button', { name: 'Another picture' }).waitFor()
    await page.getByText(/^\d{2}:\d{2}:\d{2}, not saved yet$/).waitFor()
    await hide(false)
    await page.getByText(/\d\ss old, not saved yet$/).waitFor()
    await page.getByText('Has a small stream for walls and movement').waitFor()
    expect(await cameraNames()).toEqual([])
    await look('seen')
    await lookAt(page, { width: 1280, height: 800, theme: 'dark' })
    // What is changed was not looked at.
    await page.getByLabel('User name at the camera').fill('somebody')
    await page.getByText('What you changed was not looked at yet.').waitFor()
    await account(named('Gate east'))
    await press('Add, then the next')
    await page.getByText('Gate east is added.').waitFor({ timeout: 30_000 })
    expect(await cameraNames()).toEqual(['Gate east'])
    await expect.poll(() => new URL(page.url()).searchParams.has('device')).toBe(true)
    await page.locator('li', { hasText: 'Gate east' }).getByText('Added').waitFor()
  })

  it('what asks for nothing is seen by being chosen, and added by a key', async () => {
    await enter(`/cameras/add?gateway=${gatewayId()}`)
    await choose('Canteen')
    await expect.poll(() => widthOf('Canteen'), { timeout: 30_000 }).toBe(640)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Canteen is added.').waitFor({ timeout: 30_000 })
  })

  it('several with one password: those that work are added, and each fault stands with its camera', async () => {
    await enter(`/cameras/add?gateway=${gatewayId()}`)
    // Another tab knows what was added, too.
    await page.locator('li', { hasText: 'Gate east' }).getByText('Added').waitFor()
    await page.getByLabel('Choose Yard').check()
    await page.getByLabel('Choose Old one').check()
    await account(named('Yard'))
    await press('Look at 2')
    await page.getByText('sends video in a format that is not supported').waitFor({ timeout: 40_000 })
    await expect.poll(() => widthOf('Yard'), { timeout: 30_000 }).toBe(640)
    await look('several')
    await press('Add 1')
    await expect.poll(cameraNames, { timeout: 30_000 }).toContain('Yard')
    expect(await cameraNames()).not.toContain('Old one')
  })

  it('a link by hand loses its account before anything is kept; a refused port has its button; all by keys', async () => {
    await enter(`/cameras/add?gateway=${gatewayId()}`)
    const port = await freePort()
    await page
      .getByLabel('Address, network or rtsp:// link')
      .fill(`rtsp://viewer:canary-9@127.0.0.1:${port}/live`)
    await page.keyboard.press('Enter')
    const link = page.getByLabel('RTSP link', { exact: true })
    await expect.poll(() => link.inputValue()).toBe(`rtsp://127.0.0.1:${port}/live`)
    expect(await page.getByLabel('User name at the camera').inputValue()).toBe('viewer')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('canary-9')
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, location.href])')).not.toContain(
      'canary-9',
    )
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Find its port' }).waitFor({ timeout: 30_000 })
    await page.getByText('This is what to change.').waitFor()
    await keepScreen(page, 'add-camera-by-hand')
    expect(await violationsOn(page)).toEqual([])
  })

  it('a camera that needs no gateway is seen by a relay of the service before it is added', async () => {
    const yard = named('Yard')
    await enter('/cameras/add')
    await page.getByLabel('Gateway').selectOption({ label: 'No gateway: the internet reaches it' })
    await page.getByLabel('RTSP link', { exact: true }).fill(yard.rtspUrl())
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await account(yard, 'canary-wrong')
    await press('Look')
    await page.getByText('The camera did not accept it.').waitFor({ timeout: 30_000 })
    await account(yard)
    await press('Try again')
    await expect.poll(() => widthOf('Harbour'), { timeout: 30_000 }).toBe(640)
    expect(await cameraNames()).not.toContain('Harbour')
    await press('Add camera')
    await page.getByText('Harbour is added.').waitFor({ timeout: 30_000 })
    const { body } = await stand.world.api.get('/api/v1/cameras')
    const added = body.data.find((one: { name: string }) => one.name === 'Harbour')
    expect(added).toMatchObject({ connection_mode: 'direct', gateway_id: null })
    await stand.world.untilCamera(added.id, 'online')
  })

  it('a gateway that cannot look says why and what to do, as soon as that is so', async () => {
    await enter(`/cameras/add?gateway=${gatewayId()}`)
    await page.getByRole('heading', { name: 'Found on the network' }).waitFor()
    const path = `/api/v1/gateways/${gatewayId()}`
    expect((await stand.world.api.patch(path, { status: 'disabled' })).status).toBe(200)
    await page.getByText('is switched off in its settings').waitFor()
    await choose('Old one')
    await expect.poll(() => page.getByRole('button', { name: /^Look/ }).last().isDisabled()).toBe(true)
    // On a phone the list is not in view: it is said with the camera.
    await lookAt(page, { width: 360, height: 740, theme: 'light' })
    await page.getByText('is switched off in its settings').and(page.locator(':visible')).waitFor()
    await keepScreen(page, 'add-camera-off-360')
    await lookAt(page, { width: 1280, height: 800, theme: 'dark' })
    // Cameras are there, and nobody is told of anything yet.
    await page.getByRole('link', { name: 'Alerts' }).click()
    await page.getByRole('link', { name: 'Make the first rule' }).click()
    await page.getByRole('heading', { name: 'New rule' }).waitFor()
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
