import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPicture } from '../fakes/camera/index.js'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, type SiteAgent, startWorld, type World } from '../harness/index.js'
import {
  heardBy,
  LivePages,
  lagOf,
  listening,
  takeWatched,
  untilLabel,
  untilLive,
  untilMoved,
} from '../harness/live-page.js'

tellIfThereIsNone('live-codecs.test.ts')

/** A viewer that a busy machine made slow has no sound for a minute. */
const patient = { timeout: 90_000 }
const small = { width: 320, height: 180, loopSec: 20 }
/** The camera's tone. */
const tone = { least: 400, most: 480 }

describe.skipIf(chromiumPath === undefined)('what cameras send, from the camera to a real browser', () => {
  let world: World
  let agent: SiteAgent
  let pages: LivePages

  beforeAll(async () => {
    world = await startWorld({
      cameras: [
        { name: 'Order', picture: { ...small, bFrames: 2 }, audio: 'tone-aac', subPicture: null },
        { name: 'Long', picture: { ...small, gopSec: 10 }, audio: 'tone', subPicture: null },
        { name: 'Both', picture: { codec: 'h265' }, subPicture: small },
        { name: 'Alone', picture: { ...small, codec: 'h265' }, subPicture: null },
        { name: 'Size', subPicture: null },
      ],
    })
    agent = await world.onlineAgent()
    pages = await LivePages.start(world)
  })
  afterAll(async () => {
    await pages?.close()
    await world?.close()
  })

  function add(name: string): Promise<AddedCamera> {
    const fake = world.cameras.find(({ options }) => options.name === name)
    if (!fake) throw new Error(`the world has no camera ${name}`)
    const sub = fake.options.subPicture === null ? {} : { rtsp_sub_url: fake.rtspUrl('sub') }
    return world.addCamera(agent, fake, sub)
  }

  /** On a machine that is too busy the other reason may come first. */
  const untilReason = (page: Page) =>
    page
      .locator('sightline-player')
      .getByText(/cannot play H\.265|line is slow/)
      .first()
      .waitFor()

  async function expectTone(page: Page, loudness: number): Promise<void> {
    await page.locator('sightline-player').hover()
    await page.getByRole('button', { name: 'Sound on' }).click()
    await expect.poll(async () => (await heardBy(page)).pieces, patient).toBeGreaterThan(30)
    const { loudest, hertz } = await heardBy(page)
    // AAC swings over by some percent.
    expect(Math.abs(loudest - loudness)).toBeLessThan(0.15)
    expect(hertz).toBeGreaterThan(tone.least)
    expect(hertz).toBeLessThan(tone.most)
  }

  it('H.264 with B-frames is shown in its order, as it is now, and AAC beside it is heard', async () => {
    const camera = await add('Order')
    const page = await pages.openLive(camera, listening)
    const counters = await untilMoved(page, 20)
    const { loopFrames } = camera.fake.picture
    const steps = counters
      .slice(1)
      .map((counter, at) => (counter - (counters[at] ?? 0) + loopFrames) % loopFrames)
    expect(Math.max(...steps), JSON.stringify(counters)).toBeLessThan(loopFrames / 2)
    await expectTone(page, 0.75)
    await untilLive(page, camera)
    await page.close()
  })

  it('a GOP of 10 s is at the live edge soon after it was joined in its midst, with G.711 beside it', async () => {
    const camera = await add('Long')
    const sent = () => camera.fake.counters.frames.length
    const keyframeAt = () => camera.fake.counters.frames.findLastIndex(({ keyframe }) => keyframe)
    const join = async () => {
      await expect.poll(() => sent() - keyframeAt(), patient).toBeGreaterThan(45)
      const page = await pages.open(camera, listening)
      const joined = keyframeAt()
      await untilLive(page, camera)
      // It did not wait for the next one.
      return { page, isSoon: keyframeAt() === joined }
    }
    let { page, isSoon } = await join()
    // On a busy machine a GOP may end meanwhile.
    for (let again = 0; again < 4 && !isSoon; again += 1) {
      await page.close()
      ;({ page, isSoon } = await join())
    }
    expect(isSoon).toBe(true)
    await expectTone(page, 0.13)
    await page.close()
  })

  it('H.265 with an H.264 sub stream is shown by that, as it is now, and the page says why', async () => {
    const camera = await add('Both')
    const page = await pages.open(camera)
    await untilLive(page, camera, 'sub')
    await untilReason(page)
    const { drawn } = await takeWatched(page)
    expect(drawn.at(-1)).toMatchObject({ width: 320, height: 180 })
    await page.close()
  })

  it('H.265 alone is shown all the same, as it is now, and the page says why', async () => {
    const camera = await add('Alone')
    const page = await pages.open(camera)
    await untilLabel(page, /Live|old/)
    await untilReason(page)
    await untilMoved(page, 4)
    // Of keyframes a second apart, at least, and made anew.
    await expect.poll(() => lagOf(page, camera)).toBeLessThan(45)
    await page.close()
  })

  it('a camera that changes its size in mid-stream is shown in the new one by itself', async () => {
    const camera = await add('Size')
    // What is encoded meanwhile would hold the camera up.
    await loadPicture({ ...camera.fake.picture.options, width: 320, height: 180 })
    const page = await pages.openLive(camera)
    await takeWatched(page)
    for (const [width, height] of [
      [320, 180],
      [640, 360],
    ] as const) {
      await camera.fake.faults.changeSize(width, height)
      await expect
        .poll(() =>
          page.evaluate(
            "document.querySelector('sightline-player').shadowRoot.querySelector('canvas').width",
          ),
        )
        .toBe(width)
      await untilLive(page, camera)
      await untilMoved(page, 5)
      const { drawn, states } = await takeWatched(page)
      expect(drawn.at(-1)).toMatchObject({ width, height })
      for (const broken of ['no-line', 'unavailable', 'cannot-play']) expect(states).not.toContain(broken)
    }
    await page.close()
  })

  it('no page broke a rule of its own', () => {
    expect(pages.chromium.complaints).toEqual([])
  })
})
