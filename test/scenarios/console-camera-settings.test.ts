import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { dragByTouch, keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import type { Account } from '../harness/signed-in.js'

tellIfThereIsNone('console-camera-settings.test.ts')

describe.skipIf(chromiumPath === undefined)('what is set of a camera in the console', () => {
  let stand: ConsoleStand
  let viewer: Account
  let id: string
  let page: Page

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }] })
    id = stand.cameras[0]?.id ?? ''
    viewer = await stand.addUser({ email: 'viewer@example.test', name: 'Viewer', role: 'viewer' })
    await stand.world.untilClip(await stand.trigger())
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  const camera = async () => (await stand.world.api.get(`/api/v1/cameras/${id}`)).body
  const change = (body: object) => stand.world.api.patch(`/api/v1/cameras/${id}`, body)
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const save = () => button('Save')

  async function enter(tab: string): Promise<void> {
    page = await stand.enter(`/cameras/${id}/${tab}`)
    await page.getByRole('link', { name: 'Settings' }).first().waitFor()
  }

  it('settings say what they do, are saved together, and are not lost by a wrong press', async () => {
    await enter('settings')
    await page.getByLabel('Name', { exact: true }).fill('Gate <b>2</b>')
    await page.getByText('Right for most places.').waitFor()
    await page.getByLabel('Before the trigger').focus()
    await page.keyboard.press('Home')
    await page.getByText('High', { exact: true }).click()
    await page.getByText('Not saved yet: name, before the trigger, sensitivity.').waitFor()
    await page.getByRole('link', { name: 'Health', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await button('Stay').click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Gate <b>2</b>')
    await save().click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await camera()).toMatchObject({
      name: 'Gate <b>2</b>',
      pre_event_buffer_sec: 0,
      motion_sensitivity: 'high',
    })
    await page.getByLabel('Name', { exact: true }).fill(' ')
    expect(await save().isDisabled()).toBe(true)
    await page.getByText('A camera has a name of 1 to 100 characters.').first().waitFor()
  })

  it('a zone is drawn on the picture by pointer and by keys, taken back, tried on the last hour, and saved', async () => {
    await enter('settings')
    await button('Area that does not').click()
    const corner = page.locator('[data-point="0"]')
    const box = await page.locator('[data-zones]').boundingBox()
    const at = await corner.boundingBox()
    if (!box || !at) throw new Error('no picture')
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 40, box.y - 40, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Point 1: 0 · 0 %' }).waitFor()
    await page.locator('[data-point-row="2"]').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Point 3: 75 · 71 %' }).waitFor()
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('[data-point]').count()).toBe(5)
    await button('Undo').click()
    await expect.poll(() => page.locator('[data-point]').count()).toBe(4)
    // A finger moves a point, and not the page.
    const point = page.locator('[data-point="1"]')
    const before = await point.boundingBox()
    await dragByTouch(page, point, { x: -box.width / 10, y: -box.height / 10 })
    // Moves are drawn after the finger, and so may the last one be after it was lifted.
    await expect
      .poll(async () => (await point.boundingBox())?.x)
      .toBeCloseTo((before?.x ?? 0) - box.width / 10, -1)
    await expect
      .poll(async () => (await point.boundingBox())?.y)
      .toBeCloseTo((before?.y ?? 0) - box.height / 10, -1)
    await button('Undo').click()
    await page.getByRole('button', { name: 'Point 2: 70 · 30 %' }).waitFor()
    await page.getByLabel('Name of the zone').fill('Street')
    await button('Try it').click()
    // Where nothing counts, nothing would have been; each change of the zones counts at once.
    await page.getByText('0 of 1 clips would have been movement.').waitFor()
    await button('Remove Everything').click()
    await page.getByText('1 of 1 clips would have been movement.').waitFor()
    await button('Undo').click()
    await page.getByText('Moved only where it does not count').click()
    await page.locator('[data-tried]').waitFor()
    await keepScreen(page, 'camera-settings-tried')
    await save().click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect((await camera()).motion_zones_json).toMatchObject([
      // Of the harness: no clip is made but those that a test wants.
      { name: 'Everything' },
      {
        name: 'Street',
        kind: 'exclude',
        points: [
          [0, 0],
          [0.7, 0.3],
          [0.75, 0.71],
          [0.3, 0.7],
        ],
      },
    ])
  })

  it('of two at once the second is told, and chooses', async () => {
    await enter('settings')
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await change({ name: 'Theirs', post_event_buffer_sec: 3 })
    await page.getByText('Somebody else changed this meanwhile. It is now: Theirs').waitFor()
    await page.getByText('Somebody else changed meanwhile: after the end.', { exact: false }).waitFor()
    expect(await save().isDisabled()).toBe(true)
    await button('Keep mine').click()
    await save().click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await camera()).toMatchObject({ name: 'Mine', post_event_buffer_sec: 3 })
    // Also before the page has heard of it.
    await page.getByLabel('Name', { exact: true }).fill('Over it')
    await change({ name: 'Faster' })
    await save().click({ force: true })
    await page.getByText('Somebody else changed this meanwhile. It is now: Faster').waitFor()
    expect((await camera()).name).toBe('Faster')
    await button('Take theirs').click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Faster')
  })

  it('another password is tried before it is saved', async () => {
    const fake = stand.cameras[0]?.fake
    if (!fake) throw new Error('no camera')
    const { username, password } = fake.options.credentials
    await enter('settings')
    await page.getByLabel('Password at the camera').fill('not this one')
    await button('Connect and save').click()
    await page.getByText('Nothing was saved: the camera gave no picture.').waitFor()
    await page.getByText('The camera does not accept the user name or the password.').waitFor()
    await page.getByLabel('User name at the camera').fill(username)
    await page.getByLabel('Password at the camera').fill(password)
    await page.getByLabel('Address (RTSP)').fill(fake.rtspUrl())
    await button('Only try it').click()
    await page.getByRole('img', { name: 'The camera as it is now' }).waitFor()
    await keepScreen(page, 'camera-settings-connection')
    await button('Connect and save').click()
    await page.getByText('The camera sent a picture. Saved.').waitFor()
    expect(await page.getByLabel('Password at the camera').inputValue()).toBe('')
  })

  it('the camera is taken from its gateway, and given to it again', async () => {
    await enter('settings')
    await button('Take it from its gateway').click()
    await button('Take it from its gateway').click()
    await button('Give it to this gateway').waitFor()
    expect((await camera()).gateway_id).toBeNull()
    await button('Give it to this gateway').click()
    await button('Take it from its gateway').waitFor()
    expect((await camera()).gateway_id).not.toBeNull()
  })

  it('what to look for has hours, presets and a history; who was overtaken is told by whom', async () => {
    const focus = `/api/v1/cameras/${id}/analysis-focus`
    await enter('focus')
    await button('Parcels').click()
    await button('Add hours').click()
    await button('Monday').last().click()
    await page.getByLabel('Look for', { exact: true }).fill('Vans')
    await save().click()
    await page.getByText('Saved. It counts from the next event on.').waitFor()
    const first = (await stand.world.api.get(focus)).body
    expect(first).toMatchObject({ version: 1, focus_text: 'Vans' })
    expect(first.monitoring_schedule.at(-1)).toEqual({
      days: ['tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      from: '20:00',
      to: '06:00',
    })
    await page.getByLabel('Look for', { exact: true }).fill('People')
    await stand.world.api.put(focus, { focus_text: 'Dogs', version: 1 })
    await save().click()
    await page.getByText(/^Version 2 was saved by .* while you typed\./).waitFor()
    await page.getByText('Dogs').waitFor()
    await button('Keep mine').click()
    await save().click()
    await page.getByText('Saved. It counts from the next event on.').waitFor()
    await page.getByText('What it was before').click()
    await page.locator('[data-version="1"]').getByRole('button', { name: 'Use this again' }).click()
    expect(await page.getByLabel('Look for', { exact: true }).inputValue()).toBe('Vans')
    await save().click()
    await page.getByText('Saved. It counts from the next event on.').waitFor()
    expect((await stand.world.api.get(focus)).body).toMatchObject({ version: 4, focus_text: 'Vans' })
  })

  it('a viewer says what to look for, and changes no settings', async () => {
    page = await stand.enter(`/cameras/${id}/focus`, viewer)
    await page.getByLabel('Look for', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await page.goto(`${stand.world.cloud.url}/cameras/${id}/settings`)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('axe finds nothing on phones and desks, in the dark and in the light', async () => {
    await enter('settings')
    await button(/^Street/).click()
    await expect.poll(() => page.locator('[data-point]').count()).toBeGreaterThan(2)
    await lookThrough('camera-settings')
    await page.getByRole('link', { name: 'What to look for' }).click()
    await page.getByLabel('Look for', { exact: true }).waitFor()
    await lookThrough('camera-focus')
    await page.getByRole('link', { name: 'Health', exact: true }).last().click()
    await page.getByText('In the last 24 hours').waitFor()
    await lookThrough('camera-health-day')
  })

  async function lookThrough(name: string): Promise<void> {
    for (const look of looks) {
      await lookAt(page, look)
      await keepScreen(page, `${name}-${look.width}-${look.theme}`)
      expect(await violationsOn(page)).toEqual([])
    }
  }

  it('is deleted by whoever has read what that does', async () => {
    await enter('settings')
    await button('Delete the camera').click()
    await page.getByText('Its events and clips stay as long as its site keeps them.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the camera' }).click()
    await page.waitForURL(/\/cameras$/)
    await page.getByText('Faster was deleted.').waitFor()
    expect((await stand.world.api.get(`/api/v1/cameras/${id}`)).status).toBe(404)
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
