import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { startWorld, type World } from '../harness/index.js'
import { type Prepare, SignedIn } from '../harness/signed-in.js'

tellIfThereIsNone('console-views.test.ts')

describe.skipIf(chromiumPath === undefined)('views of the wall', () => {
  let world: World
  let chromium: Chromium
  let people: SignedIn
  let page: Page

  beforeAll(async () => {
    world = await startWorld({ cameras: [] })
    await addCameras(['Gate', '<i>Yard</i>', 'Dock', 'Quay'])
    chromium = await startChromium(['--lang=en-GB'])
    people = new SignedIn(chromium, world.cloud.url)
  })
  afterEach(() => people.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  /** Cameras that nobody has looked at yet. */
  async function addCameras(names: readonly string[]): Promise<void> {
    const me = (await world.api.get('/api/v1/auth/me')).body
    await world.database.query(
      `insert into cameras (org_id, id, site_id, name, type)
       select $1, gen_random_uuid(), $2, name, 'rtsp' from unnest($3::text[]) as name`,
      [me.org_id, world.siteId, names],
    )
  }

  async function enter(path: string, prepare?: Prepare): Promise<void> {
    page = await people.open(path, world.owner, prepare)
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
  }

  const tiles = () => page.getByRole('list', { name: 'Cameras' }).locator('li')
  const namesOfTiles = async () =>
    Promise.all((await tiles().all()).map((tile) => tile.locator('[data-focus]').getAttribute('aria-label')))
  const tabs = () => page.getByRole('navigation', { name: 'Views' }).getByRole('link')
  const viewsNow = async () => (await world.api.get('/api/v1/views')).body.data

  it('by pointer: a view is made, changed, put before another one and deleted', async () => {
    await enter('/live')
    await expect.poll(() => tiles().count()).toBe(4)
    await page.getByRole('button', { name: 'New view' }).click()
    await page.getByLabel('Name').fill('Doors <b>& gates</b>')
    await page.getByRole('checkbox', { name: 'Dock' }).uncheck()
    await page.getByRole('checkbox', { name: 'Quay' }).uncheck()
    // The wall shows at once how it will stand.
    await expect.poll(() => tiles().count()).toBe(2)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL('**/live/*')
    await expect.poll(() => tabs().allTextContents()).toEqual(['All4', 'Doors <b>& gates</b>'])
    expect(await viewsNow()).toMatchObject([{ name: 'Doors <b>& gates</b>', shared: false, layout: 'even' }])

    await page.getByRole('button', { name: 'Change this view' }).click()
    await page.getByLabel('Name').fill('Doors')
    await page.getByRole('combobox', { name: 'How pictures stand' }).last().selectOption('By hand')
    await page.getByRole('combobox', { name: 'Size of Gate' }).selectOption('3×')
    await page.getByRole('combobox', { name: 'Goes on by itself' }).selectOption('Each 20 s')
    await page.getByLabel('For everybody of the organisation').check()
    const [yard, gate] = [
      page.getByRole('listitem').filter({ hasText: '<i>Yard</i>' }).last(),
      page.getByRole('listitem').filter({ hasText: 'Gate' }).last(),
    ]
    await gate.dragTo(yard)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(viewsNow).toMatchObject([
      {
        name: 'Doors',
        shared: true,
        layout: 'by_hand',
        rotate_sec: 20,
        cameras: [{ size: 3 }, { size: 1 }],
      },
    ])
    await page.getByText('Goes on each 20 s').waitFor()
    expect(await namesOfTiles()).toEqual(['Gate', '<i>Yard</i>'])

    await page.getByRole('button', { name: 'Change this view' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await page.waitForURL(/\/live$/)
    expect(await viewsNow()).toEqual([])
  })

  it('by keys alone: makes two views, changes their order, goes from view to view', async () => {
    await enter('/live')
    for (const name of ['First', 'Second']) {
      await page.getByRole('button', { name: 'New view' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'New view' }).waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toBe('Name')
      await page.keyboard.type(name)
      if (name === 'Second') {
        await page.getByRole('checkbox', { name: 'Quay' }).focus()
        await page.keyboard.press('Space')
      }
      await page.getByRole('button', { name: 'Save', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    }
    await page.getByRole('button', { name: 'Change this view' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Tab earlier' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => tabs().allTextContents()).toEqual(['All4', 'Second', 'First'])
    await page.getByLabel('Name').focus()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'For you now' }).waitFor()
    const current = () => page.locator('nav[aria-label=Views] [aria-current=page]').textContent()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(current).toBe('First')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(current).toBe('All4')
    // Twice at once: the second counts from where the first leads, whether or not that is to be seen yet.
    await page.evaluate(`for (let press = 0; press < 2; press++)
      dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }))`)
    await expect.poll(current).toBe('Second')
    await page.reload()
    await expect.poll(current).toBe('Second')
  })

  it('says what is missing before it saves, and changes nothing', async () => {
    await enter('/live')
    const before = await viewsNow()
    await page.getByRole('button', { name: 'New view' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('A view needs a name.').waitFor()
    await page.getByLabel('Name').fill('None')
    for (const name of ['Gate', '<i>Yard</i>', 'Dock', 'Quay'])
      await page.getByRole('checkbox', { name }).setChecked(false)
    await page.getByText('Choose at least one camera.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await viewsNow()).toEqual(before)
  })

  it('a view that is none, or another person’s, says so in one sentence', async () => {
    page = await people.open('/live/019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d', world.owner)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('layouts are chosen on the wall too, and kept in this browser', async () => {
    await enter('/live')
    const widths = async () => {
      const boxes = await Promise.all((await tiles().all()).map((tile) => tile.boundingBox()))
      return boxes.map((box) => Math.round(box?.width ?? 0))
    }
    await page.getByRole('combobox', { name: 'How pictures stand' }).selectOption('One large')
    await expect.poll(async () => (await widths())[0]).toBeGreaterThan((await widths())[1] ?? 0)
    await page.getByRole('combobox', { name: 'How pictures stand' }).selectOption('Two large')
    await expect
      .poll(async () => {
        const [first = 0, second = 1, third = 0] = await widths()
        return first === second && second > third
      })
      .toBe(true)
    await page.reload()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'How pictures stand' }).inputValue())
      .toBe('two_large')
  })

  it.each(looks)('axe finds nothing in the editor at $width px in $theme', async (look) => {
    await enter('/live')
    await lookAt(page, look)
    await page.getByRole('button', { name: 'New view' }).click()
    await page.getByRole('heading', { name: 'Order and sizes' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `view-editor-${look.width}-${look.theme}`)
  })

  it('of a thousand cameras only those in view are in the page; pages go on by button and by key', async () => {
    await addCameras(Array.from({ length: 996 }, (_, at) => `Camera ${String(at).padStart(3, '0')}`))
    await enter('/live')
    const place = page.getByText(/^1 to \d+ of 1,000$/)
    const perPageNow = async () => Number((await place.textContent())?.split(' ')[2])
    // How many there are is known with the size of the wall, and pictures come a few at a time.
    await expect
      .poll(async () => {
        const wanted = await perPageNow()
        const there = [await tiles().count(), await page.locator('sightline-player').count()]
        return there.map((count) => count - wanted)
      })
      .toEqual([0, 0])
    const perPage = await perPageNow()
    expect(perPage).toBeLessThanOrEqual(64)
    await page.getByRole('button', { name: 'Cameras after' }).click()
    await page.getByText(`${perPage + 1} to ${2 * perPage} of 1,000`).waitFor()
    await page.keyboard.press('PageUp')
    await place.waitFor()
    await keepScreen(page, 'live-1000')
  })

  it('a view that goes on by itself shows page after page, but not while somebody looks at a tile or wants to stay', async () => {
    const { data } = (await world.api.get('/api/v1/cameras?limit=100')).body
    const cameras = (data as { id: string }[]).map(({ id }) => ({ camera_id: id, size: 1 }))
    const view = { name: 'Lot', shared: false, layout: 'even', rotate_sec: 10, cameras }
    const made = await world.api.post('/api/v1/views', view)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await enter(`/live/${made.body.id}`, (fresh) => fresh.clock.install())
    const place = page.getByText(/^\d+ to \d+ of 100$/)
    const from = async () => Number((await place.textContent())?.split(' ')[0])
    await page.mouse.move(5, 5)
    // Its clock goes on beside: a slow machine may be at any page by now.
    const before = await from()
    await page.clock.fastForward(10_000)
    await expect.poll(from).not.toBe(before)
    await tiles().first().hover()
    await page.getByRole('button', { name: 'Make it large (F)' }).waitFor()
    const here = await from()
    await page.clock.fastForward(10_000)
    expect(await from()).toBe(here)
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Go on by itself' }).waitFor()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(10_000)
    expect(await from()).toBe(here)
    await page.getByRole('button', { name: 'Go on by itself' }).click()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(10_000)
    await expect.poll(from).not.toBe(here)
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
