import { type LiveRendition, liveLimits, type StreamRole } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { Platform } from '../../../platform/platform.js'
import type { Command, CommandAnswer, GatewayCommands } from '../../channel/commands/command.service.js'
import type { LiveFigures } from '../live-figures.js'
import type { WatchedCamera } from '../viewers/viewer.js'
import type { Dialer, ExpectedSockets } from './expected-sockets.js'
import { liveCapabilityOf } from './live-capability.js'
import { type MediaSink, MediaSocket, type Needs } from './media-socket.js'
import type { TryOutcome } from './try-outcome.js'

export interface AgentSourceDeps {
  readonly platform: Platform
  readonly commands: GatewayCommands
  readonly expected: ExpectedSockets
  readonly figures: Pick<LiveFigures, 'taken'>
}

/** A stream of a camera in one form: what an upstream carries. */
export interface StreamKey {
  readonly camera: WatchedCamera
  readonly stream: StreamRole
  readonly rendition: LiveRendition
}

/** What one try is given. */
export interface TryContext {
  readonly sink: MediaSink
  /** What the viewers need now. */
  needs(): Needs
  /** The socket is open, until the try ends. */
  opened(socket: MediaSocket): void
  /** Ends the try: nobody watches any more. */
  readonly signal: AbortSignal
}

/** Milliseconds for the answer to `live.start`. */
const answerMs = 10_000

/**
 * One try to get a stream from whoever serves the camera: asks for it, waits for the media socket, and lives as long as that.
 * @returns how it ended; null after an abort
 */
export async function streamFromAgent(
  deps: AgentSourceDeps,
  key: StreamKey,
  { liveId, ...context }: TryContext & { readonly liveId: string },
): Promise<TryOutcome | null> {
  const dialer = dialerOf(key.camera)
  if (!dialer) return { kind: 'offline' }
  const capability = await liveCapabilityOf(deps.platform, key.camera)
  if (capability !== 'capable') return { kind: capability }
  const dialed = new SocketToCome(deps, key, dialer, { ...context, liveId })
  try {
    if (context.signal.aborted) return null
    return await dialed.run()
  } finally {
    dialed.end()
  }
}

/** One `live_id`, from the command to the end of its socket. */
class SocketToCome {
  readonly #deps: AgentSourceDeps
  readonly #key: StreamKey
  readonly #context: TryContext
  readonly #liveId: string
  readonly #forget: () => void
  #media: MediaSocket | null = null
  #dialed: () => void = () => {}
  readonly #dial = new Promise<void>((resolve) => {
    this.#dialed = resolve
  })
  #asked: Needs

  constructor(
    deps: AgentSourceDeps,
    key: StreamKey,
    dialer: Dialer,
    { liveId, ...context }: TryContext & { readonly liveId: string },
  ) {
    this.#liveId = liveId
    this.#deps = deps
    this.#key = key
    this.#context = context
    this.#asked = context.needs()
    // The agent may dial before its answer is here: the answer may come over another node.
    this.#forget = deps.expected.expect({
      liveId: this.#liveId,
      dialer,
      take: (socket) => this.#take(socket),
    })
  }

  async run(): Promise<TryOutcome | null> {
    const { signal } = this.#context
    const aborted = untilAborted(signal)
    const answer = await Promise.race([this.#ask(), aborted])
    if (signal.aborted || answer === undefined) return null
    // A socket that is there says more than an answer that is not.
    if (!this.#media && answer.kind !== 'answered') return outcomeOf(answer)
    const late = this.#tooLate()
    await Promise.race([this.#dial, late.passed, aborted])
    late.cancel()
    if (signal.aborted) return null
    const media = this.#media
    if (!media) return { kind: 'not_dialed' }
    const end = await Promise.race([media.closed, aborted])
    if (end === undefined) return null
    return { kind: 'closed', ...end, flowed: media.hasFlowed }
  }

  end(): void {
    this.#forget()
    this.#media?.close(1000, 'nobody watches any more')
  }

  #take(socket: WebSocket): void {
    const { rendition } = this.#key
    const media = new MediaSocket(socket, this.#deps.platform.clock, {
      rendition,
      needs: this.#asked,
      sink: this.#context.sink,
    })
    if (this.#context.signal.aborted) return media.close(1000, 'nobody watches any more')
    this.#media = media
    this.#context.opened(media)
    this.#dialed()
  }

  #ask(): Promise<CommandAnswer<'live.start'>> {
    const { camera, stream, rendition } = this.#key
    this.#asked = this.#context.needs()
    const command: Command<'live.start'> = {
      type: 'live.start',
      body: { live_id: this.#liveId, camera_id: camera.id, stream, rendition, ...this.#asked },
      deadlineMs: answerMs,
    }
    const { commands } = this.#deps
    if (camera.connectionMode === 'direct') return commands.sendToDirect(camera.orgId, camera.id, command)
    if (camera.gatewayId === null) return Promise.resolve({ kind: 'offline' })
    return commands.send(camera.orgId, camera.gatewayId, command)
  }

  #tooLate(): { passed: Promise<void>; cancel: () => void } {
    let cancel = () => {}
    const passed = new Promise<void>((resolve) => {
      cancel = this.#deps.platform.clock.after(liveLimits.dialMs, resolve)
    })
    return { passed, cancel: () => cancel() }
  }
}

function dialerOf(camera: WatchedCamera): Dialer | null {
  const { orgId, gatewayId, id: cameraId } = camera
  if (camera.connectionMode === 'direct') return { kind: 'relay', orgId, cameraId }
  return gatewayId === null ? null : { kind: 'gateway', orgId, cameraId, gatewayId }
}

function outcomeOf(answer: Exclude<CommandAnswer<'live.start'>, { kind: 'answered' }>): TryOutcome {
  return answer.kind === 'refused' ? { kind: 'refused', code: answer.error.code } : { kind: answer.kind }
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
