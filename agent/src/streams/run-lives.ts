import type { Clock } from '../platform/clock.js'
import type { StreamRun, StreamSink } from '../stream/packet.js'

/** Why a run of pictures ended though the connection stood. */
export const breakReasons = [
  'format',
  'clock_set',
  'wrong_speed',
  'stands_still',
  'reordered',
  'restarted',
  'other',
] as const
export type BreakReason = (typeof breakReasons)[number]

/** Why a run ended; `connection`: together with it. */
export type RunEnding = BreakReason | 'connection'

/** What the stream says when it ends a run. */
const said: ReadonlyMap<string, BreakReason> = new Map([
  ['the camera changed the format of its picture', 'format'],
  ['the clock of this machine was set', 'clock_set'],
  ["the camera's timestamps run at the wrong speed", 'wrong_speed'],
  ["the camera's timestamps stand still", 'stands_still'],
  ['the camera reorders its pictures', 'reordered'],
  ['the camera began its stream anew', 'restarted'],
])

export function breakReasonOf(text: string): BreakReason {
  return said.get(text) ?? 'other'
}

/** Runs of the last hour that were too short for a clip. */
export interface ShortRuns {
  /** Why most of them ended. */
  readonly ending: RunEnding
  /** How long one of them usually went on, seconds. */
  readonly sec: number
}

const hourMs = 3_600_000
/** Fewer may come of somebody who restarts the camera, or changes its settings. */
const fewRuns = 3
/** More of them in an hour say nothing new. */
const mostRuns = 2000

/** How long the runs of a stream went on that ended within the last hour, and why they ended. */
export class RunLives {
  readonly #clock: Clock
  #ended: { readonly atMs: number; readonly livedMs: number; readonly ending: RunEnding }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ended(ending: RunEnding, livedMs: number): void {
    this.#ended = [...this.#recent().slice(1 - mostRuns), { atMs: this.#clock.monotonic(), livedMs, ending }]
  }

  /** Those that ended sooner than that, by why most of them did; null if they are few. */
  shorterThan(ms: number): ShortRuns | null {
    const short = this.#recent().filter(({ livedMs }) => livedMs < ms)
    if (short.length < fewRuns) return null
    const counts = new Map<RunEnding, number>()
    for (const { ending } of short) counts.set(ending, (counts.get(ending) ?? 0) + 1)
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
    const lives = short.map(({ livedMs }) => livedMs).toSorted((one, other) => one - other)
    const usualMs = lives[Math.floor(lives.length / 2)] ?? 0
    return most === undefined ? null : { ending: most[0], sec: Math.round(usualMs / 1000) }
  }

  #recent() {
    const since = this.#clock.monotonic() - hourMs
    return this.#ended.filter(({ atMs }) => atMs >= since)
  }
}

/** Hands on what comes, and says how long each run went on when it has ended. */
export function watchRuns(sink: StreamSink, clock: Clock, onEnded: (livedMs: number) => void): StreamSink {
  let current: { readonly run: StreamRun; readonly sinceMs: number } | null = null
  return {
    packet: (packet) => {
      if (current?.run !== packet.run) current = { run: packet.run, sinceMs: clock.monotonic() }
      sink.packet(packet)
    },
    runEnded: (run, reason) => {
      if (current?.run === run) onEnded(clock.monotonic() - current.sinceMs)
      current = null
      sink.runEnded(run, reason)
    },
    awaitsKeyframe: () => sink.awaitsKeyframe(),
  }
}
