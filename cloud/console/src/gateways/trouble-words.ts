import type { Language } from '../text/text.js'
import { countOf, durationOf } from '../time/format.js'
import { clockOffSec, diskOf, type Figures } from './figures.js'
import { roughly } from './gateway-figures.js'
import { percentOf, sizeOf } from './sizes.js'
import type { GatewaysText } from './use-gateways-text.js'

export type Trouble = Figures['troubles'][number]

const lightOnes: ReadonlySet<Trouble> = new Set(['clock_not_held', 'busy', 'outdated'])

/** Whether somebody has to do something about it; else it could be better. */
export const isGrave = (trouble: Trouble): boolean => !lightOnes.has(trouble)

/** What is said of a trouble, and what to do about it. */
export interface TroubleWords {
  readonly title: string
  readonly remedy: string
}

export interface TroubleContext {
  readonly text: GatewaysText
  readonly language: Language
  readonly figures: Figures
  /** When the gateway was heard of last, in words; null: never. */
  readonly heard: string | null
  /** Cameras that nobody sees without it. */
  readonly cameras: number
  readonly nowMs: number
}

/** What is said of a trouble of a gateway. */
export function troubleWords(trouble: Trouble, context: TroubleContext): TroubleWords {
  const { text, language, figures } = context
  const words = text.trouble
  switch (trouble) {
    case 'offline':
      return offlineWords(context)
    case 'duplicate_identity':
      return { title: words.duplicate, remedy: words.duplicateDo }
    case 'disk_full':
      return { title: words.full, remedy: words.fullDo }
    case 'disk_low':
      return { title: words.low(sizeOf(diskOf(figures)?.leftMb ?? 0, language)), remedy: words.lowDo }
    case 'falls_behind':
      return lateWords(context)
    case 'clock_wrong':
      return { title: words.clock(durationOf(clockOffSec(figures) ?? 0, language)), remedy: words.clockDo }
    case 'clock_not_held':
      return { title: words.clockLoose, remedy: words.clockLooseDo }
    case 'busy':
      return { title: words.busy(percentOf(figures.cpu_percent ?? 100, language)), remedy: words.busyDo }
    case 'outdated':
      return { title: words.outdated, remedy: words.outdatedDo }
  }
}

function offlineWords({ text, language, heard, cameras }: TroubleContext): TroubleWords {
  const { offline, offlineNever, offlineDo, offlineFor, offlineForOne } = text.trouble
  const unseen =
    cameras === 0
      ? ''
      : cameras === 1
        ? ` ${offlineForOne}`
        : ` ${offlineFor(text.cameras(countOf(cameras, language)))}`
  return { title: heard === null ? offlineNever : offline(heard), remedy: `${offlineDo}${unseen}` }
}

function lateWords({ text, language, figures, nowMs }: TroubleContext): TroubleWords {
  const { late, lateWhy, lateStuck, lateRoom, lateDo } = text.trouble
  const { waiting, upload_sec: sec, room_sec: room } = figures
  const oldest = waiting?.oldest_at ?? null
  const waits = oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000)
  const sentences = [
    sec === null ? lateStuck : lateWhy(roughly(sec, language)),
    room === null ? null : lateRoom(roughly(room, language)),
    lateDo,
  ]
  return {
    title: late(roughly(waits, language)),
    remedy: sentences.filter((sentence) => sentence !== null).join(' '),
  }
}
