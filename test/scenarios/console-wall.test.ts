import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { Requests } from '../harness/console-walk.js'
import { type AddedCamera, until, type World } from '../harness/index.js'
import type { Prepare } from '../harness/signed-in.js'

tellIfThereIsNone('console-wall.test.ts')

describe.skipIf(chromiumPath === undefined)('the wall', () => {
  let stand: ConsoleStand
  let world: World
  let gate: AddedCamera
  let yard: AddedCamera
  let page: Page

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }, { name: 'Yard' }] })
    const [first, second] = stand.cameras
    if (!first || !second) throw new Error('cameras are missing')
    ;[world, gate, yard] = [stand.world, first, second]
    await stand.addRule('Delivery after dark')
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  async function enter(path: string, prepare?: Prepare): Promise<void> {
    page = await stand.enter(path, world.owner, prepare)
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    await tile('Gate').waitFor()
    // It rests where it signed in.
    await page.mouse.move(5, 5)
  }

  const tile = (name: string) =>
    page.getByRole('list', { name: 'Cameras' }).getByRole('listitem').filter({ hasText: name })
  const idOf = (name: string) => (name === 'Gate' ? gate.id : yard.id)
  const player = (name: string) => tile(name).locator('sightline-player')
  const stands = (name: string, kind: string) =>
    expect
      .poll(() =>
        page.evaluate(`document.querySelector('[data-tile="${idOf(name)}"] sightline-player')?.state?.kind`),
      )
      .toBe(kind)
  const isLive = (name: string) => stands(name, 'live')
  const sending = async (name: string) =>
    `${await player(name).getAttribute('stream')} ${await player(name).getAttribute('mode')}`
  const focused = () => page.evaluate('document.activeElement.closest("li")?.dataset.tile')

  async function trigger(camera: AddedCamera, seconds = 5): Promise<string> {
    return String((await world.trigger(camera.id, { duration_sec: seconds })).event_id)
  }

  /** Nobody has to take anything. */
  async function takeAll(): Promise<void> {
    const { body } = await world.api.get('/api/v1/alerts?status=new')
    for (const { id } of body.data) await world.api.patch(`/api/v1/alerts/${id}/acknowledge`)
  }

  it('small pictures come as keyframes of the sub stream; what is looked at, and what is large, moves', async () => {
    await enter('/live')
    await isLive('Gate')
    await isLive('Yard')
    expect([await sending('Gate'), await sending('Yard')]).toEqual(['sub keys', 'sub keys'])
    await tile('Gate').hover()
    await expect.poll(() => sending('Gate')).toBe('sub full')
    await tile('Gate').getByRole('button', { name: 'Make it large (F)' }).click()
    await expect.poll(() => sending('Gate')).toBe('main full')
    expect(new URL(page.url()).searchParams.get('large')).toBe(gate.id)
    await page.getByText('2 live').waitFor()
    await page.getByRole('button', { name: 'All alike', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('by keys: chooses by digits and arrows, makes large and alike again, and says what moves', async () => {
    await enter('/live')
    await page.keyboard.press('2')
    await expect.poll(focused).toBe(yard.id)
    await expect.poll(() => sending('Yard')).toBe('sub full')
    await page.keyboard.press('f')
    await expect.poll(() => sending('Yard')).toBe('main full')
    // The large one stands at the left.
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe(gate.id)
    await page.keyboard.press('0')
    await expect.poll(() => sending('Yard')).toBe('sub keys')
    await page.keyboard.press('q')
    await page.getByRole('button', { name: 'Keyframes only' }).waitFor()
    await expect.poll(() => sending('Gate')).toBe('sub keys')
    await page.keyboard.press('q')
    await page.getByRole('button', { name: 'All move' }).waitFor()
    await expect
      .poll(async () => [await sending('Gate'), await sending('Yard')])
      .toEqual(['sub full', 'sub full'])
    await page.reload()
    await page.getByRole('button', { name: 'All move' }).click()
    await page.getByRole('button', { name: 'What matters moves' }).waitFor()
  })

  it('at rest a tile says its name and nothing else', async () => {
    await enter('/live')
    await isLive('Gate')
    await page.mouse.move(5, 5)
    await expect.poll(() => tile('Gate').getByRole('button').count()).toBe(0)
    await expect.poll(() => tile('Gate').locator('sightline-player .chip >> visible=true').count()).toBe(0)
    expect((await tile('Gate').innerText()).trim()).toBe('Gate')
  })

  it('an alert has a red edge and its rule’s name until somebody takes it, and the event its seconds', async () => {
    await takeAll()
    await enter('/live')
    await page.getByText('Nothing waits for you.').waitFor()
    const id = await trigger(gate, 20)
    await tile('Gate').getByText('Delivery after dark').waitFor()
    await tile('Gate')
      .getByText('Recording')
      .or(tile('Gate').getByText(/\d+\ss/))
      .first()
      .waitFor()
    await expect.poll(() => sending('Gate')).toBe('sub full')
    const now = page.getByRole('complementary', { name: 'For you now' })
    await now.getByRole('button', { name: 'Take it' }).waitFor()
    await keepScreen(page, 'live-alert')
    await page.keyboard.press('a')
    await page.getByText('Nothing waits for you.').waitFor()
    await expect.poll(() => tile('Gate').getByText('Delivery after dark').count()).toBe(0)
    await now.getByRole('list', { name: 'Events as they come' }).locator(`a[href="/events/${id}"]`).click()
    await page.waitForURL(`**/events/${id}`)
  })

  it('the large place follows an alert where that was asked for, and not while somebody is on the wall', async () => {
    await takeAll()
    await enter('/live')
    await isLive('Yard')
    await page.getByRole('button', { name: 'Large follows alerts' }).click()
    await page.keyboard.press('1')
    // Another rule: the one before rests for a minute.
    await stand.addRule('Quiet hours')
    await trigger(yard)
    await tile('Yard').getByText('Quiet hours').waitFor()
    expect(new URL(page.url()).searchParams.get('large')).toBeNull()
    await page.getByRole('heading', { level: 1 }).click()
    await page.evaluate('document.activeElement.blur()')
    await expect.poll(() => new URL(page.url()).searchParams.get('large')).toBe(yard.id)
  })

  it('looks back on every tile at once: a clip where there is one, else that there is none', async () => {
    const id = await trigger(gate)
    const event = await world.untilClip(id)
    await enter(`/live?at=${event.triggered_at}`)
    await tile('Gate').locator('video').waitFor()
    await expect
      .poll(() =>
        page.evaluate(
          "document.querySelector('[data-tile] sightline-player[src]').shadowRoot.querySelector('video').readyState",
        ),
      )
      .toBeGreaterThan(1)
    await page.getByText(/^Looking back at/).waitFor()
    await keepScreen(page, 'live-then')
    const slider = page.getByRole('slider', { name: 'Time of all pictures' })
    await slider.focus()
    await page.keyboard.press('PageDown')
    await tile('Gate').getByText('Nothing was recorded').waitFor()
    await tile('Gate')
      .getByRole('button', { name: /^Nearest/ })
      .click()
    await tile('Gate').locator('video').waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('l')
    await isLive('Gate')
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBeNull()
    const box = await slider.boundingBox()
    if (!box) throw new Error('the strip is not to be seen')
    await page.mouse.click(box.x + box.width / 2, box.y + 10)
    await page.getByText(/^Looking back at/).waitFor()
    const hourAgo = Date.now() - Date.parse(new URL(page.url()).searchParams.get('at') ?? '')
    expect(Math.abs(hourAgo - 3_600_000)).toBeLessThan(120_000)
    await page.getByRole('button', { name: 'Back to live' }).click()
    await isLive('Gate')
  })

  it('on a phone one is large and the others stand below, two beside each other', async () => {
    await enter('/live')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect
      .poll(async () => {
        const [first, second] = [await tile('Gate').boundingBox(), await tile('Yard').boundingBox()]
        return [(first?.width ?? 0) / (second?.width ?? 1) > 1.9, (second?.y ?? 0) > (first?.y ?? 0)]
      })
      .toEqual([true, true])
    await expect.poll(() => sending('Gate')).toBe('main full')
  })

  it('lets less move while the line of the viewer is slow, and says so', async () => {
    let heldMs = 0
    await enter('/live', (fresh) =>
      fresh.routeWebSocket('**/api/v1/live', (socket) => {
        let before: Promise<unknown> = Promise.resolve()
        socket.connectToServer().onMessage((message) => {
          before = before.then(() => wait(heldMs)).then(() => socket.send(message))
        })
      }),
    )
    await isLive('Gate')
    await page.keyboard.press('q')
    await page.keyboard.press('q')
    await page.getByRole('button', { name: 'All move' }).waitFor()
    await expect.poll(() => sending('Gate')).toBe('sub full')
    heldMs = 400
    await page.getByText('Only what matters moves for now: pictures fell behind').waitFor()
    // What somebody chose stays chosen.
    await page.getByRole('button', { name: 'All move' }).waitFor()
    await keepScreen(page, 'live-stepped-down')
  })

  it('a tab that nobody sees asks for nothing, however much happens, and for all of it once it is seen', async () => {
    const requests: Requests[] = []
    await enter('/live', async (fresh) => requests.push(new Requests(fresh)))
    await isLive('Gate')
    // What stands around the pictures comes after them.
    await page.getByRole('slider', { name: 'Time of all pictures' }).waitFor()
    await page.getByRole('heading', { name: 'For you now' }).waitFor()
    await expect.poll(() => requests.some(({ areUnderWay }) => areUnderWay)).toBe(false)
    const becomes = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await becomes('hidden')
    await stands('Gate', 'paused')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const id = await trigger(gate)
    await world.untilClip(id)
    expect(asked).toEqual([])
    await becomes('visible')
    await page
      .getByRole('complementary', { name: 'For you now' })
      .locator(`a[href="/events/${id}"]`)
      .waitFor()
    await isLive('Gate')
    // Its beginning, its clip and its alert are read together.
    expect(asked.filter((path) => path === '/api/v1/events').length).toBeLessThan(3)
  })

  it('a camera without a picture says why, shows its last one in grey with its time, and leads to the remedy', async () => {
    await enter('/live')
    await isLive('Gate')
    await world.api.post(`/api/v1/cameras/${gate.id}/snapshot`)
    await gate.fake.close()
    await until('the camera is off line', async () =>
      ['offline', 'error'].includes((await world.api.get(`/api/v1/cameras/${gate.id}`)).body.status),
    )
    await tile('Gate')
      .getByText(/^Last picture/)
      .waitFor()
    await page.getByText('· 1 without a picture').waitFor()
    expect(await player('Gate').count()).toBe(0)
    expect(await tile('Gate').getByRole('link').first().getAttribute('href')).toBe(`/cameras/${gate.id}`)
    await keepScreen(page, 'live-without')
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
