import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FakeCamera } from '../fakes/camera/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, violationsOn } from '../harness/console-page.js'
import { startWorld, type World } from '../harness/index.js'
import { SignedIn } from '../harness/signed-in.js'

tellIfThereIsNone('console-ptz.test.ts')

describe.skipIf(chromiumPath === undefined)('a camera that can be moved, on the wall', () => {
  let world: World
  let chromium: Chromium
  let people: SignedIn
  let page: Page
  let camera: FakeCamera
  let id: string

  beforeAll(async () => {
    const picture = { width: 320, height: 180, loopSec: 20 }
    world = await startWorld({ cameras: [{ picture, ptz: 'pan-tilt-zoom' }] })
    const agent = await world.onlineAgent()
    const [first] = world.cameras
    if (!first) throw new Error('no camera')
    camera = first
    const { username, password } = camera.options.credentials
    const made = await world.api.post('/api/v1/cameras', {
      name: 'Gate',
      site_id: world.siteId,
      gateway_id: agent.gatewayId,
      type: 'onvif',
      host: camera.host,
      port: camera.onvifPort,
      onvif_username: username,
      onvif_password: password,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    id = String(made.body.id)
    await world.untilCamera(id, 'online')
    chromium = await startChromium(['--lang=en-GB'])
    people = new SignedIn(chromium, world.cloud.url)
  })
  afterEach(() => people.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  async function enter(): Promise<void> {
    page = await people.open('/live', world.owner)
    await page.locator('sightline-player').waitFor()
    await page.mouse.move(5, 5)
  }

  const orders = () => camera.motor?.orders ?? []
  const last = () => orders().at(-1)

  it('by keys: moves while an arrow is held, stands when it is let go, and Escape gives the wheel back', async () => {
    await enter()
    await page.keyboard.press('1')
    await page.keyboard.press('v')
    await page.getByRole('group', { name: /^Move Gate/ }).waitFor()
    await page.keyboard.down('ArrowLeft')
    await expect.poll(last).toMatchObject({ kind: 'move', x: -0.5 })
    await page.keyboard.up('ArrowLeft')
    await expect.poll(last).toMatchObject({ kind: 'stop', by: 'client' })
    const moves = orders().length
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Move the camera (V)' }).waitFor()
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Gate')
    await page.keyboard.press('ArrowLeft')
    expect(orders()).toHaveLength(moves)
  })

  it('by pointer: a held button moves it', async () => {
    await enter()
    await page.locator('sightline-player').hover()
    await page.getByRole('button', { name: 'Move the camera (V)' }).click()
    await page.getByRole('button', { name: 'Closer' }).hover()
    await page.mouse.down()
    await expect.poll(last).toMatchObject({ kind: 'move', zoom: 0.5 })
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, 'live-ptz')
    await page.mouse.up()
    await expect.poll(last).toMatchObject({ kind: 'stop', by: 'client' })
    await page.getByRole('button', { name: 'Let go' }).click()
    await page.getByRole('button', { name: 'Make it large (F)' }).waitFor()
  })

  it('beside its settings: a held button and a held key move it, and what it offers is asked for anew', async () => {
    page = await people.open(`/cameras/${id}/settings`, world.owner)
    await page.getByRole('button', { name: 'Left' }).hover()
    await page.mouse.down()
    await expect.poll(last).toMatchObject({ kind: 'move', x: -0.5 })
    await page.mouse.up()
    await expect.poll(last).toMatchObject({ kind: 'stop', by: 'client' })
    await page.getByRole('button', { name: 'Left' }).focus()
    await page.keyboard.down('ArrowUp')
    await expect.poll(last).toMatchObject({ kind: 'move', y: 0.5 })
    await page.keyboard.up('ArrowUp')
    await expect.poll(last).toMatchObject({ kind: 'stop', by: 'client' })
    await page.getByRole('button', { name: 'Ask the camera anew' }).click()
    await page.getByText('The camera sent a picture. Saved.').waitFor()
    await keepScreen(page, 'camera-settings-ptz')
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
