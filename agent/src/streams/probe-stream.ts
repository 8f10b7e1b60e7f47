import type { CameraFault } from '@sightline/protocol'
import type { RtspTap } from '../rtsp/rtsp-tap.js'
import { asStreamFailure, StreamFailure } from '../rtsp/stream-failure.js'
import type { Packet, PacketListener } from '../stream/packet.js'
import { factsOf, type StreamFacts } from '../stream/stream-facts.js'
import { StreamMeter } from '../stream/stream-meter.js'
import { KeptPictures } from './kept-pictures.js'
import { type ConnectionFacts, receiveStream, type StreamDeps } from './receive-stream.js'
import type { LiveStreamFacts } from './stream-connection.js'
import type { StreamEndpoint } from './stream-endpoint.js'

type StreamProbe =
  | {
      readonly ok: true
      readonly stream: LiveStreamFacts
      /** From the beginning of connecting to the first packet, ms; null if it was running already. */
      readonly firstPacketMs: number | null
      /** From a keyframe on, where they were wanted; none of a stream that was running already. */
      readonly pictures: readonly Packet[]
    }
  | { readonly ok: false; readonly fault: CameraFault; readonly message: string }

export interface ProbeDeps extends StreamDeps {
  /** The facts of a camera that receives this endpoint already: no second connection is made to it. */
  readonly live?: (endpoint: StreamEndpoint) => LiveStreamFacts | null
  /** Until the first packet at the latest, ms; default 10 s. */
  readonly deadlineMs?: number
  /** How long to measure after the first packet, ms; default 2 s, less if a GOP has been seen. */
  readonly measureMs?: number
  /** Hears the dialogue and the packets, for a capture. */
  readonly tap?: RtspTap
  /** Whether the newest pictures are wanted; default false. */
  readonly keepsPictures?: boolean
}

/**
 * Probes a stream: connects, awaits the first picture, measures for a moment and disconnects.
 * @throws the signal's reason only.
 */
export async function probeStream(
  endpoint: StreamEndpoint,
  deps: ProbeDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<StreamProbe> {
  const running = deps.live?.(endpoint) ?? null
  if (running !== null) return { ok: true, stream: running, firstPacketMs: null, pictures: [] }
  const listener = new ProbeListener(deps)
  try {
    return await receiveStream(
      {
        endpoint,
        deps,
        sink: listener,
        nextRunId: () => 0,
        onPlaying: (facts) => listener.playing(facts),
        tap: deps.tap,
      },
      AbortSignal.any([signal, listener.signal]),
    )
  } catch (error) {
    signal.throwIfAborted()
    return listener.result() ?? failed(listener.signal.aborted ? listener.signal.reason : error)
  } finally {
    listener.close()
  }
}

function failed(error: unknown): StreamProbe {
  const { fault, message } = asStreamFailure(error)
  return { ok: false, fault, message }
}

/** Watches the first packets, and ends the connection when enough is known or the time is over. */
class ProbeListener implements PacketListener {
  readonly #deps: ProbeDeps
  readonly #startedMs: number
  readonly #enough = new AbortController()
  readonly #meter = new StreamMeter()
  #cancel: () => void
  #connection: ConnectionFacts | null = null
  #first: { facts: StreamFacts; afterMs: number } | null = null
  readonly #pictures = new KeptPictures()

  constructor(deps: ProbeDeps) {
    this.#deps = deps
    this.#startedMs = deps.clock.monotonic()
    const deadlineMs = deps.deadlineMs ?? 10_000
    this.#cancel = deps.clock.after(deadlineMs, () => this.#enough.abort(noPicture(deadlineMs)))
  }

  get signal(): AbortSignal {
    return this.#enough.signal
  }

  playing(facts: ConnectionFacts): void {
    this.#connection = facts
    if (this.#first !== null) this.#measureOn()
  }

  packet(packet: Packet): void {
    this.#meter.add(packet)
    if (this.#deps.keepsPictures) this.#pictures.take(packet)
    if (this.#first === null) {
      this.#first = { facts: factsOf(packet.run), afterMs: this.#deps.clock.monotonic() - this.#startedMs }
      if (this.#connection !== null) this.#measureOn()
    }
    const { fps, gopSec } = this.#meter.measures()
    if (this.#connection !== null && fps !== null && gopSec !== null)
      this.#enough.abort(new Error('measured'))
  }

  runEnded(): void {}

  result(): StreamProbe | null {
    if (this.#first === null || this.#connection === null) return null
    const { facts, afterMs } = this.#first
    const stream = { ...facts, ...this.#meter.measures(), ...this.#connection }
    const { packets: pictures } = this.#pictures
    return { ok: true, stream, firstPacketMs: Math.round(afterMs), pictures }
  }

  close(): void {
    this.#cancel()
  }

  #measureOn(): void {
    this.#cancel()
    this.#cancel = this.#deps.clock.after(this.#deps.measureMs ?? 2000, () =>
      this.#enough.abort(new Error('measured')),
    )
  }
}

function noPicture(deadlineMs: number): StreamFailure {
  return new StreamFailure(
    'timeout',
    `the camera sent no picture within ${deadlineMs / 1000} s: restart it, or shorten its keyframe interval`,
  )
}
