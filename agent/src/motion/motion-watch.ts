import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { type Packet, type PacketSource, presentedAtMs, type StreamRun } from '../stream/packet.js'
import { Background } from './background.js'
import { blobsOf } from './blobs.js'
import { demandsOf, type Finding, findMovement } from './find-movement.js'
import { FrameSizes } from './frame-sizes.js'
import { gatherPackets } from './gather-packets.js'
import type { DecodeRequest, GrayDecoder, GrayPicture } from './gray-decoder.js'
import { pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'
import { LookPlan, type Reason } from './look-plan.js'
import { type MotionHealth, WatchHealth } from './motion-health.js'
import type { MotionSettings } from './motion-settings.js'
import { MovementSpan } from './movement-span.js'
import type { Sighting } from './tracks.js'
import { zoneMask } from './zones.js'

export type { MotionHealth } from './motion-health.js'

/** A movement, as it begins and again while it lasts. */
export interface Motion {
  /**
   * Wall clock of a picture that shows it, ms since the epoch: the first one as it begins, the newest one while it
   * lasts.
   */
  readonly atMs: number
  /** How large it is and how far it went, 0 to 1. */
  readonly score: number
  /** Where: left, top, width and height as parts of the picture, 0 to 1. */
  readonly area: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

export interface MotionWatchOptions {
  readonly cameraId: string
  /** The detection stream. Its ring must reach two seconds back, so that a look shows how it began. */
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
  /** Called when it changes. Must not throw. */
  onHealth?(health: MotionHealth): void
}

/** A look shows at least so much of the newest past, and where the last one is longer ago what came since, up to this. */
const shortestLookMs = 1600
const longestLookMs = 6000
/** Two looks share so much, or neither would see what begins between them. */
const overlapMs = 500
/** Twelve pictures a second show any movement, and five do in a long look; a camera may send more. */
const pictureEveryUs = 80_000
const mostPictures = 30
/** A keyframe is compared at least every 30 s; waiting for company may take six of them. */
const keyframeEveryMs = 24_000
/** In another light the scene is learned again after so long. */
const otherLightMs = 3000
/** The scene is learned from keyframes at least so far apart: what stays so long belongs to it. */
const learnEveryMs = 5000
/** A look that needs more pictures takes longer than anyone waits: a minute at 30 a second. */
const mostPackets = 2000

/** Watches one stream for movement, from its construction until `stop` (docs/design/motion.md). */
export class MotionWatch {
  private readonly options: MotionWatchOptions
  private readonly unsubscribe: () => void
  private readonly stopping = new AbortController()
  private readonly background = new Background()
  private readonly span = new MovementSpan()
  private readonly watchHealth: WatchHealth
  private plan = new LookPlan()
  private sizes = new FrameSizes(0)
  private run: StreamRun | null = null
  private settings: MotionSettings
  private zone: Uint8Array
  private isLooking = false
  private isComparing = false
  private keyframeAtMs = Number.NEGATIVE_INFINITY
  private keyframeCameMs = 0
  private learnedAtMs = Number.NEGATIVE_INFINITY
  private lookedMs = 0
  private lastSeenAtMs = 0
  /** What the newest keyframe that asked for a look had in it that was new. */
  private news: Uint8Array = new Uint8Array(pictureBytes)

  constructor(options: MotionWatchOptions) {
    this.options = options
    this.settings = options.settings
    this.zone = zoneMask(options.settings.zones)
    this.watchHealth = new WatchHealth((health) => options.onHealth?.(health))
    if (options.decoder === null) this.watchHealth.missing()
    this.unsubscribe = options.source.subscribe({
      packet: (packet) => this.packet(packet),
      runEnded: () => this.runEnded(),
    })
  }

  /** Takes other settings from the next look on; a movement in progress goes on. */
  configure(settings: MotionSettings): void {
    this.settings = settings
    this.zone = zoneMask(settings.zones)
  }

  /** Ends it; nothing is called any more. Idempotent. */
  stop(): void {
    this.unsubscribe()
    this.stopping.abort()
  }

  health(): MotionHealth {
    return this.watchHealth.health
  }

  private packet(packet: Packet): void {
    const { decoder, clock } = this.options
    if (packet.track !== 'video' || decoder === null) return
    if (packet.run !== this.run) this.begin(packet.run)
    const signs = this.sizes.add(packet, !this.span.isMoving)
    const nowMs = clock.monotonic()
    if (this.span.endsBy(nowMs)) this.options.onQuiet(this.lastSeenAtMs)
    if (packet.keyframe && this.isKeyframeDue(nowMs)) void this.compareKeyframe(decoder, packet)
    if (this.isLooking) return
    const reason = this.plan.next(nowMs, signs, this.span.isMoving)
    if (reason !== null) void this.look(decoder, packet, reason)
  }

  /** Whether to compare this keyframe: the next one would come too late, if it is as far away as the last. */
  private isKeyframeDue(nowMs: number): boolean {
    const gopMs = nowMs - this.keyframeCameMs
    this.keyframeCameMs = nowMs
    return nowMs - this.keyframeAtMs + gopMs > keyframeEveryMs
  }

  private begin(run: StreamRun): void {
    const before = this.run?.video
    const { codec, width, height } = run.video
    if (before?.codec !== codec || before.width !== width || before.height !== height)
      this.background.forget()
    this.run = run
    this.sizes = new FrameSizes(width * height)
    this.plan = new LookPlan()
    this.keyframeAtMs = Number.NEGATIVE_INFINITY
    this.watchHealth.streamBegan()
  }

  private runEnded(): void {
    if (this.span.cut()) this.options.onQuiet(this.lastSeenAtMs)
    if (this.options.decoder !== null) this.watchHealth.streamEnded()
  }

  /** The comparison that is never skipped. */
  private async compareKeyframe(decoder: GrayDecoder, packet: Packet): Promise<void> {
    if (this.isComparing) return
    this.isComparing = true
    const { clock } = this.options
    this.keyframeAtMs = clock.monotonic()
    const urgency = this.background.reference === null ? 'now' : 'patient'
    const packets = [packet]
    const pictures = await this.decode(decoder, { packets, fromPtsUs: 0, everyUs: 0, urgency })
    this.isComparing = false
    const [picture] = pictures ?? []
    if (packet.run !== this.run) return
    if (picture === undefined) {
      this.keyframeAtMs = clock.monotonic() - keyframeEveryMs + this.watchHealth.restMs
      return
    }
    const { contrast, area } = demandsOf[this.settings.sensitivity]
    this.learnedAtMs = clock.monotonic()
    const { news, isNew } = this.background.learn(picture.luma, contrast)
    this.watchHealth.looked(presentedAtMs(packet))
    if (isNew) return
    const [largest] = blobsOf(news, this.zone, area).filter(({ inside }) => inside >= area)
    if (largest === undefined) return
    this.news = news
    this.plan.demand()
  }

  private async look(decoder: GrayDecoder, newest: Packet, reason: Exclude<Reason, null>): Promise<void> {
    const { clock, source, cameraId, log } = this.options
    const { run } = newest
    this.isLooking = true
    const beganMs = clock.monotonic()
    const lookMs = this.lookMs(beganMs, reason)
    this.lookedMs = beganMs
    this.plan.began(beganMs)
    const packets = gatherPackets(source, run, presentedAtMs(newest) - lookMs)
    const finding = await this.find(decoder, packets, lookMs, reason)
    this.isLooking = false
    if (this.stopping.signal.aborted || run !== this.run) return
    const found = finding?.kind === 'movement'
    this.plan.ended(clock.monotonic(), found ? 'movement' : 'nothing', this.watchHealth.restMs)
    log.debug({ cameraId, reason, finding: finding?.kind, ms: clock.monotonic() - beganMs }, 'motion.looked')
    if (found) this.tell(run, finding, beganMs - newest.ptsUs / 1000)
  }

  /** How much of the past a look shows: all since the last one, where only looks can tell what came. */
  private lookMs(nowMs: number, reason: Exclude<Reason, null>): number {
    const sinceMs = nowMs - this.lookedMs + overlapMs
    const mostMs = reason === 'untelling' || sinceMs <= longestLookMs ? longestLookMs : shortestLookMs
    return Math.min(mostMs, Math.max(shortestLookMs, sinceMs))
  }

  private async find(
    decoder: GrayDecoder,
    packets: readonly Packet[],
    lookMs: number,
    reason: Exclude<Reason, null>,
  ): Promise<Finding | null> {
    const newest = packets.at(-1)
    if (newest === undefined) return null
    if (packets.length > mostPackets) {
      this.watchHealth.lookFailed('keyframes are too far apart: let the camera send one every few seconds')
      return null
    }
    const fromPtsUs = newest.ptsUs - lookMs * 1000
    const everyUs = Math.max(pictureEveryUs, (lookMs * 1000) / mostPictures)
    const urgency = reason === 'untelling' ? 'soon' : 'now'
    const pictures = await this.decode(decoder, { packets, fromPtsUs, everyUs, urgency })
    if (pictures === null || newest.run !== this.run) return null
    this.watchHealth.looked(presentedAtMs(newest))
    this.learnFrom(pictures)
    const shown = pictures.filter(({ ptsUs }) => ptsUs >= fromPtsUs)
    const finding = findMovement(shown, this.background.reference, this.zone, this.settings.sensitivity)
    if (finding.kind === 'quiet' && reason === 'keyframe') {
      this.background.lookedInVain(this.news)
      this.background.lookedInVain(finding.restless)
    }
    // What the scene looks like in another light the next keyframe shows.
    if (finding.kind === 'light') this.background.forget()
    if (finding.kind === 'quiet' && finding.isOtherLight) {
      const soonMs = this.options.clock.monotonic() - keyframeEveryMs + otherLightMs
      this.keyframeAtMs = Math.min(this.keyframeAtMs, soonMs)
    }
    return finding
  }

  private learnFrom(pictures: readonly GrayPicture[]): void {
    const nowMs = this.options.clock.monotonic()
    const keyframe = pictures.find((picture) => picture.keyframe)
    const isDue = this.background.reference === null || nowMs - this.learnedAtMs >= learnEveryMs
    if (keyframe === undefined || !isDue) return
    this.learnedAtMs = nowMs
    this.background.learn(keyframe.luma, demandsOf[this.settings.sensitivity].contrast)
  }

  /** @returns null where nothing came of it; health knows why */
  private async decode(decoder: GrayDecoder, request: DecodeRequest): Promise<readonly GrayPicture[] | null> {
    const outcome = await decoder.decode(request, this.stopping.signal)
    if (this.stopping.signal.aborted) return null
    switch (outcome.kind) {
      case 'pictures':
        return outcome.pictures
      case 'aborted':
        return null
      case 'damaged':
        this.watchHealth.lookFailed(`pictures of the camera cannot be decoded: ${outcome.reason}`)
        return null
      case 'unavailable':
        this.watchHealth.lookFailed(`motion is not seen: ${outcome.reason}`)
        return null
    }
  }

  /** @param originMs monotonic time at which the picture with pts 0 would have arrived */
  private tell(run: StreamRun, finding: Finding & { kind: 'movement' }, originMs: number): void {
    const [first, last] = [finding.sightings[0], finding.sightings.at(-1)]
    if (first === undefined || last === undefined) return
    const wallMs = (sighting: Sighting) => run.startedAtMs + sighting.second * 1000
    this.lastSeenAtMs = wallMs(last)
    const told = this.span.seen(originMs + last.second * 1000, this.options.clock.monotonic())
    if (told === null) return
    const { cameraId, log } = this.options
    const motion = {
      atMs: Math.round(wallMs(told === 'began' ? first : last)),
      score: finding.score,
      area: areaOf(last),
    }
    if (told === 'began') log.info({ cameraId, ...motion }, 'motion.began')
    this.options.onMotion(motion)
  }
}

function areaOf({ left, top, right, bottom }: Sighting): Motion['area'] {
  return {
    left: left / pictureWidth,
    top: top / pictureHeight,
    width: (right - left + 1) / pictureWidth,
    height: (bottom - top + 1) / pictureHeight,
  }
}
