import { instantWriter } from '../../../platform/time/write-instants.js'

/** An event of a timeline: when it began, and its JSON as `CameraTimelineEvent` has it. */
export interface TimelineEventText {
  readonly startMs: number
  readonly text: string
}

/** What of an event only those get who ask for it. */
export interface TimelineExtras {
  readonly withSnapshot: boolean
  readonly withSummary: boolean
}

/**
 * Reads lines of `listTimelineLines`: their columns with a tab between, instants in microseconds, `-` for what is not there, and the last two
 * JSON. All others are numbers, ids and words that PostgreSQL keeps to a list, so that nothing in them is to be escaped.
 */
export function timelineEvents(
  { withSnapshot, withSummary }: TimelineExtras,
  beside: {
    readonly alerted: Readonly<Record<string, string>> | null
    readonly urlOf: (snapshotId: string) => string
  },
): (line: string) => TimelineEventText {
  const write = instantWriter()
  return (line) => {
    const [id, triggered, start, end, category, source, severity, starred, clip, snapshot, tags, summary] =
      line.split('\t')
    const startMs = msOf(start)
    const startAt = write(startMs)
    const triggeredAt = start === triggered ? startAt : write(msOf(triggered))
    const endAt = end === '-' ? 'null' : `"${write(msOf(end))}"`
    const link = snapshot === undefined || snapshot === '-' ? 'null' : JSON.stringify(beside.urlOf(snapshot))
    return {
      startMs,
      text:
        `{"id":"${id}","triggered_at":"${triggeredAt}","start_at":"${startAt}","end_at":${endAt},` +
        `"event_category":"${category}","trigger_source":"${source}","tags":${tags},"severity":${wordOf(severity)},` +
        `"alert_status":${wordOf(beside.alerted?.[id ?? ''])},"starred":${starred === 't'},"clip_status":"${clip}"` +
        `${withSnapshot ? `,"snapshot_url":${link}` : ''}${withSummary ? `,"summary":${summary}` : ''}}`,
    }
  }
}

const msOf = (us: string | undefined): number => Math.floor(Number(us) / 1000)
const wordOf = (word = '-'): string => (word === '-' ? 'null' : `"${word}"`)
