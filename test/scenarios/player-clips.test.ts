import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Serve } from '../fakes/live-service/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { madeMedia } from '../harness/made-media.js'
import { PageServer } from '../harness/page-server.js'
import { label, pageWithPlayer, servePlayer } from '../harness/player-page.js'

tellIfThereIsNone('player-clips.test.ts')

const camera = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'

describe.skipIf(chromiumPath === undefined)('the player in a real browser', () => {
  let chromium: Chromium
  let server: PageServer
  let page: Page

  beforeAll(async () => {
    chromium = await startChromium()
  })
  afterEach(async () => {
    await page?.close()
    await server[Symbol.asyncDispose]()
  })
  afterAll(() => chromium?.close())

  /** @param files that lie beside the page, by their paths */
  async function open(attributes: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
    const content = pageWithPlayer(`camera="${camera}" style="width: 640px" ${attributes}`)
    server = await PageServer.start(servePlayer(content, { more: serveFiles(files) }))
    page = await chromium.open(server.origin)
  }

  const untilLabel = (wanted: string) => expect.poll(() => label(page)).toBe(wanted)

  const note = (text: string) => page.locator('sightline-player .note', { hasText: text })

  it('plays a clip: at a place, at a speed, picture by picture', async () => {
    const clip = await madeMedia('-t 60 -r 10 -c:v libx264 -bf 2 -g 20', 'mp4')
    await open('src="/clip.mp4" start="5" recorded-at="2026-03-14T09:41:00Z"', { '/clip.mp4': clip })
    await untilLabel('Recorded')
    const position = async () => Number(await page.evaluate('player.currentTime'))
    await expect.poll(position).toBe(5)
    await page.locator('sightline-player').focus()
    // Ten pictures a second: each has its tenth.
    const tenth = async () => Math.floor((await position()) * 10 + 0.001)
    await page.keyboard.press('.')
    await expect.poll(tenth).toBe(51)
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    await expect.poll(tenth).toBe(53)
    await page.keyboard.press(',')
    await expect.poll(tenth).toBe(52)
    const speed = () => page.evaluate("player.shadowRoot.querySelector('video').playbackRate")
    await page.getByLabel('Speed').selectOption('0.25')
    expect(await speed()).toBe(0.25)
    await page.getByLabel('Speed').selectOption('8')
    expect(await speed()).toBe(8)
    const begunAt = performance.now()
    await page.keyboard.press(' ')
    await expect.poll(position).toBeGreaterThan(13)
    expect(performance.now() - begunAt).toBeLessThan(6000)
    await page.keyboard.press(' ')
    await page.getByLabel('Place in the clip').fill('2')
    await expect.poll(position).toBe(2)
    expect(await page.evaluate('player.snapshot().then((picture) => picture.type)')).toBe('image/jpeg')
    const saved = async () => {
      const file = page.waitForEvent('download')
      await page.evaluate('player.save()')
      return (await file).suggestedFilename()
    }
    // Until the picture of the new place is drawn it is the one before that is saved, with the time of that one.
    await expect.poll(saved).toMatch(/-2026-03-14T09-41-0[12]\.\d{3}Z\.jpg$/)
  })

  it('offers a clip that it cannot play as a file, with its snapshot, and one that is gone not at all', async () => {
    const clip = await madeMedia('-t 1 -c:v libx265 -x265-params log-level=none -tag:v hvc1', 'mp4')
    const snapshot = await madeMedia('-frames:v 1', 'mjpeg')
    await open('src="/clip.mp4" poster="/snapshot.jpg"', { '/clip.mp4': clip, '/snapshot.jpg': snapshot })
    await untilLabel('Cannot play')
    await note('This browser cannot play what the camera recorded').waitFor()
    expect(await page.evaluate("player.shadowRoot.querySelector('.poster').naturalWidth")).toBe(320)
    // Also on a phone nothing lies across the other, and nothing else can be pressed.
    await page.evaluate("player.style.width = '336px'")
    const link = page.getByRole('link', { name: 'Save the clip' })
    const [said, offered] = [await note('This browser cannot').boundingBox(), await link.boundingBox()]
    expect(offered?.y).toBeGreaterThan((said?.y ?? 0) + (said?.height ?? 0))
    expect(await page.getByRole('button').count()).toBe(0)
    const saved = page.waitForEvent('download')
    await link.click()
    expect(Buffer.compare(await readFile(await (await saved).path()), clip)).toBe(0)
    await page.evaluate("player.setAttribute('src', '/gone.mp4')")
    await note('This clip is not there any more').waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})

/** Serves files by their paths. */
const serveFiles =
  (files: Readonly<Record<string, Buffer>>): Serve =>
  (request, response) => {
    const bytes = files[request.url ?? '']
    if (!bytes) return false
    serveBytes(bytes, request.headers.range, response)
    return true
  }

/** As a media store answers: whole, or the part that was asked for. */
function serveBytes(bytes: Buffer, range: string | undefined, response: ServerResponse): void {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '') return void response.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes)
  const end = to === '' ? bytes.length - 1 : Number(to)
  response
    .writeHead(206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${end}/${bytes.length}`,
    })
    .end(bytes.subarray(Number(from), end + 1))
}
