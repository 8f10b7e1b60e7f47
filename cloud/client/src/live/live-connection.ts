import { type Clock, systemClock } from '../platform/clock.js'
import { limitOf, waitBefore } from './backoff.js'
import { type Lane, laneOn, seatOn } from './lane.js'
import { type LinkEnd, LiveLink } from './live-link.js'
import { type OpenSocket, openGlobalSocket } from './live-socket.js'
import { type LiveSink, LiveSubscription, type Wanted } from './live-subscription.js'
import type { MediaFrame } from './media-frame.js'
import { Pulse } from './pulse.js'
import type { ServerMessage } from './server-message.js'
import { lateMs, mostSilenceMs, sleptMs } from './silence.js'
import { askedInTime, type RequestToken, TokenKeeper, type TokenWhy } from './token-keeper.js'

export interface LiveConnectionOptions {
  /** Address of the service, such as `https://video.example.com`. */
  readonly server: string
  readonly requestToken: RequestToken
  /** Instead of the global `WebSocket`, which Node has from version 22 on. */
  readonly openSocket?: OpenSocket
  readonly clock?: Clock
  /** 0 to 1. */
  readonly chance?: () => number
}

/** Socket without subscriptions is kept that long, ms. */
const lingerMs = 5000
/** Refusals in a row, each with a token asked for anew, until it is given up. */
const mostRefusals = 3

/**
 * All that a page, or a program, watches at one service, over one socket at a time. It opens another when the socket dies, falls silent or
 * is asked to move, and moves each subscription over when its picture comes there.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions
  readonly #clock: Clock
  readonly #chance: () => number
  readonly #requestToken: RequestToken
  readonly #tokens: TokenKeeper
  /** Looks whether something still comes. */
  readonly #pulse: Pulse
  readonly #subscriptions = new Set<LiveSubscription>()
  #lane: Lane | null = null
  #nextLane: Lane | null = null
  #isDialling = false
  /** The link in use has to give way, though it may be alive. */
  #mustReplace = false
  #attempt = 0
  #refusals = 0
  #tokenWhy: TokenWhy = 'first'
  #lostAtMs: number | null = null
  #cancelRetry: (() => void) | null = null
  #cancelMove = () => {}
  #isLate = false
  #idleSinceMs: number | null = null

  constructor(options: LiveConnectionOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#chance = options.chance ?? Math.random
    this.#requestToken = askedInTime(options.requestToken, this.#clock)
    this.#tokens = new TokenKeeper({
      request: this.#requestToken,
      clock: this.#clock,
      spent: () => this.#replace('expiring'),
    })
    this.#pulse = new Pulse(this.#clock, (overMs) => this.#look(overMs))
  }

  subscribe(wanted: Wanted, sink: LiveSink): LiveSubscription {
    const leave = (self: LiveSubscription): void => void this.#subscriptions.delete(self)
    const isPageLate = (): boolean => this.#pulse.isLate()
    const made = new LiveSubscription(wanted, { sink, clock: this.#clock, leave, isPageLate })
    this.#subscriptions.add(made)
    this.#idleSinceMs = null
    // On both while one takes over: which of them stays nobody knows yet.
    for (const lane of [this.#lane, this.#nextLane]) if (lane?.link.isWelcome) made.sit(seatOn(lane, made))
    if (!this.#lane) {
      sink.line(this.#lostAtMs === null ? { kind: 'connecting' } : { kind: 'lost', sinceMs: this.#lostAtMs })
      if (!this.#isDialling && !this.#nextLane) this.hurry()
    }
    this.#pulse.begin()
    return made
  }

  /** Tries at once: the network is back, or somebody asked. */
  hurry(): void {
    if (this.#lane?.link.isWelcome || this.#subscriptions.size === 0) return
    this.#cancelRetry?.()
    this.#cancelRetry = null
    if (!this.#nextLane) this.#dial()
  }

  /** Ends all at once. */
  close(): void {
    for (const subscription of this.#subscriptions) subscription.close()
    this.#rest()
  }

  #rest(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#pulse.stop()
    this.#cancelMove()
    this.#tokens.stop()
    this.#lane?.link.close()
    this.#nextLane?.link.close()
    this.#lane = null
    this.#nextLane = null
    this.#attempt = 0
    this.#lostAtMs = null
  }

  /** Another link beside the one in use, if there is one, or after a while. */
  #replace(why: TokenWhy): void {
    this.#tokenWhy = why
    this.#mustReplace = true
    if (!this.#nextLane && !this.#isDialling && !this.#cancelRetry) this.#dial()
  }

  #dial(): void {
    if (this.#isDialling) return
    this.#isDialling = true
    this.#requestToken(this.#tokenWhy)
      .then((token) => {
        this.#isDialling = false
        if (token === null) this.#giveUp({ code: 4401, reason: 'nobody is signed in' })
        else this.#open(token)
      })
      // Also for a token that no socket takes.
      .catch(() => {
        this.#isDialling = false
        this.#failed()
      })
  }

  #open(token: string): void {
    if (this.#subscriptions.size === 0) return
    const address = new URL('/api/v1/live', this.#options.server)
    address.protocol = address.protocol.replace('http', 'ws')
    const link: LiveLink = new LiveLink(
      { address: address.href, token, limitMs: limitOf(this.#attempt) },
      {
        open: this.#options.openSocket ?? openGlobalSocket,
        clock: this.#clock,
        events: {
          message: (message) => this.#message(link, message),
          frame: (frame) => this.#frame(link, frame),
          ended: (end) => this.#linkEnded(link, end),
        },
      },
    )
    this.#nextLane = laneOn(link)
  }

  #message(link: LiveLink, message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#tokens.welcome(link, message.serverTimeMs, message.expiresAtMs)
        this.#welcome()
        break
      case 'renewed':
        this.#tokens.renewed(link, message.expiresAtMs)
        break
      case 'moving':
        this.#moving(message.leftMs)
        break
      case 'alive':
        break
      case 'format':
      case 'state':
      case 'ended':
        this.#laneOf(link)?.seats.get(message.id)?.message(link, message)
        // Said of what may be watched alone: the token is taken, also where no picture comes.
        if (message.type === 'state') this.#refusals = 0
        if (message.type === 'ended' && message.ended.code === 4401) this.#refused(message.ended.message)
        break
    }
  }

  #frame(link: LiveLink, frame: MediaFrame): void {
    this.#attempt = 0
    this.#refusals = 0
    this.#laneOf(link)?.seats.get(frame.subscription)?.frame(link, frame)
    if (link === this.#nextLane?.link) this.#settleIfMoved()
  }

  /** The token of the link in use is not good any more, for one of its subscriptions or all. */
  #refused(message: string): void {
    this.#refusals++
    if (this.#refusals >= mostRefusals) this.#giveUp({ code: 4401, reason: message })
    else this.#replace('refused')
  }

  #laneOf(link: LiveLink): Lane | null {
    return [this.#lane, this.#nextLane].find((lane) => lane?.link === link) ?? null
  }

  #welcome(): void {
    const lane = this.#nextLane
    if (!lane) return
    this.#lostAtMs = null
    this.#tokenWhy = 'first'
    for (const subscription of this.#subscriptions) {
      subscription.sit(seatOn(lane, subscription))
      subscription.sink.line({ kind: 'open' })
    }
    // A link that fell silent is not waited for.
    if (this.#lane === null || this.#isSilent(this.#lane)) this.#settle()
    else this.#settleIfMoved()
  }

  #moving(leftMs: number): void {
    this.#replace('first')
    this.#cancelMove()
    this.#cancelMove = this.#clock.after(leftMs, () => this.#settle())
  }

  #settleIfMoved(): void {
    const link = this.#nextLane?.link
    if (link && [...this.#subscriptions].every((one) => one.sitsOn(link))) this.#settle()
  }

  /** The next link becomes the one in use. */
  #settle(): void {
    this.#cancelMove()
    if (!this.#nextLane?.link.isWelcome) return
    const old = this.#lane
    this.#lane = this.#nextLane
    this.#nextLane = null
    this.#mustReplace = false
    for (const subscription of this.#subscriptions) subscription.moveOver()
    old?.link.close()
  }

  #linkEnded(link: LiveLink, end: LinkEnd): void {
    const wasInUse = this.#lane?.link === link
    for (const subscription of this.#subscriptions) subscription.lost(link)
    if (wasInUse) this.#lane = null
    else this.#nextLane = null
    if (end.code === 4401 || !end.wasWelcome) this.#tokenWhy = 'refused'
    if (end.code === 4401) this.#refusals++
    if (wasInUse && this.#nextLane) return this.#settle()
    if (end.code === 4403 || end.code === 4404 || this.#refusals >= mostRefusals) return this.#giveUp(end)
    this.#failed(end.code === 1012 && wasInUse)
  }

  /** Asking again by itself would change nothing. */
  #giveUp({ code, reason }: Pick<LinkEnd, 'code' | 'reason'>): void {
    this.#refusals = 0
    const ended = { code, reason: null, message: reason, retryAfterMs: null }
    for (const subscription of this.#subscriptions) {
      subscription.sink.ended(ended, null)
      subscription.close()
    }
  }

  #failed(atOnce = false): void {
    if (this.#subscriptions.size === 0) return
    if (!this.#lane) this.#tellLost()
    const waitMs = atOnce ? 0 : waitBefore(this.#attempt, this.#chance())
    this.#attempt++
    this.#cancelRetry?.()
    this.#cancelRetry = this.#clock.after(waitMs, () => {
      this.#cancelRetry = null
      if (!this.#lane || this.#mustReplace || this.#isSilent(this.#lane)) this.#dial()
      // What had fallen silent speaks again, for those too that had moved over already.
      else this.#seatAgain(this.#lane)
    })
  }

  #seatAgain(lane: Lane): void {
    for (const subscription of this.#subscriptions)
      if (!subscription.hasPlace) subscription.sit(seatOn(lane, subscription))
  }

  #tellLost(): void {
    this.#lostAtMs ??= this.#clock.wall()
    const sinceMs = this.#lostAtMs
    for (const subscription of this.#subscriptions) subscription.sink.line({ kind: 'lost', sinceMs })
  }

  #look(overMs: number): void {
    const wall = this.#clock.wall()
    this.#isLate = overMs > lateMs && !this.#isLate
    if (this.#subscriptions.size === 0) {
      this.#idleSinceMs ??= wall
      if (wall - this.#idleSinceMs >= lingerMs) this.#rest()
    } else if (!this.#lane) return
    else if (overMs > sleptMs) this.#replace('first')
    else if (this.#isLate || !this.#isSilent(this.#lane)) return
    // Of a camera that gives no picture none comes over the next link either.
    else if (this.#nextLane) this.#settle()
    else if (!this.#cancelRetry) this.#dial()
  }

  #isSilent({ link }: Lane): boolean {
    return this.#clock.now() - link.heardAt > mostSilenceMs([...this.#subscriptions])
  }
}
