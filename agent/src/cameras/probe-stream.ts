import type { CameraFault } from '@sightline/protocol'
import type { RtspTap } from '../rtsp/rtsp-tap.js'
import { asStreamFailure, StreamFailure } from '../rtsp/stream-failure.js'
import type { Packet, PacketListener } from '../stream/packet.js'
import { factsOf, type StreamFacts } from '../stream/stream-facts.js'
import { StreamMeter } from '../stream/stream-meter.js'
import type { LiveStreamFacts } from './camera.js'
import {
  type ConnectionFacts,
  receiveStream,
  type StreamDeps,
  type StreamEndpoint,
} from './receive-stream.js'

export type StreamProbe =
  | {
      readonly ok: true
      readonly stream: LiveStreamFacts
      /** From the beginning of connecting to the first packet, ms; null if it was running already. */
      readonly firstPacketMs: number | null
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
}

/**
 * Looks at a stream: connects, awaits the first picture, measures for a moment and disconnects.
 * @throws the signal's reason only.
 */
export async function probeStream(
  endpoint: StreamEndpoint,
  deps: ProbeDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<StreamProbe> {
  const running = deps.live?.(endpoint) ?? null
  if (running !== null) return { ok: true, stream: running, firstPacketMs: null }
  const look = new Look(deps)
  try {
    return await receiveStream(
      {
        endpoint,
        deps,
        sink: look,
        nextRunId: () => 0,
        gopSec: () => null,
        onPlaying: (facts) => look.playing(facts),
        tap: deps.tap,
      },
      AbortSignal.any([signal, look.signal]),
    )
  } catch (error) {
    signal.throwIfAborted()
    return look.result() ?? failed(look.signal.aborted ? look.signal.reason : error)
  } finally {
    look.close()
  }
}

function failed(error: unknown): StreamProbe {
  const { fault, message } = asStreamFailure(error)
  return { ok: false, fault, message }
}

/** Watches the first packets, and ends the connection when enough is known or the time is over. */
class Look implements PacketListener {
  private readonly deps: ProbeDeps
  private readonly startedMs: number
  private readonly enough = new AbortController()
  private readonly meter = new StreamMeter()
  private cancel: () => void
  private connection: ConnectionFacts | null = null
  private first: { facts: StreamFacts; afterMs: number } | null = null

  constructor(deps: ProbeDeps) {
    this.deps = deps
    this.startedMs = deps.clock.monotonic()
    const deadlineMs = deps.deadlineMs ?? 10_000
    this.cancel = deps.clock.after(deadlineMs, () => this.enough.abort(noPicture(deadlineMs)))
  }

  get signal(): AbortSignal {
    return this.enough.signal
  }

  playing(facts: ConnectionFacts): void {
    this.connection = facts
    if (this.first !== null) this.measureOn()
  }

  packet(packet: Packet): void {
    this.meter.add(packet)
    if (this.first === null) {
      this.first = { facts: factsOf(packet.run), afterMs: this.deps.clock.monotonic() - this.startedMs }
      if (this.connection !== null) this.measureOn()
    }
    const { fps, gopSec } = this.meter.measures()
    if (this.connection !== null && fps !== null && gopSec !== null) this.enough.abort(new Error('measured'))
  }

  runEnded(): void {}

  result(): StreamProbe | null {
    if (this.first === null || this.connection === null) return null
    const { facts, afterMs } = this.first
    const stream = { ...facts, ...this.meter.measures(), ...this.connection }
    return { ok: true, stream, firstPacketMs: Math.round(afterMs) }
  }

  close(): void {
    this.cancel()
  }

  private measureOn(): void {
    this.cancel()
    this.cancel = this.deps.clock.after(this.deps.measureMs ?? 2000, () =>
      this.enough.abort(new Error('measured')),
    )
  }
}

function noPicture(deadlineMs: number): StreamFailure {
  return new StreamFailure(
    'timeout',
    `the camera sent no picture within ${deadlineMs / 1000} s: restart it, or shorten its keyframe interval`,
  )
}
