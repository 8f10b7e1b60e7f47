import { Background, type KeyframeVerdict } from './background.js'
import { blobsOf } from './blobs.js'
import type { Reference } from './compare-pictures.js'
import type { Demands, MovementFinding } from './find-movement.js'
import { type GrayPicture, pictureBytes } from './gray-decoder.js'

/** A keyframe is compared at least every 30 s; waiting for company may take six of them. */
const compareEveryMs = 24_000
/** In another light the scene is learned again after so long. */
const otherLightMs = 3000
/** The scene is learned from keyframes at least so far apart: what stays so long belongs to it. */
const learnEveryMs = 5000

type KeyframeShows = 'nothing' | 'news' | 'another_scene'

/** The scene at rest of one stream: when a keyframe is to be compared with it, and what it learns from that. */
export class Scene {
  readonly #background = new Background()
  #comparedAtMs = Number.NEGATIVE_INFINITY
  #keyframeCameMs = 0
  #learnedAtMs = Number.NEGATIVE_INFINITY
  /** The last picture of the run that showed another light than those before it: what was before shows the scene no more. */
  #otherLightUs = Number.NEGATIVE_INFINITY
  /** What the newest keyframe that asked for a check had in it that was new. */
  #news: Uint8Array = new Uint8Array(pictureBytes)

  /** What the scene looks like; null before anything is known. */
  get reference(): Reference | null {
    return this.#background.reference
  }

  /** A run begins, whose first keyframe is compared. @param isOther whether its pictures are of another form */
  runBegan(isOther: boolean): void {
    this.#otherLightUs = Number.NEGATIVE_INFINITY
    if (isOther) this.#background.forget()
    this.#comparedAtMs = Number.NEGATIVE_INFINITY
  }

  /** Whether to compare a keyframe that comes now: the next one would be too late, if it is as far away as the last. */
  isDue(nowMs: number): boolean {
    const gopMs = nowMs - this.#keyframeCameMs
    this.#keyframeCameMs = nowMs
    return nowMs - this.#comparedAtMs + gopMs > compareEveryMs
  }

  comparisonBegan(nowMs: number): void {
    this.#comparedAtMs = nowMs
  }

  /** Nothing came of it: another keyframe is compared after `restMs`. */
  comparisonFailed(nowMs: number, restMs: number): void {
    this.#comparedAtMs = nowMs - compareEveryMs + restMs
  }

  /** Compares a keyframe and learns from it. `news`: the zone shows something new, for a check to explain. */
  compare(keyframe: GrayPicture, zone: Uint8Array, demands: Demands, nowMs: number): KeyframeShows {
    this.#learnedAtMs = nowMs
    return this.#shows(this.#background.learn(keyframe.luma, demands.contrast), zone, demands)
  }

  /** Compares a keyframe and learns nothing from it. */
  glance(keyframe: GrayPicture, zone: Uint8Array, demands: Demands): KeyframeShows {
    const verdict = this.#background.glance(keyframe.luma, demands.contrast)
    return verdict === null ? 'another_scene' : this.#shows(verdict, zone, demands)
  }

  #shows({ news, isNew }: KeyframeVerdict, zone: Uint8Array, demands: Demands): KeyframeShows {
    if (isNew) return 'another_scene'
    if (!blobsOf(news, zone, demands.area).some(({ inside }) => inside >= demands.area)) return 'nothing'
    this.#news = news
    return 'news'
  }

  /** Learns from the keyframe among the pictures of a check, if it is time. */
  learnFrom(pictures: readonly GrayPicture[], contrast: number, nowMs: number): void {
    const keyframe = pictures.find((picture) => picture.keyframe && picture.ptsUs > this.#otherLightUs)
    const isTime = this.reference === null || nowMs - this.#learnedAtMs >= learnEveryMs
    if (keyframe === undefined || !isTime) return
    this.#learnedAtMs = nowMs
    this.#background.learn(keyframe.luma, contrast)
  }

  /**
   * What a check says about the scene.
   * @param showedNews whether it showed what was new in the keyframe
   * @param untilUs its last picture
   */
  checked(finding: MovementFinding, showedNews: boolean, nowMs: number, untilUs: number): void {
    // What the scene looks like in another light a later keyframe shows, and until then the first pictures of a check.
    if (finding.kind === 'light') {
      this.#background.forget()
      this.#otherLightUs = untilUs
    }
    if (finding.kind !== 'quiet') return
    if (showedNews) {
      this.#background.ignore(this.#news)
      this.#background.ignore(finding.restless)
    }
    if (finding.isOtherLight)
      this.#comparedAtMs = Math.min(this.#comparedAtMs, nowMs - compareEveryMs + otherLightMs)
  }
}
