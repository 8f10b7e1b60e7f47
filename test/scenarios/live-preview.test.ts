import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type CameraOptions,
  DEFAULT_CREDENTIALS,
  type FakeCamera,
  startCamera,
} from '../fakes/camera/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { startWorld, until, type World } from '../harness/index.js'
import { label, shownMark } from '../harness/player-page.js'
import { Program } from '../harness/program.js'

tellIfThereIsNone('live-preview.test.ts')

const untilLabel = (page: Page, wanted: string | RegExp) =>
  expect.poll(() => label(page), { timeout: 30_000, interval: 50 }).toMatch(wanted)

const wayOf = (page: Page) => page.evaluate("document.querySelector('sightline-player').way")

/** Moves, as the camera does: its newest frame is not far. */
async function expectLive(page: Page, fake: FakeCamera, stream: 'main' | 'sub' = 'main'): Promise<void> {
  await untilLabel(page, 'Live')
  const lag = async () => {
    const mark = await shownMark(page)
    const frames = fake.counters.frames.filter((frame) => frame.stream === stream)
    const shown = frames.findLastIndex(({ counter }) => counter === mark?.counter)
    return shown === -1 ? Number.POSITIVE_INFINITY : frames.length - 1 - shown
  }
  await expect.poll(lag, { timeout: 30_000 }).toBeLessThan(15)
  const marks = new Set<number>()
  await expect
    .poll(async () => marks.add((await shownMark(page))?.counter ?? -1).size, { timeout: 30_000 })
    .toBeGreaterThan(10)
}

describe.skipIf(chromiumPath === undefined)('agent preview in a real browser', () => {
  let chromium: Chromium
  const open: AsyncDisposable[] = []

  beforeAll(async () => {
    chromium = await startChromium()
  })
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  })
  afterAll(() => chromium?.close())

  /** A camera of its own, no gateway, and the page of its preview. */
  async function preview(
    options: CameraOptions,
  ): Promise<{ page: Page; fake: FakeCamera; program: Program }> {
    const fake = await startCamera(options)
    open.push({ [Symbol.asyncDispose]: () => fake.close() })
    const address = new URL(fake.rtspUrl())
    address.username = DEFAULT_CREDENTIALS.username
    address.password = DEFAULT_CREDENTIALS.password
    const program = new Program('agent/dist/main.js', {
      args: ['preview', address.href, '--data-dir', path.join(os.tmpdir(), 'no-agent-here')],
      env: { CAMERA_CIDRS: '127.0.0.0/8' },
    })
    open.push(program)
    const link = await until('the link', () => /(http:\S+token\S+)/.exec(program.output)?.[1])
    const page = await chromium.open(link)
    open.push({ [Symbol.asyncDispose]: () => page.close() })
    return { page, fake, program }
  }

  it('shows a camera as it is now, as it sends it; says that the preview ended', async () => {
    const { page, fake, program } = await preview({ name: 'Gate', audio: 'tone' })
    await expectLive(page, fake)
    expect(await wayOf(page)).toBe('webcodecs')
    expect(fake.counters.connectionsOpen).toBe(1)
    await page.getByText('On line: h264, 640x360.').waitFor()
    await page.locator('sightline-player').hover()
    await page.getByRole('button', { name: 'Sound on' }).click()
    await page.getByRole('button', { name: 'Sound off' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await program[Symbol.asyncDispose]()
    await page.locator('sightline-player').getByText('Run "agent preview" again').first().waitFor()
    expect(chromium.complaints.splice(0)).toEqual([])
  })

  it('shows H.265 as MPEG-1 in a browser without it', async () => {
    const { page, fake } = await preview({ name: 'Hall', picture: { codec: 'h265' }, subPicture: null })
    await expectLive(page, fake)
    expect(await wayOf(page)).toBe('mpeg1')
    await page.getByText('This browser cannot play H.265: shown as MPEG-1').first().waitFor()
    expect(chromium.complaints.splice(0)).toEqual([])
  })
})

describe.skipIf(chromiumPath === undefined)('agent preview of a running agent', () => {
  let world: World
  let chromium: Chromium

  beforeAll(async () => {
    world = await startWorld({
      cameras: [{ name: 'Yard', subPicture: { width: 320, height: 180 } }],
    })
    chromium = await startChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  it('shows its camera over the connection that it has, and the sub stream where that is chosen', async () => {
    const agent = await world.onlineAgent()
    const [fake] = world.cameras
    const camera = await world.addCamera(agent, fake, { rtsp_sub_url: fake?.rtspUrl('sub') })
    const args = ['preview', 'Yard', '--data-dir', agent.dataDir]
    await using preview = new Program('agent/dist/main.js', { args })
    const link = await until('the link', () => /Yard: (http:\S+)/.exec(preview.output)?.[1])
    const page = await chromium.open(link)
    await expectLive(page, camera.fake)
    expect(camera.fake.counters.connectionsOpen).toBe(1)
    await page.getByLabel('Picture', { exact: true }).selectOption('sub')
    await expectLive(page, camera.fake, 'sub')
    expect(camera.fake.counters.connectionsOpen).toBe(2)
    expect(chromium.complaints).toEqual([])
    await page.close()
  })
})
