import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { Chromium } from '../../harness/chromium.js'
import { monotonicMs } from '../measure/monotonic.js'

/** What a page of tiles asks for. */
export interface Tiles {
  readonly count: number
  readonly camera: string
  readonly token: string
  readonly mode: 'full' | 'keys'
}

const Drawn = z.array(z.number())

/** A page of the service's own origin with many players of one camera, over one socket. */
export class TilesPage {
  readonly #chromium: Chromium
  readonly #page: Page

  private constructor(chromium: Chromium, page: Page) {
    this.#chromium = chromium
    this.#page = page
  }

  /** @param origin of the service, which serves the player */
  static async open(chromium: Chromium, origin: string): Promise<TilesPage> {
    const page = await chromium.context.newPage()
    const session = await chromium.context.newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
    await page.goto(`${origin}/player/v1/player.js`)
    await page.setContent(content)
    await page.waitForFunction('window.show !== undefined')
    return new TilesPage(chromium, page)
  }

  /** Puts the tiles into the page in place of those that were there. */
  async show(tiles: Tiles): Promise<void> {
    await this.#page.evaluate(`show(${JSON.stringify(tiles)})`)
  }

  /** Pictures that each of them has drawn. */
  async drawn(): Promise<readonly number[]> {
    return Drawn.parse(await this.#page.evaluate('drawn'))
  }

  /** Percent of a core that the browser takes, all its processes together, over the next `seconds`. */
  async processorShare(seconds: number): Promise<number> {
    const [startedAt, before] = [monotonicMs(), await this.#processorSec()]
    await sleep(seconds * 1000)
    const [endedAt, after] = [monotonicMs(), await this.#processorSec()]
    return ((after - before) * 100_000) / (endedAt - startedAt)
  }

  async #processorSec(): Promise<number> {
    const browser = this.#chromium.context.browser()
    if (!browser) throw new Error('the browser has gone')
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
}

const content = `<!doctype html><meta charset="utf-8"><title>Tiles</title>
<style>body { margin: 0; display: grid; grid-template-columns: repeat(4, 1fr) } sightline-player { min-width: 0 }</style>
<script type="module">
  import { LiveConnection } from '/player/v1/player.js'
  let connection = null
  window.drawn = []
  window.show = ({ count, camera, token, mode }) => {
    document.body.replaceChildren()
    connection?.close()
    connection = new LiveConnection({ server: location.origin, requestToken: async () => token })
    window.drawn = Array(count).fill(0)
    const mine = window.drawn
    for (let at = 0; at < count; at++) {
      const player = document.createElement('sightline-player')
      player.connection = connection
      player.setAttribute('camera', camera)
      player.setAttribute('stream', 'sub')
      player.setAttribute('mode', mode)
      player.addEventListener('frame', () => mine[at]++)
      document.body.append(player)
    }
  }
</script>`
