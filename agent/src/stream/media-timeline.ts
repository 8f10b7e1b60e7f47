import { ClockSkew, largestSkew } from './clock-skew.js'
import type { Drift, MediaTimelineOptions, Placement, Stamped } from './timeline-placement.js'

/** Pictures shown earlier than their predecessors go back; no camera reorders over more than this, ms. */
const furthestBackMs = 2000
/** Nor over more pictures than this, as far as they are of the usual length. */
const furthestBackPictures = 10
/** Before so many pictures nobody knows how long one usually is. */
const fewPictures = 10
/** From one picture to the next no backlog that arrives in a burst goes further ahead than this, ms. */
const furthestAheadMs = 1000
/** So many pictures in a row that are out of line and follow each other show that the clock was set. */
const confirmedBy = 3
/** How far from the usual step one that is out of line may be placed, as a part of it. */
const strayStep = { least: 0.5, most: 1.5 }
/** An arrival that is later by more than so many steps comes after a pause. */
const pauseSteps = 10
/** How long the start of a timeline may still move, ms of arrival. */
const settlingMs = 2000
/** One picture that is earlier than all before by this catches up with a backlog, and shows no wrong clock, ms. */
const backlogMs = 30
/** One picture that is ahead of its arrival by this shows that the clock was set, ms. */
const stepMs = 300
/** Off by more than this, whatever it is, nothing can be put right unseen, ms. */
const largestErrorMs = 2000
/** A network may be congested for so long; what is late for longer is so by its clock, ms. */
const congestedMs = 10_000
/** Lateness that grew by this meanwhile goes on growing: the clock runs at the wrong speed, ms. */
const growsMs = 500
/** After this the slope is well known, and lateness beyond it is most likely congestion, ms. */
const youngMs = 30_000
/** How fast an error is put right, as a part of time: what is early is certainly wrong, what is late may be held up. */
const gentle = { early: 0.05, lateYoung: largestSkew, late: 0.001 }
/** An error is put right within about this, ms. */
const settle = { young: 1500, later: 5000 }
const guessedStepMs = 40

/**
 * Turns RTP timestamps into time since the start of a run. Durations come from the camera, stretched by the error of
 * its clock, which is learned (see `ClockSkew`): of a camera that says 30 pictures a second and sends 29.97 an hour
 * lasts an hour. A clock that was set, forwards or back, is a jump: time goes on there by the arrivals.
 */
export class MediaTimeline {
  readonly #clockRate: number
  readonly #reorderDepth: number
  readonly #firstArrivalMs: number
  readonly #skew = new ClockSkew()
  #youngUntilMs: number
  #lastTimestamp: number
  #lastArrivalMs: number
  /** Where the ticks are counted from. */
  #baseMs = 0
  #ticks = 0
  #newestMediaMs = 0
  #advancedMs = 0
  #pictures = 0
  #shiftMs = 0
  #correctionMs = 0
  /** Time went on by arrivals that were late. */
  #wasLate = false
  /** How far ahead of the arrivals time had to go on, for it cannot go back; it is put right by and by, ms. */
  #excessMs = 0
  /** Those that are out of line and follow each other, up to now. */
  #doubted = 0
  #doubtedTimestamp = 0
  #doubtedArrivalMs = 0
  /** Of them the one that met the least delay. */
  #earliest: Stamped = { timestamp: 0, arrivalMs: 0 }
  /** Where the last one was placed that was out of line; null once one is in line. */
  #strayMs: number | null = null

  constructor({ clockRate, timestamp, arrivalMs, reorderDepth = 0 }: MediaTimelineOptions) {
    this.#clockRate = clockRate
    this.#reorderDepth = reorderDepth
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
    this.#firstArrivalMs = arrivalMs
    this.#youngUntilMs = arrivalMs + youngMs
    this.#skew.add(arrivalMs, 0)
  }

  /**
   * How much earlier than its first arrival the timeline began, ms, never positive: a camera that begins
   * with a backlog shows its true start by catching up. Settled after two seconds.
   */
  get startShiftMs(): number {
    return this.#shiftMs
  }

  /** How long a second of the camera's clock takes, seconds, as far as that is known. */
  get secondOfCamera(): number {
    return 1 + this.#skew.slope
  }

  /** From one picture to the next, us. */
  get usualStepUs(): number {
    return this.#usualStepMs() * 1000
  }

  /** Places the next picture in decoding order. */
  place(timestamp: number, arrivalMs: number): Placement {
    // The difference as a signed number of 32 bits bears the wrap, which comes each 13 hours at 90 kHz.
    const step = (timestamp - this.#lastTimestamp) | 0
    const advanceMs = (step / this.#clockRate) * 1000
    const elapsedMs = arrivalMs - this.#lastArrivalMs
    const rawLateMs = this.#delayMs(arrivalMs) - advanceMs - this.#shiftMs - this.#correctionMs
    const lateMs = rawLateMs + this.#excessMs
    const isBack = -advanceMs > this.#mostBackMs()
    const isStep = this.#isStep(lateMs, advanceMs - elapsedMs, arrivalMs)
    if (isBack || isStep || this.#isNearerToDoubted(timestamp, arrivalMs, advanceMs - elapsedMs)) {
      return this.#doubt(timestamp, arrivalMs)
    }
    this.#doubted = 0
    this.#strayMs = null
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
    this.#ticks += step
    this.#excessMs = Math.max(0, Math.min(this.#excessMs, -rawLateMs))
    this.#settleStart(lateMs, arrivalMs)
    if (!this.#isSettling(arrivalMs) && -lateMs > largestErrorMs) {
      const drifted = this.#wasLate ? 'caught_up' : 'fast'
      this.#wasLate = false
      return this.#jump(timestamp, arrivalMs, drifted)
    }
    const late = this.#lateness(arrivalMs)
    if (late !== null) {
      this.#wasLate = true
      return this.#jump(timestamp, arrivalMs, late.grows ? 'slow' : null)
    }
    this.#skew.add(arrivalMs, this.#delayMs(arrivalMs))
    this.#correct(advanceMs)
    return { kind: 'placed', mediaUs: Math.round((this.#mediaMs + this.#correctionMs) * 1000) }
  }

  get #mediaMs(): number {
    return this.#baseMs + (this.#ticks / this.#clockRate) * 1000
  }

  #delayMs(arrivalMs: number): number {
    return arrivalMs - this.#firstArrivalMs - this.#mediaMs
  }

  #isSettling(arrivalMs: number): boolean {
    return arrivalMs - this.#firstArrivalMs <= settlingMs
  }

  /** From one picture to the next, ms. */
  #usualStepMs(): number {
    return this.#pictures < fewPictures ? guessedStepMs : this.#advancedMs / this.#pictures
  }

  #mostBackMs(): number {
    if (this.#pictures < fewPictures) return furthestBackMs
    return Math.min(furthestBackMs, furthestBackPictures * this.#usualStepMs())
  }

  /** Nothing arrives before it is sent: a picture that seems to, and those before it did not, bears another time. */
  #isStep(lateMs: number, aheadOfArrivalMs: number, arrivalMs: number): boolean {
    if (this.#isSettling(arrivalMs)) return aheadOfArrivalMs > furthestAheadMs
    return -lateMs > stepMs && aheadOfArrivalMs > -lateMs / 2
  }

  #settleStart(lateMs: number, arrivalMs: number): void {
    if (!this.#isSettling(arrivalMs) || lateMs >= 0) return
    this.#shiftMs += lateMs
    // What waited with the backlog says nothing about delays.
    if (-lateMs > backlogMs) this.#skew.restart()
  }

  /** Whether all that came for some time was far too late, and whether that grows; null if not. */
  #lateness(arrivalMs: number): { readonly grows: boolean } | null {
    const sinceMs = arrivalMs - congestedMs
    if (sinceMs < this.#firstArrivalMs + settlingMs) return null
    const delays = this.#skew.delaysSince(sinceMs)
    const [first] = delays
    const last = delays.at(-1)
    if (first === undefined || last === undefined) return null
    const least = Math.min(...delays) - this.#shiftMs - this.#correctionMs
    return least > largestErrorMs ? { grows: last - first > growsMs } : null
  }

  #correct(advanceMs: number): void {
    const progressMs = Math.max(this.#mediaMs - this.#newestMediaMs, 0)
    this.#newestMediaMs += progressMs
    this.#advancedMs += progressMs
    this.#pictures++
    this.#correctionMs += this.#skew.slope * advanceMs
    if (this.#isSettling(this.#lastArrivalMs)) return
    const atMs = this.#firstArrivalMs + this.#shiftMs + this.#mediaMs + this.#correctionMs
    const leastMs = this.#skew.leastDelayMs(atMs)
    if (leastMs === null) return
    const isYoung = this.#lastArrivalMs < this.#youngUntilMs
    const wanted = (leastMs - this.#shiftMs - this.#correctionMs) / (isYoung ? settle.young : settle.later)
    const mostLate = isYoung ? gentle.lateYoung : gentle.late
    this.#correctionMs += Math.max(-gentle.early, Math.min(mostLate, wanted)) * progressMs
  }

  /** Whether a picture goes on better behind those that are out of line than behind those that are in it. */
  #isNearerToDoubted(timestamp: number, arrivalMs: number, aheadMs: number): boolean {
    if (this.#doubted === 0) return false
    const otherMs = this.#aheadOfDoubtedMs(timestamp, arrivalMs)
    return Math.abs(otherMs) + this.#usualStepMs() < Math.abs(aheadMs)
  }

  #aheadOfDoubtedMs(timestamp: number, arrivalMs: number): number {
    return this.#ticksMs(this.#doubtedTimestamp, timestamp) - (arrivalMs - this.#doubtedArrivalMs)
  }

  /** From one timestamp to another, ms. */
  #ticksMs(from: number, to: number): number {
    return (((to - from) | 0) / this.#clockRate) * 1000
  }

  /** One picture out of line is a mistake of the camera; a few that follow each other are its clock. */
  #doubt(timestamp: number, arrivalMs: number): Placement {
    const aheadMs = this.#aheadOfDoubtedMs(timestamp, arrivalMs)
    const advanceMs = aheadMs + arrivalMs - this.#doubtedArrivalMs
    const mostAheadMs = this.#isSettling(arrivalMs) ? furthestAheadMs : stepMs + this.#usualStepMs()
    const follows = this.#doubted > 0 && -advanceMs <= this.#mostBackMs() && aheadMs <= mostAheadMs
    const isEarlier =
      this.#ticksMs(this.#earliest.timestamp, timestamp) > arrivalMs - this.#earliest.arrivalMs
    if (!follows || isEarlier) this.#earliest = { timestamp, arrivalMs }
    this.#doubted = follows ? this.#doubted + 1 : 1
    this.#doubtedTimestamp = timestamp
    this.#doubtedArrivalMs = arrivalMs
    if (this.#doubted >= confirmedBy) return this.#jump(timestamp, arrivalMs, null, this.#earliest)
    this.#strayMs = this.#strayMsAt(arrivalMs, follows && this.#strayMs !== null ? advanceMs : null)
    return { kind: 'stray', mediaUs: Math.round(this.#strayMs * 1000), follows }
  }

  /**
   * Where a picture that is out of line stands: as the next one in line.
   * @param advanceMs where it goes on behind another such picture: how much later it is shown by its timestamp
   */
  #strayMsAt(arrivalMs: number, advanceMs: number | null): number {
    const usualMs = this.#usualStepMs()
    const beforeMs = this.#strayMs ?? this.#newestMediaMs + this.#correctionMs
    const afterMs = arrivalMs - this.#firstArrivalMs - this.#shiftMs + this.#excessMs - beforeMs
    if (afterMs > pauseSteps * usualMs) {
      return beforeMs + Math.max(afterMs - usualMs * (1 + this.#reorderDepth), usualMs)
    }
    // Of reordered pictures some come long before they are shown: their arrivals say nothing about a single one.
    if (this.#reorderDepth > 0) return beforeMs + (advanceMs ?? usualMs)
    return beforeMs + Math.max(strayStep.least * usualMs, Math.min(strayStep.most * usualMs, afterMs))
  }

  /**
   * Goes on by arrivals, later than all before; what is shown before this picture finds room there as well.
   * @param earliest of the pictures from which on the clock is another one, that which met the least delay
   */
  #jump(
    timestamp: number,
    arrivalMs: number,
    drifted: Drift | null,
    earliest: Stamped = { timestamp, arrivalMs },
  ): Placement {
    const usualMs = this.#usualStepMs()
    const newestMs = this.#newestMediaMs + this.#correctionMs
    const isReordered = this.#reorderDepth > 0
    // What was confirmed by reordered pictures may be shown before some of those.
    const isConfirmed = earliest.timestamp !== timestamp
    const leastMs = isReordered
      ? newestMs + usualMs * (isConfirmed ? 1 : 1 + this.#reorderDepth)
      : (this.#strayMs ?? newestMs) + usualMs
    const sinceMs = this.#ticksMs(earliest.timestamp, timestamp)
    const byArrivalMs = earliest.arrivalMs - this.#firstArrivalMs - this.#shiftMs + sinceMs
    const placedMs = Math.max(byArrivalMs, leastMs)
    this.#excessMs = placedMs - byArrivalMs
    this.#doubted = 0
    this.#strayMs = null
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
    this.#ticks = 0
    this.#baseMs = placedMs - this.#correctionMs
    this.#newestMediaMs = this.#baseMs
    this.#youngUntilMs = arrivalMs + youngMs
    this.#skew.restart()
    if (isConfirmed) this.#skew.add(earliest.arrivalMs, this.#delayMs(earliest.arrivalMs) + sinceMs)
    this.#skew.add(arrivalMs, this.#delayMs(arrivalMs))
    return { kind: 'jump', mediaUs: Math.round(placedMs * 1000), drifted }
  }
}
