import { type Clock, systemClock } from '@sightline/client/live'
import type { Snapshot } from '../decode/snapshot.js'
import type { LiveChoice } from '../live/live-choice.js'
import { LiveView } from '../live/live-view.js'
import type { PictureState } from '../live/picture-state.js'
import { type RecordedClip, RecordedView, type Trouble } from '../recorded/recorded-view.js'
import { speedBeside, speeds, speedWithin } from '../recorded/speeds.js'
import { type Thumbnail, Thumbnails } from '../stills/thumbnails.js'
import { Announcements } from './announcements.js'
import { Attention } from './attention.js'
import { clipSaying, nothing } from './clip-saying.js'
import { isFullscreen, toggleFullscreen } from './fullscreen.js'
import type { LiveSource } from './live-source.js'
import { PictureInPicture } from './picture-in-picture.js'
import { savePicture } from './save-picture.js'
import { hasOnlyStills, sayingOf } from './saying.js'
import { type Deeds, Surface } from './surface.js'
import { completed, english, type PlayerTexts } from './texts.js'
import { timeOf } from './time-of.js'

/** How often what is said is looked at while nothing happens: ages and stalls. */
const tickMs = 250

/** What `<sightline-player>` shows, says and does; the element itself hands attributes, tokens and keys to it. */
export class Player implements Deeds {
  readonly #host: HTMLElement
  readonly #surface: Surface
  readonly #clock: Clock = systemClock
  readonly #pip = new PictureInPicture()
  readonly #tell: (name: string, detail: unknown) => void
  readonly #announcements: Announcements
  #attention: Attention | null = null
  #live: LiveView | null = null
  #clip: RecordedView | null = null
  #source: LiveSource | null = null
  #thumbnails: Thumbnails | null = null
  #thumbnail: Thumbnail | null = null
  /** In a page; what leaves it is not drawn any more. */
  #isHere = false
  #isSeen = true
  #isMuted = true
  #isStopped = false
  /** Of clips, from one to the next. */
  #speed = 1
  #texts = english
  #cancelLook = () => {}

  /** @param tell makes an event of the element */
  constructor(host: HTMLElement, tell: (name: string, detail: unknown) => void) {
    this.#host = host
    this.#tell = tell
    this.#announcements = new Announcements(tell)
    this.#surface = new Surface(host, this, speeds)
    this.#surface.speak(this.#texts)
  }

  get state(): PictureState | null {
    return this.#live?.state() ?? null
  }

  get way(): string | null {
    return this.#live?.way ?? null
  }

  get isMuted(): boolean {
    return this.#isMuted
  }

  get isClip(): boolean {
    return this.#clip !== null
  }

  get position(): number {
    return this.#clip?.position ?? 0
  }

  get trouble(): Trouble | null {
    return this.#clip?.trouble ?? null
  }

  get isPlaying(): boolean {
    return this.#clip ? this.#clip.isPlaying : this.#live !== null && !this.#isStopped
  }

  speak(texts: PlayerTexts): void {
    this.#texts = completed(texts)
    this.#surface.speak(this.#texts)
    this.#look()
  }

  /** The element is in a page. */
  begin(): void {
    this.#isHere = true
    this.#attention = new Attention(this.#host, { clock: this.#clock, told: (isSeen) => this.#seen(isSeen) })
    this.#tick()
  }

  /** It is in none any more: nothing is kept. */
  end(): void {
    this.#isHere = false
    this.#attention?.close()
    this.#cancelLook()
    this.#pip.close()
    this.drop()
  }

  showClip(clip: RecordedClip): void {
    this.drop()
    this.#clip = new RecordedView(clip, {
      mount: (view) => this.#surface.stage.replaceChildren(view),
      changed: () => this.#look(),
      ended: () => this.#tell('ended', null),
      clock: this.#clock,
    })
    this.#clip.turnSound(!this.#isMuted)
    this.#clip.speed(this.#speed)
    this.#look()
  }

  showLive(source: LiveSource): void {
    this.drop()
    this.#source = source
    const { choice, connection, server, requestToken } = source
    this.#thumbnails = new Thumbnails({
      server,
      requestToken,
      clock: this.#clock,
      shown: (thumbnail) => {
        this.#thumbnail = thumbnail
        this.#surface.poster(thumbnail.address)
        this.#look()
      },
    })
    this.#live = new LiveView(choice, {
      connection,
      clock: this.#clock,
      mount: (view) => this.#surface.stage.replaceChildren(view),
      changed: () => this.#look(),
      drawn: (drawn) => this.#tell('frame', drawn),
    })
    this.#live.turnSound(!this.#isMuted)
    this.#live.pause(!this.#isSeen)
    if (!this.#isStopped) {
      this.#thumbnails.once(choice.cameraId)
      this.#live.play()
    }
    this.#look()
  }

  /** What is shown whatever is played. */
  get surface(): Pick<Surface, 'poster' | 'marks'> {
    return this.#surface
  }

  choose(change: Partial<Omit<LiveChoice, 'cameraId'>>): void {
    this.#live?.choose(change)
  }

  drop(): void {
    this.#thumbnails?.stop()
    this.#thumbnails = null
    this.#thumbnail = null
    this.#live?.close()
    this.#live = null
    this.#clip?.close()
    this.#clip = null
    this.#source = null
    this.#surface.stage.replaceChildren()
    this.#surface.poster(this.#host.getAttribute('poster'))
    this.#look()
  }

  play(): void {
    this.#isStopped = false
    this.#clip?.play()
    this.#live?.play()
    this.#source?.connection.hurry()
    this.#look()
  }

  stop(): void {
    this.#isStopped = true
    this.#clip?.stop()
    this.#live?.stop()
    this.#look()
  }

  toggle(): void {
    if (this.isPlaying) this.stop()
    else this.play()
  }

  mute(muted = !this.#isMuted): void {
    this.#isMuted = muted
    this.#live?.turnSound(!muted)
    this.#clip?.turnSound(!muted)
    this.#look()
  }

  seek(seconds: number): void {
    this.#clip?.seek(seconds)
  }

  step(frames: number): void {
    this.#clip?.step(frames)
  }

  speed(times: number): void {
    this.#speed = speedWithin(times)
    this.#clip?.speed(this.#speed)
  }

  /** To the next speed that is offered. @param by 1, or -1 for the one before */
  faster(by: 1 | -1): void {
    this.speed(speedBeside(this.#clip?.video.playbackRate ?? this.#speed, by))
  }

  async picture(): Promise<Snapshot | null> {
    return (await (this.#clip ?? this.#live)?.snapshot()) ?? null
  }

  /** Hands the picture over as a file, with its camera and its own time in its name. */
  snapshot(): void {
    const camera = this.#host.getAttribute('label') ?? this.#host.getAttribute('camera') ?? 'clip'
    void this.picture().then(
      (taken) => taken && savePicture(taken, camera, this.#clock),
      () => undefined,
    )
  }

  fullscreen(): void {
    toggleFullscreen(this.#host)
  }

  pictureInPicture(): void {
    const view = this.#surface.stage.firstElementChild
    if (!(view instanceof HTMLVideoElement || view instanceof HTMLCanvasElement)) return
    this.#pip.toggle(view).catch(() => undefined)
  }

  #seen(isSeen: boolean): void {
    // What is heard, or stands in a window of its own, goes on.
    const goesOn = isSeen || !this.#isMuted || this.#pip.isOpen
    if (isSeen) this.#source?.connection.hurry()
    if (this.#isSeen === goesOn) return
    this.#isSeen = goesOn
    this.#live?.pause(!goesOn)
  }

  #tick(): void {
    this.#look()
    this.#cancelLook = this.#clock.after(tickMs, () => this.#tick())
  }

  #look(): void {
    if (!this.#isHere) return
    this.#surface.controls({
      isPlaying: this.isPlaying,
      isMuted: this.#isMuted,
      hasSound: this.#clip !== null || this.#live?.sound.isThere !== false,
      hasPicture: this.#clip !== null || (this.#live?.shownMs ?? null) !== null,
      isFullscreen: isFullscreen(this.#host),
      clip: this.#clip && {
        position: this.#clip.position,
        duration: this.#clip.duration,
        speed: this.#clip.video.playbackRate,
      },
      isUnplayable: this.trouble === 'clip',
    })
    if (this.#clip) this.#sayClip(this.#clip)
    else if (this.#live) this.#say(this.#live)
    else this.#surface.show(nothing(this.#texts))
  }

  #sayClip(clip: RecordedView): void {
    const [address, hasPoster] = [clip.video.src, this.#host.hasAttribute('poster')]
    this.#surface.show(clipSaying(clip, { texts: this.#texts, address, hasPoster }))
    this.#announcements.ofClip(clip)
  }

  #say(live: LiveView): void {
    const state = live.state()
    // The last way of looking, where no picture can be played.
    if (hasOnlyStills(state)) this.#thumbnails?.poll(this.#source?.choice.cameraId ?? '')
    else if (this.#thumbnails?.isPolling) this.#thumbnails.stop()
    this.#surface.show(
      sayingOf(state, {
        shownMs: state.kind === 'cannot-play' ? null : live.shownMs,
        thumbnail: this.#thumbnail,
        hasPoster: this.#host.hasAttribute('poster'),
        texts: this.#texts,
        timeOf: (ms) => timeOf(ms, this.#clock.wall(), this.#texts.locale),
      }),
    )
    this.#announcements.ofLive(state)
  }
}
