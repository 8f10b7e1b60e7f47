import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import {
  type FrameMark,
  MARK_BLOCKS,
  MARK_HEIGHT_PART,
  readMark,
} from '../fakes/camera/picture/frame-mark.js'
import type { Serve } from '../fakes/live-service/index.js'
import { repositoryRoot } from './program.js'

const PlayerFile = z.enum(['player.js', 'mpeg1.js', 'mse.js'])
type PlayerFile = z.infer<typeof PlayerFile>

/** What was built of the player, as the cloud serves it. */
export const playerFile = (name: PlayerFile): string =>
  path.join(repositoryRoot, 'cloud', 'console', 'player', 'dist', name)

/** A page with one player, whose token comes by its event. @param attributes of the player; `data-tokens`: how its tokens begin */
export function pageWithPlayer(attributes: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>body { margin: 0; background: light-dark(#f3f4f6, #0b0d0f); color-scheme: light dark; padding: 12px }</style>
<script type="module" src="/player/v1/player.js"></script>
<sightline-player id="player" ${attributes}></sightline-player>
<script>
  const player = document.getElementById('player')
  window.asked = []
  window.states = []
  window.drawn = []
  player.addEventListener('tokenrequest', (event) => {
    asked.push(event.why)
    event.respondWith(Promise.resolve((player.dataset.tokens ?? 'token-') + asked.length))
  })
  player.addEventListener('statechange', (event) => states.push(event.detail.kind))
  player.addEventListener('frame', (event) => drawn.push({ ...event.detail, at: Date.now() }))
</script>`
}

/**
 * A page with a player of keyframes for each of the cameras over one connection, which counts what each draws, and the workers that they
 * start. @param from the service, where it is not that of the page, and a token for it
 */
export function pageWithTiles(
  cameras: readonly string[],
  { origin = '', token = 'token-1' }: { readonly origin?: string; readonly token?: string } = {},
): string {
  return `<!doctype html><meta charset="utf-8">
<style>body { margin: 0; display: grid; grid-template-columns: repeat(4, 1fr) } sightline-player { min-width: 0 }</style>
<script>
  window.drawn = Array(${cameras.length}).fill(0)
  window.workers = 0
  window.Worker = class extends Worker {
    constructor(address) {
      super(address)
      workers++
    }
  }
</script>
<script type="module">
  import { LiveConnection } from '${origin}/player/v1/player.js'
  const server = '${origin}' || location.origin
  const cameras = ${JSON.stringify(cameras)}
  const connection = new LiveConnection({ server, requestToken: async () => '${token}' })
  cameras.forEach((camera, at) => {
    const player = document.createElement('sightline-player')
    player.connection = connection
    player.setAttribute('camera', camera)
    player.setAttribute('mode', 'keys')
    player.addEventListener('frame', () => drawn[at]++)
    document.body.append(player)
  })
</script>`
}

/** What each player of a page says. @param what an expression of a `tile` */
export const ofAllTiles = (page: Page, what: string): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('sightline-player')].map((tile) => ${what})`)

export interface Serving {
  /** Content-Security-Policy of the page. */
  readonly policy?: string | undefined
  /** Files of the player that are not served. */
  readonly withheld?: readonly PlayerFile[] | undefined
  readonly more?: Serve | undefined
}

/** Serves a page with one player, the player, and what is given besides. */
export function servePlayer(
  page: string,
  { policy, withheld = [], more = () => false }: Serving = {},
): Serve {
  return (request, response) => {
    const address = new URL(request.url ?? '/', 'http://localhost')
    const file = PlayerFile.safeParse(address.pathname.replace('/player/v1/', '')).data
    if (file && !withheld.includes(file)) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      response.end(readFileSync(playerFile(file)))
    } else if (address.pathname === '/') {
      const headers = policy === undefined ? {} : { 'content-security-policy': policy }
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page)
    } else return more(request, response)
    return true
  }
}

const Blocks = z.array(z.number()).nullable()

/** The mark in what a player shows now, read from its pixels; null before the first picture. */
export async function shownMark(page: Page): Promise<FrameMark | null> {
  const blocks = Blocks.parse(
    await page.evaluate(`(() => {
      const view = document.querySelector('sightline-player').shadowRoot.querySelector('.stage').firstElementChild
      const width = view?.videoWidth ?? view?.width ?? 0
      const height = view?.videoHeight ?? view?.height ?? 0
      if (!width || !height) return null
      const strip = new OffscreenCanvas(width, Math.floor(height / ${MARK_HEIGHT_PART}))
      const context = strip.getContext('2d')
      context.drawImage(view, 0, 0, width, height)
      const pixels = context.getImageData(0, Math.floor(strip.height / 2), width, 1).data
      return Array.from({ length: ${MARK_BLOCKS} }, (_, block) => {
        const at = Math.floor(((block + 0.5) / ${MARK_BLOCKS}) * width) * 4
        return Math.round(0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2])
      })
    })()`),
  )
  return blocks === null ? null : readMark(Uint8Array.from(blocks))
}

/** The chip in the corner of the picture. */
export async function label(page: Page): Promise<string> {
  return (await page.locator('sightline-player .label').textContent()) ?? ''
}
