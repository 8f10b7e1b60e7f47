import {
  type CameraStatusReport,
  channelLimits,
  closeCodes,
  type Heartbeat,
  type Hello,
  type RequestType,
  type Result,
  type ToCloudType,
  type Welcome,
} from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { Outbox } from '../outbox/outbox.js'
import { inBackground } from '../platform/background.js'
import { isAbort, messageOf } from '../platform/errors.js'
import { TokenBucket } from '../platform/token-bucket.js'
import { Confirmations } from './confirmations.js'
import { drain, type LeaseStamps, type UnsentStatuses } from './drain.js'
import {
  delayMs,
  describeState,
  initialState,
  type LinkEvent,
  type LinkOwner,
  type LinkState,
  nextState,
} from './link-state.js'
import { type Channel, describeRejection, openSocket } from './open-socket.js'
import {
  type Answer,
  type BodyOf,
  type CommandFrame,
  type ConfigurationFrame,
  Session,
  type SessionDeps,
} from './session.js'

export interface LinkOptions extends SessionDeps {
  readonly channel: Channel
  readonly outbox: Outbox
  /** The longest wait between attempts to connect, ms; by default that of the protocol. */
  readonly reconnectMaxMs?: number
  readonly hello: () => Promise<Hello>
  readonly heartbeat: () => Heartbeat
  readonly configuration: (frame: ConfigurationFrame) => void
  readonly command: (frame: CommandFrame, signal: AbortSignal) => Promise<Result>
  /** Who is connected; by default a gateway. */
  readonly owner?: LinkOwner
  /** Of a relay: by which lease it reports a camera. */
  readonly leases?: LeaseStamps
  /** Called with each new session, before anything else of it. */
  readonly live: (welcome: Welcome) => void
}

/**
 * Frames a second, below what the cloud allows, so that both ends may count differently: it cuts a gateway that floods
 * it, and a long outbox must not look like a flood.
 */
const frameRate = {
  perSecond: channelLimits.framesPerSecond * 0.8,
  burst: channelLimits.framesPerSecond,
} as const
const goingAway = 1001
/** From connecting to an open socket, whatever is said meanwhile, ms. */
const openingMs = 30_000

/** The connection to the cloud: kept for ever, remade whenever it is lost. */
export class CloudLink {
  readonly #options: LinkOptions
  readonly #statuses: UnsentStatuses = new Map()
  readonly #wakers = new Set<() => void>()
  #state: LinkState = initialState
  #session: Session | null = null
  /** The cloud's wall clock minus our monotonic one, ms: a step of our wall clock does not touch it. */
  #cloudAheadMs: number | null = null
  #lastError: string | null = null
  #newestAgentVersion: string | null = null

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get state(): LinkState {
    return this.#state
  }

  /** Why the last attempt came to nothing; null while connected. */
  get lastError(): string | null {
    return this.#lastError
  }

  /** The cloud's clock minus ours of now in ms, as measured with the last `welcome`; null before the first. */
  get clockOffsetMs(): number | null {
    const { clock } = this.#options
    return this.#cloudAheadMs === null ? null : this.#cloudAheadMs + clock.monotonic() - clock.now()
  }

  /** The newest version of this program, as the cloud said last; null if it never did. */
  get newestAgentVersion(): string | null {
    return this.#newestAgentVersion
  }

  get isLive(): boolean {
    return this.#state.kind === 'live'
  }

  /** Sends a frame that only counts now; it is dropped while there is no session. */
  send<T extends Exclude<ToCloudType, 'camera.status'>>(type: T, body: BodyOf<T>): void {
    if (this.isLive) this.#session?.send(type, body)
  }

  /** Reports the state of a camera to the cloud; of several before they could be sent the newest counts. */
  reportStatus(status: CameraStatusReport): void {
    this.#statuses.set(status.camera_id, status)
    this.#wake()
  }

  /**
   * Asks the cloud for something about a camera; `lost` at once while there is no session. Never rejects.
   */
  async request<T extends RequestType>(type: T, body: BodyOf<T>, cameraId: string): Promise<Answer> {
    if (!this.isLive || !this.#session) return { kind: 'lost' }
    return this.#session.request(type, body, this.#options.leases?.stamp(cameraId) ?? undefined)
  }

  /** Ends the session, if there is one, so that both sides begin anew. */
  reconnect(): void {
    this.#session?.close(closeCodes.silent)
  }

  /** Calls `listener` on every change of the link; returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#wakers.add(listener)
    return () => void this.#wakers.delete(listener)
  }

  /** Connects, and connects again, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const stopListening = this.#options.outbox.onChange(() => this.#wake())
    try {
      while (!signal.aborted) {
        const { clock, random, reconnectMaxMs } = this.#options
        await clock.delay(delayMs(this.#state, random, reconnectMaxMs), { signal })
        this.#move({ kind: 'delay_over' })
        await this.#runOnce(signal)
      }
    } catch (error) {
      if (!isAbort(error, signal)) throw error
    } finally {
      stopListening()
    }
  }

  /** One connection, from the attempt to its end. */
  async #runOnce(signal: AbortSignal): Promise<void> {
    const opening = await this.#open(signal)
    switch (opening.kind) {
      case 'failed':
        this.#lastError = messageOf(opening.error)
        this.#move({ kind: 'failed' })
        return
      case 'rejected':
        this.#lastError = describeRejection(opening)
        this.#move(opening)
        return
      case 'open':
        await this.#runSession(opening.socket, signal)
    }
  }

  /** Whoever stands on the way may take the connection and never answer, or never end to say that it will. */
  async #open(signal: AbortSignal): Promise<Awaited<ReturnType<typeof openSocket>>> {
    const { channel, clock } = this.#options
    const late = new AbortController()
    const reason = new Error(`no answer of the cloud within ${openingMs / 1000} s`)
    const cancel = clock.after(openingMs, () => late.abort(reason))
    try {
      return await openSocket(channel, AbortSignal.any([signal, late.signal]))
    } finally {
      cancel()
    }
  }

  async #runSession(socket: WebSocket, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    this.#move({ kind: 'opened' })
    let helloAtMs = 0
    /** Up to where `hello` says that there is an acknowledgement. */
    let toldSeq = 0
    let liveAtMs: number | null = null
    const session = new Session(
      socket,
      {
        welcome: ({ body }) => {
          liveAtMs = clock.monotonic()
          this.#welcomed(session, body, { confirmations, roundTripMs: liveAtMs - helloAtMs, toldSeq })
        },
        ack: ({ ack, body }) =>
          inBackground(confirmations.note(ack, body.rejected), log, 'outbox.not_written'),
        configuration: this.#options.configuration,
        command: this.#options.command,
      },
      { ...this.#options, silenceMs: this.#options.channel.route.silenceMs },
    )
    const confirmations = new Confirmations(this.#options, session.signal, () => this.#wake())
    this.#session = session
    const stop = () => session.close(goingAway)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    const cancelHandshake = clock.after(channelLimits.handshakeSec * 1000, () => {
      if (liveAtMs === null) session.close(closeCodes.silent)
    })
    try {
      const hello = await this.#options.hello()
      helloAtMs = clock.monotonic()
      toldSeq = hello.last_acked_seq
      session.send('hello', hello)
      const code = await session.ended
      const livedMs = liveAtMs === null ? 0 : clock.monotonic() - liveAtMs
      this.#lastError = signal.aborted ? null : `the connection was closed (${code})`
      this.#move({ kind: 'closed', code: signal.aborted ? goingAway : code, livedMs }, signal.aborted)
    } catch (error) {
      session.close(goingAway)
      throw error
    } finally {
      cancelHandshake()
      signal.removeEventListener('abort', stop)
      this.#session = null
    }
  }

  #welcomed(
    session: Session,
    welcome: Welcome,
    {
      confirmations,
      roundTripMs,
      toldSeq,
    }: { readonly confirmations: Confirmations; readonly roundTripMs: number; readonly toldSeq: number },
  ): void {
    const { clock, outbox, log } = this.#options
    this.#cloudAheadMs = Date.parse(welcome.server_time) + roundTripMs / 2 - clock.monotonic()
    this.#lastError = null
    this.#newestAgentVersion = welcome.newest_agent_version ?? this.#newestAgentVersion
    this.#move({ kind: 'welcomed', epoch: welcome.session_epoch })
    this.#options.live(welcome)
    const beating = this.#beat(session, welcome.heartbeat_interval_sec * 1000)
    const deps = {
      session,
      outbox,
      confirmations,
      clock,
      frameRate: new TokenBucket(frameRate),
      statuses: this.#statuses,
      leases: this.#options.leases ?? null,
      onChange: (wake: () => void) => this.onChange(wake),
    }
    const fromSeq = Math.max(toldSeq, Math.min(welcome.acked_seq, outbox.last))
    const drained = confirmations.note(welcome.acked_seq, []).then(() => drain(fromSeq, deps))
    Promise.all([beating, drained]).catch((err: unknown) => {
      log.error({ err }, 'link.session_failed')
      session.close(goingAway)
    })
  }

  /** Presence has its own path: nothing that waits to be sent may delay it. */
  async #beat(session: Session, everyMs: number): Promise<void> {
    const { signal } = session
    try {
      for (; !signal.aborted; await this.#options.clock.delay(everyMs, { signal })) {
        session.send('heartbeat', this.#options.heartbeat())
      }
    } catch (error) {
      if (!isAbort(error, signal)) throw error
    }
  }

  /** @param quiet where the move is our own doing, and no news */
  #move(event: LinkEvent, quiet = false): void {
    const before = this.#state
    this.#state = nextState(before, event)
    if (this.#state.kind !== before.kind) {
      const { kind } = this.#state
      const loud =
        !quiet && (kind === 'live' || kind === 'refused' || kind === 'replaced' || kind === 'waiting')
      const meaning = describeState(this.#state, this.#options.owner)
      const fields = { state: kind, meaning, error: this.#lastError ?? undefined }
      this.#options.log[loud ? (kind === 'live' ? 'info' : 'warn') : 'debug'](fields, 'link.state')
    }
    this.#wake()
  }

  #wake(): void {
    for (const waker of this.#wakers) waker()
  }
}
