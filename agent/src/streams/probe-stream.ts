import type { CameraFault } from '@sightline/protocol'
import type { RtspTap } from '../rtsp/rtsp-tap.js'
import { asStreamFailure, StreamFailure } from '../rtsp/stream-failure.js'
import type { Packet, PacketListener } from '../stream/packet.js'
import { factsOf, type StreamFacts } from '../stream/stream-facts.js'
import { StreamMeter } from '../stream/stream-meter.js'
import { KeptPictures } from './kept-pictures.js'
import { type ConnectionFacts, type EarlyOf, receiveStream, type StreamDeps } from './receive-stream.js'
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
  | {
      readonly ok: false
      readonly fault: CameraFault
      readonly message: string
      /** For how long whole pictures came without a keyframe, seconds; where that is why. */
      readonly noKeyframeSec?: number
    }

export interface ProbeDeps extends StreamDeps {
  /** The facts of a camera that receives this endpoint already: no second connection is made to it. */
  readonly live?: (endpoint: StreamEndpoint) => LiveStreamFacts | null
  /** Until the first picture at the latest, of whatever kind, ms; default 10 s. */
  readonly deadlineMs?: number
  /** Until the first keyframe at the latest where other pictures come, ms; default `deadlineMs`. */
  readonly keyframeMs?: number
  /** How long to measure after the first packet, ms; default 2 s, less if a GOP has been seen. */
  readonly measureMs?: number
  /** Hears the dialogue and the packets, for a capture. */
  readonly tap?: RtspTap
  /** Whether the newest pictures are wanted; default false. */
  readonly keepsPictures?: boolean
}

/** Pictures that came for so long without a keyframe show that the stream works, ms, if it is known what they are. */
const enoughPicturesMs = 8000
/** So many show that more than a remainder came. */
const enoughPictures = 3
/** Keyframes that are at least so far apart are worth a word, seconds. */
const longSec = 5
/** How often it is looked whether pictures come, ms. */
const pollIntervalMs = 250

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
        onPlaying: (facts, _counters, early) => listener.playing(facts, early),
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
  const seen = error instanceof NoKeyframe ? { noKeyframeSec: error.waitedSec } : {}
  return { ok: false, fault, message, ...seen }
}

/** Pictures came, but none with which decoding can begin. */
class NoKeyframe extends StreamFailure {
  readonly waitedSec: number

  constructor(waitedSec: number) {
    super(
      'protocol',
      `the camera sends pictures, but no keyframe within ${waitedSec} s: set a keyframe interval of 1 to 4 seconds`,
    )
    this.waitedSec = waitedSec
  }
}

/** Watches the first packets, and ends the connection when enough is known or the time is over. */
class ProbeListener implements PacketListener {
  readonly #deps: ProbeDeps
  readonly #startedMs: number
  readonly #enough = new AbortController()
  readonly #meter = new StreamMeter()
  #cancel: () => void
  #stopLooking: () => void = () => {}
  #connection: ConnectionFacts | null = null
  #early: EarlyOf = () => ({ pictures: 0, facts: null })
  /** When pictures without a keyframe were first seen to come. */
  #earlySinceMs: number | null = null
  #first: { facts: StreamFacts; afterMs: number } | null = null
  /** How long pictures came before the first keyframe, seconds. */
  #withoutKeyframeSec = 0
  readonly #pictures = new KeptPictures()

  constructor(deps: ProbeDeps) {
    this.#deps = deps
    this.#startedMs = deps.clock.monotonic()
    this.#cancel = deps.clock.after(this.#deadlineMs, () => this.#pictureIsDue())
  }

  get signal(): AbortSignal {
    return this.#enough.signal
  }

  playing(facts: ConnectionFacts, early: EarlyOf): void {
    this.#connection = facts
    this.#early = early
    if (this.#first !== null) this.#measureOn()
    else this.#lookAgain()
  }

  packet(packet: Packet): void {
    this.#meter.add(packet)
    if (this.#deps.keepsPictures) this.#pictures.take(packet)
    if (this.#first === null) {
      this.#withoutKeyframeSec = this.#earlySec()
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
    const { gopAtLeastSec: atLeast = 0, ...measured } = this.#meter.measures()
    const seenSec = Math.max(atLeast, this.#withoutKeyframeSec)
    const slow = measured.gopSec === null && seenSec >= longSec && { gopAtLeastSec: seenSec }
    const stream = { ...facts, ...measured, ...slow, ...this.#connection }
    const { packets: pictures } = this.#pictures
    return { ok: true, stream, firstPacketMs: Math.round(afterMs), pictures }
  }

  close(): void {
    this.#cancel()
    this.#stopLooking()
  }

  get #deadlineMs(): number {
    return this.#deps.deadlineMs ?? 10_000
  }

  #earlySec(): number {
    const since = this.#earlySinceMs
    return since === null ? 0 : Math.floor((this.#deps.clock.monotonic() - since) / 1000)
  }

  /** Where a stream is joined behind a keyframe that has no next one for long, its other pictures are what there is. */
  #lookAgain(): void {
    this.#stopLooking = this.#deps.clock.after(pollIntervalMs, () => {
      if (this.#first !== null || this.signal.aborted) return
      this.#look()
      this.#lookAgain()
    })
  }

  #look(): void {
    if (this.#early().pictures === 0) return
    this.#earlySinceMs ??= this.#deps.clock.monotonic()
    // A picture to show has to begin with a keyframe.
    if (!this.#deps.keepsPictures && this.#earlySec() * 1000 >= enoughPicturesMs) this.#doWithout()
  }

  #pictureIsDue(): void {
    this.#look()
    if (this.signal.aborted) return
    if (this.#earlySinceMs === null) this.#enough.abort(noPicture(this.#deadlineMs))
    else {
      const leftMs = (this.#deps.keyframeMs ?? 0) - (this.#deps.clock.monotonic() - this.#startedMs)
      this.#cancel = this.#deps.clock.after(Math.max(0, leftMs), () => this.#keyframeIsDue())
    }
  }

  #keyframeIsDue(): void {
    this.#doWithout()
    this.#enough.abort(new NoKeyframe(this.#earlySec()))
  }

  /** Enough is known without a keyframe, if the description says what the pictures are. */
  #doWithout(): void {
    const { pictures, facts } = this.#early()
    if (facts === null || pictures < enoughPictures) return
    this.#withoutKeyframeSec = this.#earlySec()
    this.#first = { facts, afterMs: this.#deps.clock.monotonic() - this.#startedMs }
    this.#enough.abort(new Error('measured'))
  }

  #measureOn(): void {
    this.#cancel()
    this.#stopLooking()
    this.#cancel = this.#deps.clock.after(this.#deps.measureMs ?? 2000, () =>
      this.#enough.abort(new Error('measured')),
    )
  }
}

function noPicture(deadlineMs: number): StreamFailure {
  return new StreamFailure(
    'timeout',
    `the camera sent no picture within ${Math.round(deadlineMs / 1000)} s: restart it, or shorten its keyframe interval`,
  )
}
