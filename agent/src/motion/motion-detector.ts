import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { type Packet, type PacketSource, presentedAtMs, type StreamRun } from '../stream/packet.js'
import { recoversByAndBy } from '../stream/recovery-point.js'
import { type CheckReason, CheckSchedule } from './check-schedule.js'
import { demandsOf, findMovement, type MovementFinding } from './find-movement.js'
import { FrameSizes } from './frame-sizes.js'
import { gatherPackets } from './gather-packets.js'
import type { DecodeRequest, GrayDecoder, GrayPicture, Urgency } from './gray-decoder.js'
import { areaOf, type Motion } from './motion.js'
import { type MotionHealth, MotionHealthTracker, troubleOf } from './motion-health.js'
import type { MotionSettings } from './motion-settings.js'
import { MovementSpan } from './movement-span.js'
import { Scene } from './scene.js'
import type { MovingBlob } from './tracks.js'
import { zoneMask } from './zones.js'

export interface MotionDetectorOptions {
  readonly cameraId: string
  /** The detection stream. Its ring must reach two seconds back, so that a check shows how it began. */
  readonly source: PacketSource
  readonly settings: MotionSettings
  readonly clock: Clock
  readonly log: Logger
  /** Null where there is no ffmpeg: then nothing is reported, and health says so. */
  readonly decoder: GrayDecoder | null
  /** A movement began, or lasts: at most every five seconds. Must not throw. */
  onMotion(motion: Motion): void
  /** The movement is over; `atMs` is the wall clock of the last picture that showed it. Must not throw. */
  onQuiet(atMs: number): void
  /**
   * A check that may show the begin of a movement waits for the decoder, for so long, ms: called each second, and with 0
   * when it is over. What is to be recorded of it must be kept meanwhile. Must not throw.
   */
  onLate?: (lateMs: number) => void
  /** Called when it changes. Must not throw. */
  onHealth?(health: MotionHealth): void
}

/** A check shows at least so much of the newest past, and where the last one is longer ago what came since, up to this. */
const shortestCheckMs = 1600
const longestCheckMs = 6000
/** Two checks share so much, or neither would see what begins between them. */
const overlapMs = 500
/** Twelve pictures a second show any movement, and five do in a long check; a camera may send more. */
const pictureEveryUs = 80_000
const mostPictures = 30
/** A check that needs more pictures takes longer than anyone waits: a minute at 30 a second. */
const mostPackets = 2000
/** How often it is reported that a check is late. */
const lateEveryMs = 1000

type Reason = Exclude<CheckReason, null>

interface Seen {
  readonly pictures: readonly GrayPicture[] | null
  readonly ownMs: number
}

interface Found {
  readonly finding: MovementFinding | null
  readonly ownMs: number
}

const nothingFound: Found = { finding: null, ownMs: 0 }

/** Watches one stream for movement, from its construction until `stop` (docs/design/motion.md). */
export class MotionDetector {
  readonly #options: MotionDetectorOptions
  readonly #unsubscribe: () => void
  readonly #stopping = new AbortController()
  readonly #scene = new Scene()
  readonly #span = new MovementSpan()
  readonly #health: MotionHealthTracker
  #schedule = new CheckSchedule()
  #sizes = new FrameSizes(0)
  #run: StreamRun | null = null
  #settings: MotionSettings
  #zone: Uint8Array
  #isChecking = false
  #isComparing = false
  #checkedMs = 0
  #lastSeenAtMs = 0

  constructor(options: MotionDetectorOptions) {
    this.#options = options
    this.#settings = options.settings
    this.#zone = zoneMask(options.settings.zones)
    this.#health = new MotionHealthTracker((health) => options.onHealth?.(health))
    if (options.decoder === null) this.#health.missing()
    this.#unsubscribe = options.source.subscribe({
      packet: (packet) => this.#packet(packet),
      runEnded: () => this.#runEnded(),
    })
  }

  /** Takes other settings from the next check on; a movement in progress goes on. */
  configure(settings: MotionSettings): void {
    this.#settings = settings
    this.#zone = zoneMask(settings.zones)
  }

  /** Ends it; nothing is called any more. Idempotent. */
  stop(): void {
    this.#unsubscribe()
    this.#stopping.abort()
  }

  health(): MotionHealth {
    return this.#health.health
  }

  #packet(packet: Packet): void {
    const { decoder, clock } = this.#options
    if (packet.track !== 'video' || decoder === null) return
    if (packet.run !== this.#run) this.#begin(packet.run)
    const signs = this.#sizes.add(packet, !this.#span.isMoving)
    const nowMs = clock.monotonic()
    // A check that still waits for the decoder may show that it goes on.
    if (!this.#isChecking && this.#span.endsBy(nowMs)) this.#options.onQuiet(this.#lastSeenAtMs)
    if (packet.keyframe && this.#scene.isDue(nowMs)) {
      this.#attend(this.#compareKeyframe(decoder, packet), () => {
        this.#isComparing = false
      })
    }
    if (this.#isChecking) return
    const reason = this.#schedule.next(nowMs, signs, this.#span.isMoving)
    if (reason !== null) {
      this.#attend(this.#check(decoder, packet, reason), () => {
        this.#isChecking = false
      })
    }
  }

  /** What fails in a check costs that check alone. */
  #attend(check: Promise<void>, giveUp: () => void): void {
    const { log, cameraId } = this.#options
    check.catch((err: unknown) => {
      giveUp()
      log.error({ cameraId, err }, 'motion.check_failed')
    })
  }

  #begin(run: StreamRun): void {
    const before = this.#run?.video
    const { codec, width, height } = run.video
    this.#scene.runBegan(before?.codec !== codec || before.width !== width || before.height !== height)
    this.#run = run
    this.#sizes = new FrameSizes(width * height)
    this.#schedule = new CheckSchedule()
    this.#health.streamBegan()
  }

  #runEnded(): void {
    if (this.#span.cut()) this.#options.onQuiet(this.#lastSeenAtMs)
    if (this.#options.decoder !== null) this.#health.streamEnded()
  }

  /** The comparison that is never skipped. */
  async #compareKeyframe(decoder: GrayDecoder, packet: Packet): Promise<void> {
    if (this.#isComparing) return
    this.#isComparing = true
    const { clock } = this.#options
    this.#scene.comparisonBegan(clock.monotonic())
    const urgency = this.#scene.reference === null ? 'now' : 'patient'
    const packets = recoversByAndBy(packet)
      ? gatherPackets(this.#options.source, packet.run, presentedAtMs(packet))
      : [packet]
    const request = { packets, fromPtsUs: packet.ptsUs, everyUs: 0, urgency } as const
    const { pictures } = await this.#decode(decoder, request)
    this.#isComparing = false
    const picture = pictures?.find(({ ptsUs }) => ptsUs === packet.ptsUs)
    if (packet.run !== this.#run) return
    if (picture === undefined) {
      this.#scene.comparisonFailed(clock.monotonic(), this.#health.restMs)
      return
    }
    const demands = demandsOf[this.#settings.sensitivity]
    const hasNews = this.#scene.compare(picture, this.#zone, demands, clock.monotonic())
    this.#health.checked(presentedAtMs(packet))
    if (hasNews) this.#schedule.demand()
  }

  async #check(decoder: GrayDecoder, newest: Packet, reason: Reason): Promise<void> {
    const { clock, source, cameraId, log } = this.#options
    const { run } = newest
    this.#isChecking = true
    const beganMs = clock.monotonic()
    const spanMs = this.#checkSpanMs(beganMs, reason)
    this.#checkedMs = beganMs
    this.#schedule.began(beganMs)
    const packets = gatherPackets(source, run, presentedAtMs(newest) - spanMs)
    const notLate = this.#span.isMoving ? () => undefined : this.#reportLateness(beganMs)
    const { finding, ownMs } = await this.#find(decoder, packets, spanMs, reason).catch((error: unknown) => {
      notLate()
      throw error
    })
    this.#isChecking = false
    if (this.#stopping.signal.aborted || run !== this.#run) return notLate()
    const found = finding?.kind === 'movement'
    const { restMs } = this.#health
    this.#schedule.ended(clock.monotonic(), found ? 'movement' : 'nothing', { ownMs, restMs })
    log.debug({ cameraId, reason, finding: finding?.kind, ms: clock.monotonic() - beganMs }, 'motion.checked')
    if (found) this.#report(run, finding, beganMs - newest.ptsUs / 1000)
    notLate()
  }

  /** @returns what says that the check is over */
  #reportLateness(beganMs: number): () => void {
    const { clock, onLate } = this.#options
    let cancel: () => void = () => undefined
    let isLate = false
    const wait = () => {
      cancel = clock.after(lateEveryMs, () => {
        isLate = true
        onLate?.(clock.monotonic() - beganMs)
        wait()
      })
    }
    wait()
    return () => {
      cancel()
      if (isLate && !this.#stopping.signal.aborted) onLate?.(0)
    }
  }

  /** How much of the past a check shows: all since the last one, where only checks can say what came. */
  #checkSpanMs(nowMs: number, reason: Reason): number {
    const sinceMs = nowMs - this.#checkedMs + overlapMs
    const mostMs = reason === 'inconclusive' || sinceMs <= longestCheckMs ? longestCheckMs : shortestCheckMs
    return Math.min(mostMs, Math.max(shortestCheckMs, sinceMs))
  }

  async #find(
    decoder: GrayDecoder,
    packets: readonly Packet[],
    spanMs: number,
    reason: Reason,
  ): Promise<Found> {
    const newest = packets.at(-1)
    if (newest === undefined) return nothingFound
    if (packets.length > mostPackets) {
      this.#health.checkFailed('keyframes are too far apart: let the camera send one every few seconds')
      return nothingFound
    }
    const fromPtsUs = newest.ptsUs - spanMs * 1000
    const everyUs = Math.max(pictureEveryUs, (spanMs * 1000) / mostPictures)
    const urgency = this.#urgencyOf(reason)
    const { pictures, ownMs } = await this.#decode(decoder, { packets, fromPtsUs, everyUs, urgency })
    if (pictures === null || newest.run !== this.#run) return { ...nothingFound, ownMs }
    const { sensitivity } = this.#settings
    const nowMs = this.#options.clock.monotonic()
    this.#health.checked(presentedAtMs(newest))
    this.#scene.learnFrom(pictures, demandsOf[sensitivity].contrast, nowMs)
    const shown = pictures.filter(({ ptsUs }) => ptsUs >= fromPtsUs)
    const finding = findMovement(shown, this.#scene.reference, this.#zone, sensitivity)
    this.#scene.checked(finding, reason, nowMs)
    return { finding, ownMs }
  }

  #urgencyOf(reason: Reason): Urgency {
    if (reason === 'inconclusive') return 'soon'
    return this.#span.isMoving || (reason === 'sizes' && this.#schedule.isDoubtful) ? 'again' : 'now'
  }

  /** @returns no pictures where nothing came of it; health knows why */
  async #decode(decoder: GrayDecoder, request: DecodeRequest): Promise<Seen> {
    const decoded = await decoder.decode(request, this.#stopping.signal)
    const { ownMs } = decoded
    if (!this.#stopping.signal.aborted) {
      if (decoded.kind === 'pictures') return { pictures: decoded.pictures, ownMs }
      const trouble = troubleOf(decoded)
      if (trouble !== null) this.#health.checkFailed(trouble)
    }
    return { pictures: null, ownMs }
  }

  /** @param originMs monotonic time at which the picture with pts 0 would have arrived */
  #report(run: StreamRun, finding: MovementFinding & { kind: 'movement' }, originMs: number): void {
    const [first, last] = [finding.sightings[0], finding.sightings.at(-1)]
    if (first === undefined || last === undefined) return
    const wallMs = (sighting: MovingBlob) => run.startedAtMs + sighting.second * 1000
    this.#lastSeenAtMs = wallMs(last)
    const news = this.#span.seen(originMs + last.second * 1000, this.#options.clock.monotonic())
    if (news === null) return
    const { cameraId, log } = this.#options
    const motion = {
      atMs: Math.round(wallMs(news === 'began' ? first : last)),
      score: finding.score,
      area: areaOf(last),
    }
    if (news === 'began') log.info({ cameraId, ...motion }, 'motion.began')
    this.#options.onMotion(motion)
  }
}
