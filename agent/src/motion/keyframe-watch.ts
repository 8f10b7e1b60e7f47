import type { Clock } from '../platform/clock.js'
import { type Packet, type PacketSource, presentedAtMs, type StreamRun } from '../stream/packet.js'
import { recoversByAndBy } from '../stream/recovery-point.js'
import type { Demands } from './find-movement.js'
import { excerptOfKeyframe } from './gather-packets.js'
import { type DecodeRequest, type GrayPicture, nothing } from './gray-decoder.js'
import { type Place, placeOfNews } from './look-place.js'
import type { MotionHealthTracker } from './motion-health.js'
import type { Scene } from './scene.js'
import type { SeenPast } from './seen-past.js'

interface KeyframeWatchOptions {
  readonly clock: Clock
  readonly source: PacketSource
  readonly scene: Scene
  readonly health: MotionHealthTracker
  /** Null where nothing came of it; health knows why. */
  readonly decode: (request: DecodeRequest) => Promise<{ readonly pictures: readonly GrayPicture[] | null }>
  /** As the settings say now. */
  readonly settings: () => { readonly zone: Uint8Array; readonly demands: Demands }
}

/** What the run in progress takes of it. */
interface RunOutcome {
  readonly past: SeenPast
  demand(place: Place): void
}

interface Keyframe {
  readonly packet: Packet
  readonly beforeUs: number | null
  readonly outcome: RunOutcome
}

/** Compares keyframes with the scene: now and then to learn from them, and each where sizes say nothing. */
export class KeyframeWatch {
  readonly #options: KeyframeWatchOptions
  #newest: Keyframe | null = null
  /** Of which a keyframe is under way; what was asked for of a run before is of no use any more. */
  #comparing: StreamRun | null = null
  #glancing: StreamRun | null = null

  constructor(options: KeyframeWatchOptions) {
    this.#options = options
  }

  /** Another run begins, with a keyframe. */
  runBegan(): void {
    this.#newest = null
  }

  /** Takes each keyframe. @returns the comparison that it begins, if it does */
  keyframe(packet: Packet, isTelling: boolean, outcome: RunOutcome): Promise<void> | null {
    const { clock, scene, health } = this.#options
    const before = this.#newest?.packet
    const beforeUs = before !== undefined && before.run === packet.run ? before.ptsUs : null
    this.#newest = { packet, beforeUs, outcome }
    const isComparing = this.#comparing === packet.run
    if (scene.isDue(clock.monotonic())) return isComparing ? null : this.#compare(this.#newest)
    // Decoding one that recovers by and by is no glance, but a look.
    const isGlanced =
      !isTelling && scene.reference !== null && health.restMs === 0 && !recoversByAndBy(packet)
    return isGlanced && !isComparing && this.#glancing !== packet.run ? this.#glance(packet.run) : null
  }

  /** The comparison that is never skipped. */
  async #compare(keyframe: Keyframe): Promise<void> {
    const { clock, source, scene, health, decode, settings } = this.#options
    const { packet } = keyframe
    const { run } = packet
    this.#comparing = run
    scene.comparisonBegan(clock.monotonic())
    const urgency = scene.reference === null ? 'now' : 'patient'
    const { pictures } = await decode({
      codec: run.video.codec,
      urgency: () => (this.#isOf(run) ? urgency : 'now'),
      take: (room) => (this.#isOf(run) ? excerptOfKeyframe(source, packet, room) : nothing),
    }).finally(() => {
      if (this.#comparing === run) this.#comparing = null
    })
    const picture = pictures?.find(({ ptsUs }) => ptsUs === packet.ptsUs)
    if (!this.#isOf(run)) return
    if (picture === undefined) {
      scene.comparisonFailed(clock.monotonic(), health.restMs)
      return
    }
    const { zone, demands } = settings()
    this.#shows(keyframe, scene.compare(picture, zone, demands, clock.monotonic()))
  }

  /** At the newest keyframe as its turn comes; learns nothing from it. */
  async #glance(run: StreamRun): Promise<void> {
    this.#glancing = run
    const { source, scene, decode, settings } = this.#options
    const turn: { keyframe: Keyframe | null } = { keyframe: null }
    const { pictures } = await decode({
      codec: run.video.codec,
      urgency: () => (this.#isOf(run) ? 'glance' : 'now'),
      take: (room) => {
        turn.keyframe = this.#newest
        const newest = this.#newest?.packet
        if (newest === undefined || newest.run !== run || recoversByAndBy(newest)) return nothing
        return excerptOfKeyframe(source, newest, room)
      },
    }).finally(() => {
      if (this.#glancing === run) this.#glancing = null
    })
    const { keyframe: shown } = turn
    const picture = pictures?.find(({ ptsUs }) => ptsUs === shown?.packet.ptsUs)
    if (shown === null || picture === undefined || !this.#isOf(run)) return
    const { zone, demands } = settings()
    this.#shows(shown, scene.glance(picture, zone, demands))
  }

  #isOf(run: StreamRun): boolean {
    return this.#newest?.packet.run === run
  }

  #shows({ packet, beforeUs, outcome }: Keyframe, shows: ReturnType<Scene['glance']>): void {
    this.#options.health.checked(presentedAtMs(packet))
    if (shows === 'news') outcome.demand(placeOfNews(packet.ptsUs, beforeUs))
    if (shows === 'nothing') outcome.past.empty(packet.ptsUs)
  }
}
