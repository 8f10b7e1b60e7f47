import {
  LiveConnection,
  type LiveMode,
  mostAnswerMs,
  type StreamRole,
  systemClock,
  type TokenWhy,
  within,
} from '@sightline/client/live'
import type { PictureState } from '../live/picture-state.js'
import { pageReady } from '../platform/page-ready.js'
import type { Trouble } from '../recorded/recorded-view.js'
import type { ClipMarks } from './clip-line.js'
import { deedOf, isTaken } from './keys.js'
import { Player } from './player.js'
import { english, type PlayerTexts } from './texts.js'
import { TokenRequestEvent } from './token-request.js'

/**
 * `<sightline-player camera="…" server="https://…">`: a live picture, or with `src` a clip.
 *
 * Attributes: `camera`, `server` (default: where the page is from), `stream` (main, sub), `mode` (full, keys), `src` (address
 * of a clip), `start` (seconds in it), `autoplay` (the clip begins by itself), `recorded-at` (when its first picture was recorded),
 * `poster`, `label` (name of the camera). The token comes by the property `token` or the event `tokenrequest`, and is written
 * nowhere. Events: `statechange`, `frame`, `tokenrequest`, and of a clip `timeupdate` (`position`, `duration`, seconds),
 * `trouble` and `ended`.
 */
export class SightlinePlayer extends HTMLElement {
  static readonly observedAttributes = ['camera', 'server', 'stream', 'mode', 'src', 'start', 'poster']

  /** One that several pictures of a page share. Set it before the element is in the page; else it opens its own. */
  connection: LiveConnection | null = null
  #token: string | null = null
  readonly #player = new Player(this, (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail })))
  #own: LiveConnection | null = null
  #asking: Promise<string | null> | null = null
  #isRestarting = false
  #lifetime = new AbortController()

  /** A token for the beginning; a newer one may be set at any time. It cannot be read. */
  set token(token: string | null) {
    const isFirst = this.#token === null
    this.#token = token
    if (isFirst && token !== null) this.#restart()
  }

  /** What it says; null is English. */
  set texts(texts: PlayerTexts | null) {
    this.#player.speak(texts ?? english)
  }

  /** What is marked on the line of a clip; null: nothing. What lies in the element lies over the picture. */
  set marks(marks: ClipMarks | null) {
    this.#player.surface.marks(marks)
  }

  /** How the picture stands; null for a clip. */
  get state(): PictureState | null {
    return this.#player.state
  }

  /** By which way live pictures are shown: `webcodecs` or `mse`; null before the first. */
  get way(): string | null {
    return this.#player.way
  }

  /** Why a clip cannot be played; null where it can, and for a live picture. */
  get trouble(): Trouble | null {
    return this.#player.trouble
  }

  get muted(): boolean {
    return this.#player.isMuted
  }

  /** Seconds in the clip. */
  get currentTime(): number {
    return this.#player.position
  }

  set currentTime(seconds: number) {
    this.#player.seek(seconds)
  }

  get paused(): boolean {
    return !this.#player.isPlaying
  }

  play(): void {
    this.#player.play()
  }

  stop(): void {
    this.#player.stop()
  }

  /** @param muted false plays sound; a browser allows that only after somebody pressed something */
  mute(muted = true): void {
    this.#player.mute(muted)
  }

  /** What is shown, as JPEG of its full size; null while there is none. */
  async snapshot(): Promise<Blob | null> {
    return (await this.#player.picture())?.picture ?? null
  }

  /** Hands what is shown over as a file, with its camera and its own time in its name. */
  save(): void {
    this.#player.snapshot()
  }

  fullscreen(): void {
    this.#player.fullscreen()
  }

  pictureInPicture(): void {
    this.#player.pictureInPicture()
  }

  /** Goes so many times as fast through the clip: 0.25 to 8. */
  speed(times: number): void {
    this.#player.speed(times)
  }

  /** Goes on by so many frames of the clip, or back. */
  step(frames: number): void {
    this.#player.step(frames)
  }

  /** Does what a key does on the player. @returns false for a key that does nothing here */
  press(key: string): boolean {
    const deed = deedOf(key, this.#player)
    deed?.()
    return deed !== null
  }

  connectedCallback(): void {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0
    if (!this.hasAttribute('role')) this.setAttribute('role', 'group')
    this.#lifetime = new AbortController()
    const { signal } = this.#lifetime
    this.addEventListener('keydown', (event) => this.#key(event), { signal })
    addEventListener('online', () => (this.connection ?? this.#own)?.hurry(), { signal })
    this.#player.begin()
    this.#restart()
  }

  disconnectedCallback(): void {
    this.#lifetime.abort()
    this.#player.end()
    this.#own?.close()
    this.#own = null
  }

  attributeChangedCallback(name: string): void {
    if (name === 'stream') this.#player.choose({ stream: this.#stream })
    else if (name === 'mode') this.#player.choose({ mode: this.#mode })
    else if (name === 'poster') this.#player.surface.poster(this.getAttribute('poster'))
    else this.#restart()
  }

  get #stream(): StreamRole {
    return this.getAttribute('stream') === 'sub' ? 'sub' : 'main'
  }

  get #mode(): LiveMode {
    return this.getAttribute('mode') === 'keys' ? 'keys' : 'full'
  }

  /** Several attributes are often set one after the other: it begins once. */
  #restart(): void {
    if (this.#isRestarting) return
    this.#isRestarting = true
    void pageReady.then(() => {
      this.#isRestarting = false
      if (this.isConnected) this.#begin()
    })
  }

  #begin(): void {
    this.#own?.close()
    this.#own = null
    const [src, camera] = [this.getAttribute('src'), this.getAttribute('camera')]
    if (src) {
      const [start, recorded] = [Number(this.getAttribute('start') ?? 0), this.getAttribute('recorded-at')]
      this.#player.showClip({
        address: src,
        startSec: Number.isFinite(start) ? start : 0,
        recordedMs: timeIn(recorded),
      })
      if (this.hasAttribute('autoplay')) this.#player.play()
    } else if (camera) this.#beginLive(camera)
    else this.#player.drop()
  }

  #beginLive(cameraId: string): void {
    const server = this.getAttribute('server') || location.origin
    const requestToken = (why: TokenWhy): Promise<string | null> => this.#requestToken(why)
    if (!this.connection) this.#own = new LiveConnection({ server, requestToken })
    const connection = this.connection ?? this.#own
    if (!connection) return
    this.#player.showLive({
      choice: { cameraId, stream: this.#stream, mode: this.#mode },
      connection,
      server,
      requestToken: () => requestToken('first'),
    })
  }

  /** One that is asked for already serves everybody who waits: the connection and the thumbnail. */
  #requestToken(why: TokenWhy): Promise<string | null> {
    if (why === 'first' && this.#token !== null) return Promise.resolve(this.#token)
    this.#asking ??= this.#ask(why).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(why: TokenWhy): Promise<string | null> {
    const event = new TokenRequestEvent(why)
    this.dispatchEvent(event)
    const { answer } = event
    if (answer !== undefined)
      this.#token = await within(Promise.resolve(answer), { ms: mostAnswerMs, clock: systemClock })
    // Nobody answered yet: it is asked again.
    else if (this.#token === null) throw new Error('nobody has a token for the player')
    return this.#token
  }

  #key(event: KeyboardEvent): void {
    if (isTaken(event)) return
    const deed = deedOf(event.key, this.#player)
    if (!deed) return
    event.preventDefault()
    deed()
  }
}

/** Milliseconds since the epoch of an RFC 3339 text; null for none. */
function timeIn(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
