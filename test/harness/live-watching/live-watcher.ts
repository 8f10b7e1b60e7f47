import { setTimeout as sleep } from 'node:timers/promises'
import type { MediaFrame } from '@sightline/protocol'
import { type SessionOver, type WatchPlace, WatchSession } from './watch-session.js'

/** How somebody watches. */
export type Manner =
  /** Reads and acknowledges all. */
  | 'steady'
  /** Acknowledges too late for its window. */
  | 'slow'
  /** Reads nothing for a while, again and again. */
  | 'deaf'
  /** Comes and goes, now in order and now not. */
  | 'restless'

export interface LiveWatcherOptions {
  /** What it is called in what is told of it. */
  readonly name: string
  /** Of the nodes: where one cannot be had, the next is asked. */
  readonly urls: readonly string[]
  readonly token: string
  readonly origin?: string
  readonly cameraId: WatchPlace['cameraId']
  readonly stream?: WatchPlace['stream']
  readonly mode?: WatchPlace['mode']
  readonly manner: Manner
  /** A number in [least, most). */
  readonly between: (least: number, most: number) => number
}

/** A picture that is older when it comes is none of now, ms: from there on the service calls a picture stalled. */
const nowMs = 3000
const slowMs = 1500
const againMs = { first: 100, most: 1000 }
/** Within and beyond the silence after which the service cuts a viewer. */
const restMs = { reads: [2000, 8000], deaf: [5000, 40_000], stays: [500, 8000], away: [0, 4000] } as const

/** Somebody who watches a camera for as long as a run goes: it connects again whatever breaks, as the player does. */
export class LiveWatcher implements AsyncDisposable {
  readonly name: string
  /** What came that must not come, of the first hundred. */
  readonly wrong: string[] = []
  /** With what its sockets and subscriptions ended, and upgrades were refused. */
  readonly ends = new Map<number, number>()
  readonly #options: LiveWatcherOptions
  readonly #stop = new AbortController()
  readonly #sessions = new Set<WatchSession>()
  readonly #running: Promise<void>
  #node = 0
  #failures = 0
  #pictures = 0
  #said = 'nothing'
  #newest = { capturedMs: 0, atMs: 0 }
  #agesMs: number[] = []

  constructor(options: LiveWatcherOptions) {
    this.name = options.name
    this.#options = options
    this.#running = this.#run()
  }

  /** Frames that came, of the past and of now. */
  get pictures(): number {
    return this.#pictures
  }

  /** How its picture stands, in the words of the service. */
  get said(): string {
    return this.#said
  }

  /** When the newest frame came, ms since the epoch; 0: none did. */
  get newestAtMs(): number {
    return this.#newest.atMs
  }

  /** Whether a picture came that the camera took since then, and that was no older than 3 s. */
  sees(sinceMs: number): boolean {
    const { capturedMs, atMs } = this.#newest
    return capturedMs >= sinceMs && atMs - capturedMs < nowMs
  }

  /** How long frames that were no past were on their way, since this was asked for last: from the packet at the agent, ms. */
  takeAges(): number[] {
    const ages = this.#agesMs
    this.#agesMs = []
    return ages
  }

  /** Leaves. What it has seen stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.all([...this.#sessions].map((session) => session.leave()))
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const session = this.#begin()
      void this.#behave(session)
      const over = await session.over
      this.#note(over)
      if (over.kind === 'closed') await this.#rest(this.#waitMs(over))
    }
    await Promise.all([...this.#sessions].map((session) => session.leave()))
  }

  #begin(): WatchSession {
    const { urls, token, origin = null, cameraId, stream = 'main', mode = 'full', manner } = this.#options
    const place = {
      url: urls[this.#node % urls.length] ?? '',
      token,
      origin,
      cameraId,
      stream,
      mode,
    }
    const session = new WatchSession(
      { ...place, ackAfterMs: manner === 'slow' ? slowMs : 0 },
      {
        frame: (frame, atMs) => this.#take(session, frame, atMs),
        ended: (code) => this.#count(code),
        said: (words) => {
          this.#said = words
        },
        wrong: (what) => this.#tell(what),
      },
    )
    this.#sessions.add(session)
    void session.closed.then(() => this.#sessions.delete(session))
    return session
  }

  #take(session: WatchSession, { capturedMs, catchUp }: MediaFrame, atMs: number): void {
    this.#pictures += 1
    this.#failures = 0
    // What a session left behind while it moves is closed once the other has pictures.
    for (const other of this.#sessions) if (other !== session && this.#isLatest(session)) void other.leave()
    if (catchUp) return
    this.#agesMs.push(atMs - capturedMs)
    this.#newest = { capturedMs, atMs }
  }

  #isLatest(session: WatchSession): boolean {
    return [...this.#sessions].at(-1) === session
  }

  #note(over: SessionOver): void {
    // Another node is asked next.
    this.#node += 1
    if (over.kind === 'moving') return
    this.#count(over.status ?? over.code)
    this.#failures += 1
  }

  #waitMs(over: SessionOver): number {
    const { manner, between } = this.#options
    const isOwn = over.kind === 'closed' && (over.code === 1000 || over.code === 1006) && this.#failures <= 1
    if (manner === 'restless' && isOwn) return between(...restMs.away)
    return Math.min(againMs.most, againMs.first * 2 ** Math.min(this.#failures - 1, 10))
  }

  async #behave(session: WatchSession): Promise<void> {
    const { manner, between } = this.#options
    const isOver = () => !this.#sessions.has(session) || this.#stop.signal.aborted
    if (manner === 'restless') {
      await this.#rest(between(...restMs.stays))
      await (between(0, 1) < 0.5 ? session.leave() : session.cut())
    }
    if (manner !== 'deaf') return
    while (!isOver()) {
      await this.#rest(between(...restMs.reads))
      session.pause()
      await this.#rest(between(...restMs.deaf))
      session.resume()
    }
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  #count(code: number): void {
    this.ends.set(code, (this.ends.get(code) ?? 0) + 1)
  }

  #tell(what: string): void {
    if (this.wrong.length < 100) this.wrong.push(`${this.name}: ${what}`)
  }
}
