import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Link } from '../fakes/link/index.js'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, startWorld, type World } from '../harness/index.js'
import { LivePages, takeWatched, untilLabel, untilLive, untilMoved } from '../harness/live-page.js'

tellIfThereIsNone('live-trouble-page.test.ts')

const small = { width: 320, height: 180, loopSec: 20 }

/** For `open`: a browser whose decoder fails at each picture, in a page that may have no worker. */
const brokenDecoder = `(() => {
  window.Worker = class { constructor() { throw new Error('no worker here') } }
  window.decoders = 0
  const configure = VideoDecoder.prototype.configure
  VideoDecoder.prototype.configure = function (config) {
    window.decoders++
    return configure.call(this, config)
  }
  VideoDecoder.prototype.decode = function () {
    throw new DOMException('the decoder broke', 'EncodingError')
  }
})()`

/** For `open`: where it is told to, the page is busy for nine tenths of each second. */
const busyPage = `(() => {
  window.isBusy = false
  setInterval(() => {
    const end = performance.now() + 900
    while (window.isBusy && performance.now() < end);
  }, 1000)
})()`

describe.skipIf(chromiumPath === undefined)('live view in trouble, in a real browser', () => {
  let world: World
  /** The line of the browser. */
  let line: Link
  let pages: LivePages
  let camera: AddedCamera

  beforeAll(async () => {
    line = await Link.start(0)
    world = await startWorld({
      cloudEnv: { PUBLIC_URL: line.url },
      cameras: [{ name: 'Gate', subPicture: small }],
    })
    line.leadTo(world.cloud.port)
    const [fake] = world.cameras
    camera = await world.addCamera(await world.onlineAgent(), fake, { rtsp_sub_url: fake?.rtspUrl('sub') })
    pages = await LivePages.start(world, line.url)
  })
  afterAll(async () => {
    await pages?.close()
    await line?.close()
    await world?.close()
  })

  it('a camera that freezes is called stalled, in grey, and live again when it goes on', async () => {
    const page = await pages.openLive(camera)
    camera.fake.faults.freeze()
    await untilLabel(page, /^Stalled for \d+ s/)
    expect(await page.evaluate("document.querySelector('sightline-player').hasAttribute('data-old')")).toBe(
      true,
    )
    camera.fake.faults.thaw()
    await untilLive(page, camera)
    await page.close()
  })

  it('a line of the browser that is cut is told, and the picture is of now as soon as it stands again', async () => {
    const page = await pages.openLive(camera)
    line.cut()
    await untilLabel(page, 'No connection')
    line.mend()
    await untilLive(page, camera)
    await untilMoved(page, 5)
    await page.close()
  })

  it('a browser whose decoder fails three times is given Media Source Extensions, and shows what is now', async () => {
    const page = await pages.open(camera, brokenDecoder)
    await untilLive(page, camera)
    await untilMoved(page, 5)
    expect(await page.evaluate("document.querySelector('sightline-player').way")).toBe('mse')
    expect(await page.evaluate('window.decoders')).toBe(3)
    await page.close()
  })

  it('a page that is too busy gets the sub stream and says so, costs nobody else a picture, and is of now at once', async () => {
    const page = await pages.openLive(camera, busyPage)
    const other = await pages.openLive(camera)
    await takeWatched(other)
    await page.evaluate('window.isBusy = true')
    await page
      .locator('sightline-player')
      .getByText('Smaller picture: this browser is busy')
      .first()
      .waitFor()
    await page.evaluate('window.isBusy = false')
    await untilLive(page, camera, 'sub')
    await untilMoved(page, 5)
    expect((await takeWatched(page)).drawn.at(-1)).toMatchObject({ width: small.width })
    await untilLive(other, camera)
    expect((await takeWatched(other)).drawn.every(({ width }) => width === 640)).toBe(true)
    for (const one of [page, other]) await one.close()
  })

  it('no page broke a rule of its own', () => {
    expect(pages.chromium.complaints).toEqual([])
  })
})
