import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadPicture, SUB_PICTURE, TEST_PICTURE } from '../fakes/camera/index.js'
import { LiveService, type Serve } from '../fakes/live-service/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { madeMedia } from '../harness/made-media.js'
import {
  label,
  ofAllTiles,
  pageWithPlayer,
  pageWithTiles,
  servePlayer,
  shownMark,
} from '../harness/player-page.js'

tellIfThereIsNone('player.test.ts')

const camera = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
const attributes = `camera="${camera}" style="width: 640px"`
/** A name that is not this machine's: a page there has no WebCodecs over plain http. */
const otherName = 'cameras.example'

/** What is to take one to three seconds, where other tests have the processor. `npm run bench` holds the figures. */
const onBusyMachineMs = 6000

describe.skipIf(chromiumPath === undefined)('the player in a real browser', () => {
  let chromium: Chromium
  let service: LiveService
  let page: Page

  beforeAll(async () => {
    chromium = await startChromium([`--host-resolver-rules=MAP ${otherName} 127.0.0.1`])
  })
  afterEach(async () => {
    await page?.close()
    expect(service.complaints).toEqual([])
    await service.close()
  })
  afterAll(() => chromium?.close())

  interface Opening {
    readonly picture?: object
    readonly attributes?: string
    /** In place of a page with one player. */
    readonly content?: string
    readonly host?: string
    readonly policy?: string
    readonly more?: Serve
    /** Before the page is opened. */
    readonly prepare?: () => void
  }

  async function open(opening: Opening = {}): Promise<void> {
    const picture = await loadPicture({ ...TEST_PICTURE, ...opening.picture })
    const content = opening.content ?? pageWithPlayer(`${attributes} ${opening.attributes ?? ''}`)
    service = await LiveService.start(picture, servePlayer(content, opening))
    opening.prepare?.()
    page = await chromium.open(`http://${opening.host ?? '127.0.0.1'}:${service.port}/`)
  }

  const untilLabel = (wanted: string | RegExp, timeout = 30_000) =>
    expect.poll(() => label(page), { timeout, interval: 50 }).toMatch(wanted)

  /** Frames by which the picture lags behind what the camera had sent when it was asked for: a busy page may answer late. */
  const lag = async (): Promise<number> => {
    const newest = service.newestCounter
    const mark = await shownMark(page)
    if (!mark) return Number.POSITIVE_INFINITY
    const half = service.picture.loopFrames / 2
    const behind = newest - mark.counter
    return behind > half ? behind - 2 * half : behind < -half ? behind + 2 * half : behind
  }

  const isGrey = async (): Promise<boolean> =>
    z.boolean().parse(await page.evaluate("player.hasAttribute('data-old')"))

  const note = (text: string) => page.locator('sightline-player .note', { hasText: text })

  const sent = (type: string) => service.messages.filter((message) => message.type === type)

  it('shows the picture of now, whose counter is that of the camera, and confirms what it decodes', async () => {
    await open()
    await untilLabel('Live')
    await expect.poll(lag).toBeLessThan(4)
    expect(await isGrey()).toBe(false)
    expect(await page.evaluate('player.way')).toBe('webcodecs')
    expect(service.tokens).toEqual(['token-1'])
    expect(await page.evaluate('asked')).toEqual(['first'])
    expect(sent('subscribe')).toMatchObject([
      { camera_id: camera, stream: 'main', mode: 'full', audio: false },
    ])
    await expect.poll(() => sent('ack').length).toBeGreaterThan(10)
  })

  it('is at the live edge soon after it joined a GOP of 10 s, and shows nothing of the way there as live', async () => {
    const picture = { gopSec: 10, loopSec: 40 }
    await open({ picture })
    await expect.poll(() => service.gop.length).toBeGreaterThan(60)
    await page.reload()
    await untilLabel('Live')
    expect(await lag()).toBeLessThan(8)
  })

  it('puts B-frames in their order', async () => {
    await open({ picture: { bFrames: 2 } })
    await untilLabel('Live')
    const counters: number[] = []
    await expect
      .poll(async () => {
        const mark = await shownMark(page)
        if (mark && mark.counter !== counters.at(-1)) counters.push(mark.counter)
        return counters.length
      })
      .toBeGreaterThan(20)
    const { loopFrames } = service.picture
    const steps = counters
      .slice(1)
      .map((counter, at) => (counter - (counters[at] ?? 0) + loopFrames) % loopFrames)
    expect(Math.max(...steps)).toBeLessThan(loopFrames / 2)
  })

  it('plays by Media Source Extensions where the browser has no WebCodecs, at the live edge as well', async () => {
    await open({ host: otherName })
    expect(await page.evaluate("'VideoDecoder' in window")).toBe(false)
    await untilLabel('Live')
    expect(await page.evaluate('player.way')).toBe('mse')
    await expect.poll(lag).toBeLessThan(8)
  })

  it('shows pictures again by Media Source Extensions after one that cannot be read', async () => {
    await open({ host: otherName })
    await untilLabel('Live')
    for (const asked of [2, 3]) {
      service.damageNext()
      await expect.poll(() => sent('subscribe').length, { timeout: 30_000 }).toBe(asked)
      await page.evaluate('drawn.length = 0')
      await expect.poll(() => page.evaluate('drawn.length'), { timeout: 30_000 }).toBeGreaterThan(20)
      await untilLabel('Live')
      await expect.poll(lag).toBeLessThan(8)
    }
    expect(await page.evaluate('player.way')).toBe('mse')
  })

  it('begins with another format by Media Source Extensions while the one before is being taken', async () => {
    await open({ host: otherName, picture: { gopSec: 10, loopSec: 40 } })
    await untilLabel('Live')
    await expect.poll(() => service.gop.length).toBeGreaterThan(60)
    // Each is answered by a format and a whole GOP.
    await page.evaluate(
      `for (let at = 0; at < 6; at++) player.setAttribute('stream', at % 2 ? 'main' : 'sub')`,
    )
    await expect.poll(() => sent('update').length).toBe(6)
    await page.evaluate('drawn.length = 0')
    await expect.poll(() => page.evaluate('drawn.length')).toBeGreaterThan(20)
    await expect.poll(lag).toBeLessThan(8)
    expect(await page.evaluate('player.way')).toBe('mse')
    // After a failure it would have begun anew.
    expect(sent('subscribe')).toHaveLength(1)
  })

  it('shows JPEG where that is all that comes', async () => {
    const jpeg = await madeMedia('-frames:v 1', 'mjpeg')
    await open({
      picture: { gopSec: 4, loopSec: 40 },
      prepare: () => {
        service.script.jpeg = jpeg
      },
    })
    await untilLabel('Live')
    expect(await page.evaluate("player.shadowRoot.querySelector('canvas').width")).toBe(320)
    await expect.poll(async () => page.evaluate('drawn.length')).toBeGreaterThan(2)
    expect(await page.evaluate('states')).toEqual(['starting', 'live'])
  })

  it('asks for another form of a camera that refreshes its picture by and by, with which no browser begins', async () => {
    await open({
      prepare: () => {
        service.script.isRefreshed = true
      },
    })
    await expect.poll(() => sent('subscribe').length).toBe(2)
    expect(sent('subscribe')).toMatchObject([
      { decodes: expect.arrayContaining(['h264']) },
      { decodes: expect.not.arrayContaining(['h264']) },
    ])
    // This service has no other.
    await expect.poll(() => page.evaluate('player.state.kind')).toBe('cannot-play')
    expect(sent('subscribe')).toHaveLength(2)
  })

  it('says soon that a picture stands still, and makes it grey; live again as soon as it moves', async () => {
    await open()
    await untilLabel('Live')
    service.script.isHushed = true
    const hushedAt = performance.now()
    await untilLabel(/^Stalled for \d+ s/)
    expect(performance.now() - hushedAt).toBeLessThan(onBusyMachineMs)
    expect(await isGrey()).toBe(true)
    await note('Picture of').waitFor()
    service.script.isHushed = false
    const backAt = performance.now()
    await untilLabel('Live')
    expect(performance.now() - backAt).toBeLessThan(onBusyMachineMs)
    expect(await isGrey()).toBe(false)
  })

  it('says that the line is gone, and is back soon after it', async () => {
    await open()
    await untilLabel('Live')
    service.script.refuse = 503
    service.cut()
    await untilLabel('No connection')
    expect(await isGrey()).toBe(true)
    await page
      .locator('sightline-player .sentence', { hasText: /No connection since .* Trying again/ })
      .waitFor()
    await expect.poll(async () => page.evaluate('asked.length')).toBeGreaterThan(3)
    service.script.refuse = null
    const backAt = performance.now()
    await untilLabel('Live')
    expect(performance.now() - backAt).toBeLessThan(onBusyMachineMs)
  })

  it('moves to another node without a break, and closes the old socket', async () => {
    await open()
    await untilLabel('Live')
    await page.evaluate('states.length = 0')
    service.move(10_000)
    await expect.poll(() => service.tokens.length).toBe(2)
    await expect.poll(() => service.sessions.size).toBe(1)
    await expect.poll(lag).toBeLessThan(4)
    expect(await page.evaluate('states')).toEqual([])
  })

  it.each([
    [4403, 'Not allowed', 'not yours to see'],
    [4404, 'Not there', 'no such camera'],
  ])('ended with %i: "%s", and asks no more', async (code, wanted, sentence) => {
    await open({
      prepare: () => {
        service.script.end = { code, reason: null, message: 'no', retry_after_ms: null }
      },
    })
    await untilLabel(wanted)
    await page.locator('sightline-player').getByText(sentence).first().waitFor()
    expect(sent('subscribe')).toHaveLength(1)
  })

  it('a camera that is off line says so, and shows itself when it is back', async () => {
    await open({
      prepare: () => {
        service.script.end = { code: 4503, reason: 'camera_offline', message: 'off', retry_after_ms: 400 }
      },
    })
    await page.locator('sightline-player .sentence', { hasText: 'The camera is off line' }).waitFor()
    await expect.poll(() => sent('subscribe').length).toBeGreaterThan(2)
    service.script.end = null
    await untilLabel('Live')
  })

  it('a token that is refused is asked for anew, and after three the person is', async () => {
    await open({
      prepare: () => {
        service.script.end = { code: 4401, reason: null, message: 'over', retry_after_ms: null }
      },
    })
    await untilLabel('Signed out')
    expect(await page.evaluate('asked')).toEqual(['first', 'refused', 'refused'])
    service.script.end = null
    await page.getByRole('button', { name: 'Try again' }).click()
    await untilLabel('Live')
  })

  it('asks for a token again where the page never answers', async () => {
    await open()
    await untilLabel('Live')
    await page.addInitScript(`addEventListener('tokenrequest', (event) => {
      event.stopImmediatePropagation()
      event.respondWith(new Promise(() => {}))
      window.leftWaiting = event.why
    }, { capture: true, once: true })`)
    await page.reload()
    await expect.poll(() => page.evaluate('window.leftWaiting')).toBe('first')
    await untilLabel('Live', 60_000)
    expect(await page.evaluate('asked')).toEqual(['first'])
  })

  it('renews its token before the end, over the socket', async () => {
    await open({
      prepare: () => {
        service.script.tokenMs = 4000
      },
    })
    await expect.poll(() => sent('token').length).toBeGreaterThan(1)
    expect(sent('token')[0]).toMatchObject({ token: expect.stringMatching(/^token-/) })
    expect(service.tokens).toHaveLength(1)
  })

  it('in the page of an integrator has its live token lengthened, and asks the page for no other', async () => {
    await open({
      attributes: 'data-tokens="lt_"',
      prepare: () => {
        service.script.tokenMs = 4000
      },
    })
    await untilLabel('Live')
    await expect.poll(() => sent('renew').length).toBeGreaterThan(0)
    await expect.poll(lag).toBeLessThan(4)
    expect([service.tokens, await page.evaluate('asked'), sent('token')]).toEqual([['lt_1'], ['first'], []])
  })

  it('steps down with a reason, and keeps to the picture', async () => {
    await open()
    await untilLabel('Live')
    const since = new Date().toISOString()
    service.say({
      type: 'state',
      state: 'live',
      stream: 'sub',
      reason: 'stepped_down_slow_viewer',
      message: null,
      since,
    })
    // A busy machine may be the reason indeed.
    await page
      .getByText(/Smaller picture: (your line is slow|this browser is busy)/)
      .first()
      .waitFor()
    expect(await isGrey()).toBe(false)
  })

  it('of keyframes alone each says how old it is, and none is called stalled before its time', async () => {
    await open({ picture: { gopSec: 4, loopSec: 40 }, attributes: 'mode="keys"' })
    await untilLabel('Live')
    await untilLabel(/^[23] s old/)
    await untilLabel('Live')
    expect(await isGrey()).toBe(false)
    expect(await page.evaluate('states')).toEqual(['starting', 'live'])
    await page.evaluate("player.setAttribute('mode', 'full')")
    await expect.poll(lag).toBeLessThan(4)
  })

  it('shows sixteen pictures over one socket, decoded by a few workers, and says of each why it is smaller', async () => {
    await open({ picture: SUB_PICTURE, content: pageWithTiles(Array<string>(16).fill(camera)) })
    const ofAll = (what: string) => ofAllTiles(page, what)
    await expect.poll(() => ofAll('tile.state?.kind'), { timeout: 30_000 }).toEqual(Array(16).fill('live'))
    expect(service.tokens).toHaveLength(1)
    expect([...service.sessions].map(({ subscriptions }) => subscriptions.size)).toEqual([16])
    const workers = Number(await page.evaluate('workers'))
    expect(workers).toBeGreaterThan(0)
    expect(workers).toBeLessThan(5)
    // One of them matters more.
    await page.evaluate("document.querySelector('sightline-player').setAttribute('mode', 'full')")
    await expect.poll(() => sent('update')).toMatchObject([{ mode: 'full' }])
    await page.evaluate('drawn.fill(0)')
    await expect.poll(() => page.evaluate('drawn[0]')).toBeGreaterThan(30)
    const drawn = z.array(z.number()).parse(await page.evaluate('drawn'))
    expect(Math.max(...drawn.slice(1))).toBeLessThan((drawn[0] ?? 0) / 3)
    service.say({
      type: 'state',
      state: 'live',
      stream: 'sub',
      reason: 'stepped_down_slow_viewer',
      message: null,
      since: new Date().toISOString(),
    })
    const notes = async () =>
      z.array(z.string()).parse(await ofAll("tile.shadowRoot.querySelector('.note').textContent"))
    await expect
      .poll(async () => (await notes()).filter((text) => text.startsWith('Smaller picture: ')).length)
      .toBe(16)
    await expect.poll(() => ofAll('tile.state.kind')).toEqual(Array(16).fill('live'))
  })

  it('asks for nothing while its tab is hidden, and is back at once', async () => {
    await open()
    await untilLabel('Live')
    const hide = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    const hiddenAt = performance.now()
    await hide('hidden')
    await expect.poll(() => sent('unsubscribe').length, { interval: 50 }).toBe(1)
    expect(performance.now() - hiddenAt).toBeGreaterThan(2900)
    expect(performance.now() - hiddenAt).toBeLessThan(3000 + onBusyMachineMs)
    await untilLabel('Paused')
    await note('Picture of').waitFor()
    await expect.poll(() => service.sessions.size).toBe(0)
    const seenAt = performance.now()
    await hide('visible')
    await untilLabel('Live', onBusyMachineMs)
    expect(performance.now() - seenAt).toBeLessThan(onBusyMachineMs)
  })

  it('is used by keys: stops, plays, asks for sound, and hands out the picture that is shown', async () => {
    await open()
    await untilLabel('Live')
    await page.locator('sightline-player').focus()
    await page.keyboard.press(' ')
    await untilLabel('Stopped')
    await expect.poll(() => sent('unsubscribe').length).toBe(1)
    // It stands there in grey with its time, and is saved under it, whenever that is.
    expect(await isGrey()).toBe(true)
    await note('Picture of').waitFor()
    const seenAt = Number(await page.evaluate('drawn.at(-1).capturedMs'))
    await expect.poll(() => Date.now() - seenAt).toBeGreaterThan(2000)
    const saved = page.waitForEvent('download')
    await page.keyboard.press('p')
    const savedAs = timeInName((await saved).suggestedFilename())
    expect(savedAs).toBeGreaterThan(seenAt - 1)
    expect(savedAs).toBeLessThan(seenAt + 1000)
    await page.keyboard.press(' ')
    await untilLabel('Live')
    await page.keyboard.press('m')
    await expect.poll(() => sent('update')).toMatchObject([{ audio: true }])
  })

  it('decodes in the page where its policy allows no worker', async () => {
    const policy = "default-src 'self' 'unsafe-inline' ws:; worker-src 'none'"
    await open({ policy })
    await untilLabel('Live')
    expect(await page.evaluate('player.way')).toBe('webcodecs')
    await expect.poll(lag).toBeLessThan(4)
    expect(chromium.complaints.splice(0)).toEqual([expect.stringContaining('worker')])
  })

  it('plays the sound of the camera once it is asked for', async () => {
    await open({
      prepare: () => {
        service.script.hasSound = true
      },
    })
    await untilLabel('Live')
    await page.evaluate(`(() => {
      const start = AudioBufferSourceNode.prototype.start
      window.loudest = 0
      window.pieces = 0
      AudioBufferSourceNode.prototype.start = function (at) {
        window.pieces++
        window.loudest = Math.max(window.loudest, ...this.buffer.getChannelData(0))
        return start.call(this, at)
      }
    })()`)
    expect(await page.evaluate('player.muted')).toBe(true)
    await page.locator('sightline-player').hover()
    await page.getByRole('button', { name: 'Sound on' }).click()
    await expect.poll(async () => page.evaluate('pieces')).toBeGreaterThan(20)
    expect(Number(await page.evaluate('loudest'))).toBeCloseTo(0.5, 1)
    await page.getByRole('button', { name: 'Sound off' }).click()
    await expect.poll(() => sent('update')).toMatchObject([{ audio: true }, { audio: false }])
  })

  it('hands its picture to a window of its own, and takes it back', async () => {
    await open()
    await untilLabel('Live')
    await page.locator('sightline-player').hover()
    const button = page.getByRole('button', { name: 'Picture in picture' })
    await button.click()
    await expect.poll(async () => page.evaluate('document.pictureInPictureElement !== null')).toBe(true)
    await button.click()
    await expect.poll(async () => page.evaluate('document.pictureInPictureElement')).toBeNull()
  })

  it('no page broke a rule of its own', async () => {
    await open()
    expect(chromium.complaints).toEqual([])
  })
})

/** When a picture was, by the name of its file, ms since the epoch. */
function timeInName(file: string): number {
  const [, day = '', hour = '', minute = '', second = ''] =
    /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.jpg$/.exec(file) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}
