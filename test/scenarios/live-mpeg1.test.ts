import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadPicture, TEST_PICTURE } from '../fakes/camera/index.js'
import { LiveService, mpeg1Pictures } from '../fakes/live-service/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, startWorld, type World } from '../harness/index.js'
import { label, pageWithPlayer, playerFile, servePlayer, shownMark } from '../harness/player-page.js'

tellIfThereIsNone('live-mpeg1.test.ts')

const untilLabel = (page: Page, wanted: string | RegExp) =>
  expect.poll(() => label(page), { timeout: 30_000, interval: 50 }).toMatch(wanted)

const wayOf = (page: Page) => page.evaluate("document.querySelector('sightline-player').way")

describe.skipIf(chromiumPath === undefined)('MPEG-1 in the player', () => {
  const camera = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
  const otherName = 'cameras.example'
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

  async function open(opening: Parameters<typeof servePlayer>[1] & { readonly host?: string } = {}) {
    const picture = await loadPicture({ ...TEST_PICTURE, fps: 25, loopSec: 8 })
    const content = pageWithPlayer(`camera="${camera}" style="width: 640px"`)
    service = await LiveService.start(picture, servePlayer(content, opening))
    service.script.mpeg1 = await mpeg1Pictures(picture)
    page = await chromium.open(`http://${opening.host ?? '127.0.0.1'}:${service.port}/`)
  }

  /** Frames by which the picture lags behind the camera. */
  const lag = async (): Promise<number> => {
    const mark = await shownMark(page)
    if (!mark) return Number.POSITIVE_INFINITY
    const { loopFrames } = service.picture
    return (service.newestCounter - mark.counter + loopFrames) % loopFrames
  }

  const subscribed = () => service.messages.filter((message) => message.type === 'subscribe')

  it.each([
    ['127.0.0.1', 'where the browser has WebCodecs'],
    [otherName, 'where it has not'],
  ])('at %s, %s: moves at the live edge, is confirmed, and can be saved', async (host) => {
    await open({ host })
    await untilLabel(page, 'Live')
    await expect.poll(lag).toBeLessThan(6)
    const before = await page.evaluate('drawn.length')
    await expect.poll(() => page.evaluate('drawn.length')).toBeGreaterThan(Number(before) + 25)
    expect(await wayOf(page)).toBe('mpeg1')
    expect(subscribed()[0]?.decodes.at(-1)).toBe('mpeg1')
    await expect.poll(() => service.messages.filter(({ type }) => type === 'ack').length).toBeGreaterThan(10)
    expect(await page.evaluate('states')).toEqual(['starting', 'live'])
    expect(await page.evaluate('player.snapshot().then((picture) => picture.type)')).toBe('image/jpeg')
  })

  it('says what the browser cannot play, and that it is shown in another way', async () => {
    await open()
    await untilLabel(page, 'Live')
    const codecs = ['H.264', 'H.265'].filter(
      (name) => !subscribed()[0]?.decodes.some((codec) => codec === name.replace('.', '').toLowerCase()),
    )
    const reason = 'codec_not_decodable'
    const since = new Date().toISOString()
    service.say({ type: 'state', state: 'live', stream: 'main', reason, message: null, since })
    const what = codecs.length === 1 ? codecs[0] : 'what the camera sends'
    await page.getByText(`This browser cannot play ${what}: shown as MPEG-1`).first().waitFor()
  })

  it('is decoded in the page where its policy allows no worker', async () => {
    await open({ policy: "default-src 'self' 'unsafe-inline' ws:; worker-src 'none'" })
    await untilLabel(page, 'Live')
    await expect.poll(lag).toBeLessThan(6)
    expect(chromium.complaints.splice(0)).toEqual([expect.stringContaining('worker')])
  })

  it('is given up where its decoder cannot be loaded, and the cloud is told', async () => {
    await open({ withheld: ['mpeg1.js'] })
    await expect.poll(() => subscribed().at(-1)?.decodes.includes('mpeg1')).toBe(false)
    service.script.mpeg1 = null
    expect(subscribed().length).toBeLessThan(5)
    // What it complained of has come once it is gone.
    await page.close()
    chromium.complaints.splice(0)
  })

  it('goes on after a picture that is broken', async () => {
    await open()
    await untilLabel(page, 'Live')
    service.damageNext()
    await page.evaluate('drawn.length = 0')
    await expect.poll(() => page.evaluate('drawn.length'), { timeout: 30_000 }).toBeGreaterThan(20)
    await untilLabel(page, 'Live')
    await expect.poll(lag).toBeLessThan(6)
  })

  it('no page broke a rule of its own', async () => {
    await open()
    expect(chromium.complaints).toEqual([])
  })
})

const Decoder = z.object({
  Mpeg1Decoder: z.custom<
    new () => {
      decode(data: Uint8Array): boolean
      picture(): { readonly width: number; readonly height: number } | null
    }
  >((value) => typeof value === 'function'),
})

it('the decoder of MPEG-1 comes to an end with whatever it is given', async () => {
  const { Mpeg1Decoder } = Decoder.parse(await import(playerFile('mpeg1.js')))
  const picture = await loadPicture({ ...TEST_PICTURE, fps: 25, loopSec: 8 })
  const pictures = await mpeg1Pictures(picture)
  const decoder = new Mpeg1Decoder()
  for (const { data } of pictures.slice(0, 24)) expect(decoder.decode(data)).toBe(true)
  expect(decoder.picture()).toMatchObject({ width: 640, height: 360 })
  let refused = 0
  for (const [index, { data }] of pictures.entries()) {
    const broken = Buffer.from(data.subarray(0, index % 3 === 0 ? data.length : 188 * (1 + (index % 7))))
    // Another part of each picture, by numbers that are far from each other.
    for (let at = 4 + (index % 50); at < broken.length; at += 61) broken[at] = (at * 167 + index * 31) & 0xff
    try {
      decoder.decode(broken)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(0)
  expect(decoder.decode(pictures[0]?.data ?? Buffer.alloc(0))).toBe(true)
  expect(readFileSync(playerFile('player.js'), 'utf8')).not.toContain('decodePicture')
})

describe.skipIf(chromiumPath === undefined)('a camera with H.265 alone, from camera to page', () => {
  let world: World
  let chromium: Chromium
  let hall: AddedCamera
  let yard: AddedCamera

  beforeAll(async () => {
    const only = { picture: { codec: 'h265' as const }, subPicture: null }
    world = await startWorld({
      cameras: [
        { name: 'Hall', ...only },
        { name: 'Yard', ...only },
      ],
    })
    const agent = await world.onlineAgent()
    hall = await world.addCamera(agent, world.cameras[0])
    yard = await world.addCamera(agent, world.cameras[1])
    chromium = await startChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  /** What a page says of its picture. A page too slow for all of it is sent less, is told so, and is tried again. */
  const untilSaid = (page: Page, sentence: string) =>
    page.getByText(sentence).first().waitFor({ timeout: 120_000 })

  /** The page of a camera; its player counts what it draws. */
  async function open(camera: AddedCamera): Promise<Page> {
    const page = await chromium.open(`${world.cloud.url}/cameras/${camera.id}/live`)
    await page.evaluate(`window.drawn = 0
      document.querySelector('sightline-player').addEventListener('frame', () => { drawn++ })`)
    return page
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(world.owner.email)
    await page.getByLabel('Password').fill(world.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('moves as MPEG-1; a second one comes as JPEG, for one is transcoded at a time; no page broke a rule', async () => {
    const first = await open(hall)
    await signIn(first)
    await untilLabel(first, 'Live')
    await untilSaid(first, 'This browser cannot play H.265: shown as MPEG-1')
    expect(await wayOf(first)).toBe('mpeg1')
    const marks = new Set<number>()
    await expect
      .poll(async () => marks.add((await shownMark(first))?.counter ?? -1).size, { timeout: 60_000 })
      .toBeGreaterThan(20)
    const second = await open(yard)
    await untilSaid(second, 'Still pictures: this browser cannot play H.265')
    await expect.poll(() => shownMark(second)).not.toBeNull()
    expect(await wayOf(second)).toBe('jpeg')
    const before = await first.evaluate('drawn')
    await expect.poll(() => first.evaluate('drawn')).toBeGreaterThan(Number(before) + 20)
    expect(chromium.complaints).toEqual([])
    await first.close()
    await second.close()
  })
})
