import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { Packet, PacketSource, StreamRun } from '../stream/packet.js'
import { CheckSchedule, type Moment } from './check-schedule.js'
import { canShowMovement, demandsOf, findMovement, type MovementFinding } from './find-movement.js'
import { FrameSizes } from './frame-sizes.js'
import {
  type DecodeRequest,
  type GrayDecoder,
  type GrayPicture,
  nothing,
  type Urgency,
} from './gray-decoder.js'
import { KeyframeWatch } from './keyframe-watch.js'
import { reportLateness } from './lateness.js'
import { Look, type Shown } from './look.js'
import { placeOf, type Reason } from './look-place.js'
import { areaOf, type Motion } from './motion.js'
import { type MotionHealth, MotionHealthTracker, troubleOf } from './motion-health.js'
import type { MotionSettings } from './motion-settings.js'
import { MovementSpan } from './movement-span.js'
import { Scene } from './scene.js'
import { SeenPast } from './seen-past.js'
import { zoneMask } from './zones.js'

export interface MotionDetectorOptions {
  readonly cameraId: string
  /** The detection stream. Its ring must reach back as far as a check does, so that it shows how a movement began. */
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
   * A check that may show the begin of a movement waits for the decoder, or goes far back: the past is needed for so much
   * longer than usual, ms. Called each second, and with 0 when it is over. Must not throw.
   */
  onLate?: (lateMs: number) => void
  /** Called when it changes. Must not throw. */
  onHealth?(health: MotionHealth): void
}

/** A look that waited for so long says that the decoder is behind. */
const behindMs = 1000

interface Seen {
  readonly pictures: readonly GrayPicture[] | null
  readonly ownMs: number
}

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
  #newest: Packet | null = null
  /** The look that is under way, or waits for its turn. */
  #look: Look | null = null
  #isBehind = false
  readonly #keyframes: KeyframeWatch
  #past = new SeenPast()
  #lastSeenAtMs = 0

  constructor(options: MotionDetectorOptions) {
    this.#options = options
    this.#settings = options.settings
    this.#zone = zoneMask(options.settings.zones)
    this.#health = new MotionHealthTracker((health) => options.onHealth?.(health))
    if (options.decoder === null) this.#health.missing()
    const { decoder } = options
    this.#keyframes = new KeyframeWatch({
      ...options,
      scene: this.#scene,
      health: this.#health,
      decode: (request) => this.#decode(decoder, request),
      settings: () => ({ zone: this.#zone, demands: demandsOf[this.#settings.sensitivity] }),
    })
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
    if (packet.run !== this.#run) this.#begin(packet.run, decoder)
    this.#newest = packet
    const signs = this.#sizes.add(packet, !this.#span.isMoving)
    const nowMs = clock.monotonic()
    // A check that still waits for the decoder may show that it goes on.
    if (this.#look === null && this.#span.endsBy(nowMs)) this.#options.onQuiet(this.#lastSeenAtMs)
    const moment = { nowMs, dtsUs: packet.dtsUs, signs, isMoving: this.#span.isMoving }
    this.#schedule.follow(moment)
    if (packet.keyframe) this.#keyframe(packet, moment)
    if (this.#look !== null) {
      this.#raise(decoder, this.#look, moment)
      return
    }
    const reason = this.#schedule.next(moment)
    if (reason !== null) {
      this.#attend(this.#check(decoder, packet, reason), () => {
        this.#look = null
      })
    }
  }

  #keyframe(packet: Packet, { isMoving, signs }: Moment): void {
    const [past, schedule] = [this.#past, this.#schedule]
    const isTelling = isMoving || signs.isConclusive
    const comparing = this.#keyframes.keyframe(packet, isTelling, {
      past,
      demand: (at) => schedule.demand(at),
    })
    if (comparing !== null) this.#attend(comparing)
  }

  /** What fails in a check costs that check alone. */
  #attend(check: Promise<void>, giveUp: () => void = () => undefined): void {
    const { log, cameraId } = this.#options
    check.catch((err: unknown) => {
      giveUp()
      log.error({ cameraId, err }, 'motion.check_failed')
    })
  }

  #begin(run: StreamRun, decoder: GrayDecoder): void {
    const before = this.#run?.video
    const { codec, width, height } = run.video
    this.#scene.runBegan(before?.codec !== codec || before.width !== width || before.height !== height)
    this.#run = run
    this.#sizes = new FrameSizes(width * height)
    this.#schedule = new CheckSchedule()
    this.#past = new SeenPast()
    this.#health.streamBegan()
    this.#keyframes.runBegan()
    // A look at the run before shows nothing any more, and makes room.
    decoder.reconsider()
  }

  #runEnded(): void {
    if (this.#span.cut()) this.#options.onQuiet(this.#lastSeenAtMs)
    if (this.#options.decoder !== null) this.#health.streamEnded()
  }

  async #check(decoder: GrayDecoder, { run, ptsUs }: Packet, reason: Reason): Promise<void> {
    const { clock, onLate, cameraId, log } = this.#options
    const look = new Look(run, reason, this.#schedule.asked(reason), clock.monotonic())
    this.#look = look
    const backUs = ptsUs - Math.max(0, placeOf(this.#occasion(look, ptsUs)).fromUs)
    const report = (lateMs: number) => {
      if (!this.#stopping.signal.aborted) onLate?.(lateMs)
    }
    const notLate = this.#span.isMoving ? () => undefined : reportLateness(clock, backUs, report)
    const { pictures, ownMs } = await this.#decode(decoder, {
      codec: run.video.codec,
      urgency: () => (run === this.#run ? this.#urgencyOf(look.reason) : 'now'),
      take: (mostPackets) => this.#take(look, mostPackets),
    }).finally(notLate)
    this.#look = null
    if (this.#stopping.signal.aborted || run !== this.#run) return
    const { shown } = look
    const finding = !pictures?.length || shown === null ? null : this.#find(pictures, look, shown)
    const found = finding?.kind === 'movement'
    const { restMs } = this.#health
    this.#schedule.ended(clock.monotonic(), found ? 'movement' : 'nothing', { ownMs, restMs })
    const { waitedMs } = look
    log.debug({ cameraId, reason: look.reason, finding: finding?.kind, waitedMs, ownMs }, 'motion.checked')
    if (found && shown !== null) this.#report(run, finding, shown)
  }

  /** A look that waits may be wanted for something better by now. */
  #raise(decoder: GrayDecoder, look: Look, moment: Moment): void {
    if (look.shown !== null || look.run !== this.#run) return
    const reason = this.#schedule.better(look.reason, moment)
    if (reason === look.reason) return
    look.raise(reason, this.#schedule.asked(reason))
    decoder.reconsider()
  }

  #occasion(look: Look, newestUs: number) {
    const { reason, target } = look
    return { ...target, reason, newestUs, seenUntilUs: this.#past.untilUs, isBehind: this.#isBehind }
  }

  #take(look: Look, mostPackets: number) {
    const { clock, source } = this.#options
    const newest = this.#newest
    if (newest === null || look.run !== this.#run) return nothing
    const nowMs = clock.monotonic()
    const place = placeOf(this.#occasion(look, newest.ptsUs))
    const excerpt = look.take(source, newest, { place, nowMs, mostPackets })
    if (excerpt === 'too_long') {
      this.#health.checkFailed('keyframes are too far apart: let the camera send one every few seconds')
      return nothing
    }
    if (excerpt === null) return null
    this.#isBehind = look.waitedMs > behindMs
    this.#schedule.began(nowMs, look.waitedMs)
    return excerpt
  }

  #find(pictures: readonly GrayPicture[], look: Look, { place, untilAtMs }: Shown): MovementFinding {
    const { sensitivity } = this.#settings
    const nowMs = this.#options.clock.monotonic()
    this.#scene.learnFrom(pictures, demandsOf[sensitivity].contrast, nowMs)
    const shown = pictures.filter(({ ptsUs }) => ptsUs >= place.fromUs)
    const tooFew = look.reason === 'inconclusive' ? 'still' : 'too_few'
    this.#health.looked(untilAtMs, canShowMovement(shown) ? 'enough' : tooFew)
    const finding = findMovement(shown, this.#scene.reference, this.#zone, sensitivity)
    this.#scene.checked(finding, look.target.news === place, nowMs, shown.at(-1)?.ptsUs ?? 0)
    this.#past.looked(place, finding.kind)
    return finding
  }

  #urgencyOf(reason: Reason): Urgency {
    if (reason === 'inconclusive') return 'soon'
    return this.#span.isMoving || (reason === 'sizes' && this.#schedule.isDoubtful) ? 'again' : 'now'
  }

  /** @returns no pictures where nothing came of it; health knows why */
  async #decode(decoder: GrayDecoder | null, request: DecodeRequest): Promise<Seen> {
    if (decoder === null) return { pictures: null, ownMs: 0 }
    const decoded = await decoder.decode(request, this.#stopping.signal)
    const { ownMs } = decoded
    if (!this.#stopping.signal.aborted) {
      if (decoded.kind === 'pictures') return { pictures: decoded.pictures, ownMs }
      const trouble = troubleOf(decoded)
      if (trouble !== null) this.#health.checkFailed(trouble)
    }
    return { pictures: null, ownMs }
  }

  #report(run: StreamRun, finding: MovementFinding & { kind: 'movement' }, shown: Shown): void {
    const [first, last] = [finding.sightings[0], finding.sightings.at(-1)]
    if (first === undefined || last === undefined) return
    const wallMs = (us: number) => run.startedAtMs + us / 1000
    const lastUs = last.second * 1_000_000
    this.#lastSeenAtMs = wallMs(lastUs)
    const news = this.#span.seen(shown.originMs + lastUs / 1000, this.#options.clock.monotonic())
    if (news === null) return
    const { cameraId, log } = this.#options
    const beganUs = this.#past.beganUs(first.second * 1_000_000, shown.place)
    const motion = {
      atMs: Math.round(wallMs(news === 'began' ? beganUs : lastUs)),
      score: finding.score,
      area: areaOf(last),
    }
    if (news === 'began') log.info({ cameraId, ...motion }, 'motion.began')
    this.#options.onMotion(motion)
  }
}
