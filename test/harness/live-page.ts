import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import type { StreamName } from '../fakes/camera/counters.js'
import { type Chromium, startChromium } from './chromium.js'
import { label, shownMark } from './player-page.js'
import type { AddedCamera, World } from './world.js'

/** Frames of 15 a second by which a picture of now may lag: over a whole service that shares two cores with others. */
const mostLag = 15

/** What a page saw of its player. Moments are by the page's clock, ms. */
export interface Watched {
  readonly states: readonly string[]
  readonly drawn: readonly { readonly at: number; readonly width: number; readonly height: number }[]
}

const WatchedShape = z.object({
  states: z.array(z.string()),
  drawn: z.array(z.object({ at: z.number(), width: z.number(), height: z.number() })),
})

const Heard = z.object({ pieces: z.number(), loudest: z.number(), hertz: z.number() })

/** Chromium at the pages of a service that show its cameras live; signed in as the owner of the world. */
export class LivePages {
  readonly chromium: Chromium
  readonly #world: World
  readonly #url: string
  #isSignedIn = false

  private constructor(chromium: Chromium, world: World, url: string) {
    this.chromium = chromium
    this.#world = world
    this.#url = url
  }

  /** @param url where the browser reaches the service, which is its `PUBLIC_URL` */
  static async start(world: World, url = world.cloud.url): Promise<LivePages> {
    return new LivePages(await startChromium(), world, url)
  }

  /** The page of a camera. @param prepare runs in the page before anything of its own */
  async open({ id }: AddedCamera, prepare?: string): Promise<Page> {
    const page = await this.chromium.open('about:blank')
    if (prepare !== undefined) await page.addInitScript(prepare)
    await page.goto(`${this.#url}/cameras/${id}/live`)
    if (!this.#isSignedIn) await this.#signIn(page)
    this.#isSignedIn = true
    await page.locator('sightline-player').waitFor()
    await page.evaluate(`(() => {
      window.watched = { states: [], drawn: [] }
      const player = document.querySelector('sightline-player')
      player.addEventListener('statechange', ({ detail }) => watched.states.push(detail.kind))
      player.addEventListener('frame', ({ detail: { width, height, catchUp } }) =>
        catchUp || watched.drawn.push({ at: performance.now(), width, height }))
    })()`)
    return page
  }

  /** As `open`, once the picture is of now. */
  async openLive(camera: AddedCamera, prepare?: string): Promise<Page> {
    const page = await this.open(camera, prepare)
    await untilLive(page, camera)
    return page
  }

  close(): Promise<void> {
    return this.chromium.close()
  }

  async #signIn(page: Page): Promise<void> {
    const { email, password } = this.#world.owner
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
}

export const untilLabel = (page: Page, wanted: string | RegExp) =>
  expect.poll(() => label(page), { interval: 50 }).toMatch(wanted)

/** Frames that the camera has sent since the one that is shown; infinite before the first. */
export async function lagOf(page: Page, { fake }: AddedCamera, stream: StreamName = 'main'): Promise<number> {
  const mark = await shownMark(page)
  const frames = fake.counters.frames.filter((frame) => frame.stream === stream)
  const shown = frames.findLastIndex(({ counter }) => counter === mark?.counter)
  return shown === -1 ? Number.POSITIVE_INFINITY : frames.length - 1 - shown
}

/** The player says that it is live, and its picture is of now: by the counter that the camera draws into it. */
export async function untilLive(page: Page, camera: AddedCamera, stream: StreamName = 'main'): Promise<void> {
  await untilLabel(page, 'Live')
  await expect.poll(() => lagOf(page, camera, stream), { interval: 50 }).toBeLessThan(mostLag)
}

/** The counters of so many different pictures, in the order in which they were shown. */
export async function untilMoved(page: Page, count: number): Promise<number[]> {
  const counters: number[] = []
  await expect
    .poll(
      async () => {
        const mark = await shownMark(page)
        if (mark && mark.counter !== counters.at(-1)) counters.push(mark.counter)
        return counters.length
      },
      { interval: 20 },
    )
    .toBeGreaterThanOrEqual(count)
  return counters
}

/** What the page saw since it was opened, or since it was asked the last time. */
export async function takeWatched(page: Page): Promise<Watched> {
  const taken = 'const { states, drawn } = watched; watched.states = []; watched.drawn = []'
  return WatchedShape.parse(await page.evaluate(`(() => { ${taken}; return { states, drawn } })()`))
}

/** The longest time in which no picture of now was drawn, ms. */
export function longestGap({ drawn }: Watched): number {
  return Math.max(...drawn.slice(1).map(({ at }, index) => at - (drawn[index]?.at ?? 0)))
}

/** For `open`: what the page plays is listened to. */
export const listening = `(() => {
  const start = AudioBufferSourceNode.prototype.start
  window.heard = { pieces: 0, loudest: 0, rises: 0, seconds: 0, last: 0 }
  AudioBufferSourceNode.prototype.start = function (at) {
    const samples = this.buffer.getChannelData(0)
    heard.pieces++
    heard.seconds += this.buffer.duration
    for (const sample of samples) {
      if (heard.last < 0 && sample >= 0) heard.rises++
      heard.loudest = Math.max(heard.loudest, sample)
      heard.last = sample
    }
    return start.call(this, at)
  }
})()`

/** What a page that was opened with `listening` has played. */
export async function heardBy(page: Page): Promise<z.infer<typeof Heard>> {
  return Heard.parse(await page.evaluate('({ ...heard, hertz: heard.rises / (heard.seconds || 1) })'))
}
