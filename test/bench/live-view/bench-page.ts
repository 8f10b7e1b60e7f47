import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { Chromium } from '../../harness/chromium.js'

/** By which way a page shows pictures. */
export type Way = 'webcodecs' | 'mse'

const Drawn = z.object({
  /** Since the player was put into the page, ms. */
  afterMs: z.number(),
  /** When it was drawn, ms since the epoch. */
  atMs: z.number(),
  /** Since its packet was at the agent, ms. */
  ageMs: z.number(),
  width: z.number(),
})
const Seen = z.object({
  way: z.string().nullable(),
  /** When it was put into the page, ms since the epoch. */
  beganAtMs: z.number(),
  drawn: z.array(Drawn),
  /** How the picture stood, each from then on. */
  states: z.array(z.object({ kind: z.string(), atMs: z.number() })),
  /** When the thumbnail was there, since the player was put into the page, ms; null: not yet. */
  thumbnailMs: z.number().nullable(),
  /** When no picture was to be seen any more, ms since the epoch; null: it is. */
  hiddenAtMs: z.number().nullable(),
  /** What went wrong, for the error. */
  problem: z.string().nullable(),
})

/** A picture that was drawn. */
export type DrawnPicture = z.infer<typeof Drawn>
/** What a page has shown so far. */
export type Seen = z.infer<typeof Seen>

/** What a player is to show. */
export interface Shown {
  readonly camera: string
  readonly token: string
  /** Where the player finds the service; what the page is from if it is left out. */
  readonly server?: string
  readonly stream?: 'main' | 'sub'
}

/** A viewer who was stepped down for want of processor time gets all again after a minute. */
const limitMs = 150_000
/** The page says itself when something was: it is left alone meanwhile. */
const pollIntervalMs = 400

/** A page of the service's own origin in which pictures come and go, one at a time. Its clock is that of this machine. */
export class BenchPage {
  /** What the page wrote to its console. */
  readonly #said: readonly string[]
  readonly #page: Page

  private constructor(page: Page, said: readonly string[]) {
    this.#said = said
    this.#page = page
  }

  /** @param origin of the service, which serves the player */
  static async open(chromium: Chromium, origin: string, way: Way = 'webcodecs'): Promise<BenchPage> {
    const page = await chromium.context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const session = await chromium.context.newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
    // Its content comes from here, its origin from what was there before: the source of the player, read as a text.
    await page.goto(`${origin}/player/v1/player.js`)
    await page.setContent(contentFor(way))
    await page.waitForFunction("customElements.get('sightline-player') !== undefined")
    return new BenchPage(page, said)
  }

  /** Puts a player into the page in place of what was there. */
  async play(shown: Shown): Promise<void> {
    await this.#page.evaluate(`play(${JSON.stringify(shown)})`)
  }

  /** Shows what a bare relay sends, by WebCodecs, each picture as soon as it is decoded. */
  async playBare(address: string, format: object): Promise<void> {
    await this.#page.evaluate(`playBare(${JSON.stringify({ address, format })})`)
  }

  /** Shows what a WebRTC peer sends. @param address where it takes an offer */
  async playPeer(address: string): Promise<void> {
    await this.#page.evaluate(`playPeer(${JSON.stringify({ address })})`)
  }

  /** Takes it out of the page. @returns what it has shown */
  async stop(): Promise<Seen> {
    return Seen.parse(await this.#page.evaluate('stop()'))
  }

  async seen(): Promise<Seen> {
    return Seen.parse(await this.#page.evaluate('seen()'))
  }

  /** What `find` finds in what was shown, as soon as it is there. @throws Error if it is not within two and a half minutes */
  async until<T>(what: string, find: (seen: Seen) => T | null | undefined): Promise<T> {
    for (let leftMs = limitMs; ; leftMs -= pollIntervalMs) {
      const seen = await this.seen()
      const found = find(seen)
      if (found !== null && found !== undefined) return found
      if (leftMs <= 0 || seen.problem !== null)
        throw new Error(`${what}: not seen; ${seen.problem}; ${this.#summary(seen)}`)
      await sleep(pollIntervalMs)
    }
  }

  close(): Promise<void> {
    return this.#page.close()
  }

  #summary(seen: Seen): string {
    const states = seen.states.map(({ kind }) => kind).join(', ')
    const newest = seen.drawn.at(-1)
    return `${seen.drawn.length} pictures by ${seen.way}, the newest ${JSON.stringify(newest)}; ${states}; ${this.#said.slice(-5).join('; ')}`
  }
}

/** Without `VideoDecoder` it is as a page over plain http at another name than localhost. */
const contentFor = (way: Way) => `<!doctype html><meta charset="utf-8"><title>Bench</title>
${way === 'mse' ? '<script>delete window.VideoDecoder</script>' : ''}
<script type="module" src="/player/v1/player.js"></script>
<script>
  let shown = null
  let record = null
  const begin = () => {
    stop()
    record = { way: null, beganAtMs: Date.now(), drawn: [], states: [], thumbnailMs: null, hiddenAtMs: null, problem: null }
    const [mine, beganAt] = [record, performance.now()]
    return {
      record: mine,
      after: () => performance.now() - beganAt,
      drawn: (capturedMs, width) => {
        const atMs = Date.now()
        mine.drawn.push({ afterMs: performance.now() - beganAt, atMs, ageMs: atMs - capturedMs, width })
      },
      failed: (error) => { mine.problem ??= String(error) },
    }
  }
  const seen = () => ({ ...record, way: record.way ?? shown?.way?.() ?? null })
  const stop = () => {
    const last = record && seen()
    shown?.remove()
    shown = null
    return last
  }
  const place = (element, more) => {
    element.style.width = '960px'
    document.body.append(element)
    shown = { remove: () => element.remove(), ...more }
  }
  const play = ({ server, camera, token, stream }) => {
    const told = begin()
    const player = document.createElement('sightline-player')
    player.addEventListener('frame', ({ detail }) => told.drawn(detail.capturedMs, detail.width))
    player.addEventListener('statechange', ({ detail }) => {
      told.record.states.push({ kind: detail.kind, atMs: Date.now() })
    })
    const stillGood = async () => {
      const headers = { authorization: 'Bearer ' + token }
      const answer = await fetch('/api/v1/auth/me', { headers })
      return answer.status === 401 ? null : token
    }
    player.addEventListener('tokenrequest', (event) => {
      event.respondWith(event.why === 'first' ? token : stillGood())
    })
    new MutationObserver(() => {
      told.record.hiddenAtMs = player.hasAttribute('data-hidden') ? told.record.hiddenAtMs ?? Date.now() : null
    }).observe(player, { attributeFilter: ['data-hidden'] })
    player.shadowRoot.querySelector('.poster').addEventListener('load', () => {
      told.record.thumbnailMs ??= told.after()
    })
    if (server) player.setAttribute('server', server)
    if (stream) player.setAttribute('stream', stream)
    player.setAttribute('camera', camera)
    player.token = token
    place(player, { way: () => player.way })
  }
  ${barePage}
  ${peerPage}
</script>`

/** As little as a page needs for frames of docs/protocol.md, section 20: no acknowledgements, no pacing. */
const barePage = `
  const playBare = ({ address, format: { codec, description } }) => {
    const told = begin()
    told.record.way = 'webcodecs'
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { alpha: false, desynchronized: true })
    const captured = new Map()
    const decoder = new VideoDecoder({
      output: (picture) => {
        const { capturedMs, isPast } = captured.get(picture.timestamp)
        captured.delete(picture.timestamp)
        if (!isPast || told.record.drawn.length === 0) {
          if (canvas.width !== picture.displayWidth) canvas.width = picture.displayWidth
          if (canvas.height !== picture.displayHeight) canvas.height = picture.displayHeight
          context.drawImage(picture, 0, 0)
          told.drawn(capturedMs, canvas.width)
        }
        picture.close()
      },
      error: told.failed,
    })
    const bytes = Uint8Array.from(atob(description), (character) => character.charCodeAt(0))
    decoder.configure({ codec, description: bytes, optimizeForLatency: true })
    const socket = new WebSocket(address)
    socket.binaryType = 'arraybuffer'
    let isFirst = true
    socket.addEventListener('message', ({ data }) => {
      const head = new DataView(data)
      const flags = head.getUint8(1)
      if (isFirst && !(flags & 1)) return
      isFirst = false
      const timestamp = head.getFloat64(16) + head.getInt32(24)
      captured.set(timestamp, { capturedMs: head.getFloat64(8), isPast: (flags & 4) !== 0 })
      decoder.decode(new EncodedVideoChunk({
        type: flags & 1 ? 'key' : 'delta', timestamp, data: new Uint8Array(data, 32),
      }))
    })
    socket.addEventListener('error', () => told.failed('the bare relay hung up'))
    place(canvas, { remove: () => { socket.close(); decoder.close(); canvas.remove() } })
  }`

const peerPage = `
  const playPeer = async ({ address }) => {
    const told = begin()
    told.record.way = 'webrtc'
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    const peer = new RTCPeerConnection()
    place(video, { remove: () => { peer.close(); video.remove() } })
    const watch = () => video.requestVideoFrameCallback((now, { width }) => {
      told.drawn(Date.now(), width)
      watch()
    })
    watch()
    peer.addEventListener('track', ({ track }) => {
      video.srcObject = new MediaStream([track])
      video.play().catch(told.failed)
    })
    peer.addTransceiver('video', { direction: 'recvonly' })
    try {
      await peer.setLocalDescription(await peer.createOffer())
      if (peer.iceGatheringState !== 'complete') {
        await new Promise((resolve) => peer.addEventListener('icecandidate', resolve, { once: true }))
      }
      const answer = await fetch(address, { method: 'POST', body: peer.localDescription.sdp })
      await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
    } catch (error) {
      told.failed(error)
    }
  }`
