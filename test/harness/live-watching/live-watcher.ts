import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LiveSocket,
  type MediaFrame,
  WatchEnded,
  type WatchOptions,
  type WatchStep,
  watch,
} from '@sightline/client'
import { HeardSocket } from './heard-socket.js'

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
  /** The camera, which may be another one after it was replaced. */
  readonly cameraId: () => string
  readonly stream?: WatchOptions['stream']
  readonly mode?: WatchOptions['mode']
  readonly manner: Manner
  /** A number in [least, most). */
  readonly between: (least: number, most: number) => number
}

/** A picture that is older when it comes is none of now, ms: from there on the service calls a picture stalled. */
const nowMs = 3000
/** A slow one takes a frame so long after it was captured, ms. */
const slowMs = 1500
/** What was asked for and refused is asked for again, ms: sooner than is said, so that a run sees more of it. */
const againMs = { least: 250, ended: 1000, most: 2000 }
/** After so many attempts in a row in vain it begins anew: the waits of the player grow up to 15 s. */
const mostAttempts = 8
/** Within and beyond the silence after which the service cuts a viewer. */
const restMs = { reads: [2000, 8000], deaf: [5000, 40_000], stays: [500, 8000], away: [0, 4000] } as const

/** Somebody who watches a camera for as long as a run goes, over the nodes in turn. */
export class LiveWatcher implements AsyncDisposable {
  readonly name: string
  /** What came that must not come, of the first hundred. */
  readonly wrong: string[] = []
  /** With what its sockets and subscriptions ended, and upgrades were refused. */
  readonly ends = new Map<number, number>()
  readonly #options: LiveWatcherOptions
  readonly #stop = new AbortController()
  readonly #sockets = new Set<HeardSocket>()
  readonly #running: Promise<void>
  #node = 0
  #isDeaf = false
  #pictures = 0
  #said = 'nothing'
  #newest = { capturedMs: 0, atMs: 0 }
  #agesMs: number[] = []

  constructor(options: LiveWatcherOptions) {
    this.name = options.name
    this.#options = options
    const growsDeaf = options.manner === 'deaf' ? this.#growDeaf() : Promise.resolve()
    this.#running = Promise.all([this.#run(), growsDeaf]).then(() => undefined)
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
    await this.#running
    await Promise.all([...this.#sockets].map(({ closed }) => closed))
  }

  async #run(): Promise<void> {
    const { manner, between } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      const leaves = new AbortController()
      const leave = () => leaves.abort()
      signal.addEventListener('abort', leave)
      if (manner === 'restless') void this.#rest(between(...restMs.stays)).then(() => this.#depart(leave))
      const isEnded = await this.#watch(leaves)
      signal.removeEventListener('abort', leave)
      const usual = manner === 'restless' ? between(...restMs.away) : againMs.least
      await this.#rest(isEnded ? againMs.ended : usual)
    }
  }

  /** In order, or without a word, as a page whose machine is switched off. */
  #depart(leave: () => void): void {
    if (this.#options.between(0, 1) < 0.5) for (const socket of this.#sockets) socket.cut()
    leave()
  }

  /** @returns whether the service ended it */
  async #watch(leaves: AbortController): Promise<boolean> {
    const { token, cameraId, stream = 'main', mode = 'full' } = this.#options
    let attempts = 0
    const steps = watch({
      origin: this.#options.urls[0] ?? '',
      credential: token,
      cameraId: cameraId(),
      stream,
      mode,
      signal: leaves.signal,
      openSocket: (address, protocols) => this.#open(new URL(address).pathname, protocols),
      // What is refused is told by the sockets, and asked for again.
      fetch: async () => Response.json({}),
    })
    try {
      for await (const step of steps) {
        if (step.type === 'frame') attempts = 0
        if (step.type === 'line' && step.line.kind === 'lost') attempts += 1
        const isToldToWait = step.type === 'ended' && step.retryInMs > againMs.most
        await this.#heed(step)
        if (isToldToWait || attempts > mostAttempts) leaves.abort()
      }
    } catch (failure) {
      if (failure instanceof WatchEnded) {
        this.#said = failure.message
        this.#count(failure.code)
      } else this.#tell(String(failure))
      return true
    }
    return false
  }

  async #heed(step: WatchStep): Promise<void> {
    switch (step.type) {
      case 'frame':
        return this.#take(step.frame)
      case 'state':
        this.#said = `${step.state.state}: ${step.state.message ?? 'as asked'}`
        break
      case 'ended':
        this.#said = `ended with ${step.ended.code}: ${step.ended.message}`
        this.#count(step.ended.code)
        break
      case 'format':
      case 'line':
        break
    }
  }

  async #take({ capturedMs, catchUp }: MediaFrame): Promise<void> {
    const atMs = Date.now()
    this.#pictures += 1
    if (!catchUp) {
      this.#agesMs.push(atMs - capturedMs)
      this.#newest = { capturedMs, atMs }
    }
    if (this.#options.manner === 'slow') await this.#rest(Math.min(slowMs, capturedMs + slowMs - atMs))
  }

  /** At the next node. @throws Error while nothing is read: the machine is asleep */
  #open(pathname: string, protocols: string[]): LiveSocket {
    if (this.#isDeaf) throw new Error('asleep')
    const { urls, origin } = this.#options
    const url = urls[this.#node % urls.length] ?? ''
    this.#node += 1
    const address = `${url.replace(/^http/, 'ws')}${pathname}`
    const socket = new HeardSocket(address, protocols, origin === undefined ? {} : { origin }, {
      wrong: (what) => this.#tell(what),
      lost: (code) => this.#count(code),
    })
    this.#sockets.add(socket)
    void socket.closed.then(() => this.#sockets.delete(socket))
    return socket.line
  }

  async #growDeaf(): Promise<void> {
    const { between } = this.#options
    while (!this.#stop.signal.aborted) {
      await this.#rest(between(...restMs.reads))
      this.#isDeaf = true
      for (const socket of this.#sockets) socket.pause()
      await this.#rest(between(...restMs.deaf))
      this.#isDeaf = false
      for (const socket of this.#sockets) socket.resume()
    }
  }

  async #rest(ms: number): Promise<void> {
    await sleep(Math.max(0, ms), undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  #count(code: number): void {
    this.ends.set(code, (this.ends.get(code) ?? 0) + 1)
  }

  #tell(what: string): void {
    if (this.wrong.length < 100) this.wrong.push(`${this.name}: ${what}`)
  }
}
