import type { StreamRun } from '../stream/packet.js'
import { recoversByAndBy } from '../stream/recovery-point.js'
import type { EventFacts, Extension, JournalRecord } from './journal-format.js'
import { readJournal } from './journal-reader.js'
import type { ClosedEvent } from './recording-observer.js'

/** What a journal holds, without the packets. */
export interface JournalContent {
  readonly facts: EventFacts
  /** The newest statement about the run, or null if no packet was recorded. */
  readonly run: Omit<StreamRun, 'id'> | null
  readonly extensions: readonly Extension[]
  /** Null if the journal was cut; then its recording was. */
  readonly ending: { readonly error: string | null } | null
  readonly finished: ClosedEvent | null
  /** In the order of decoding; the first is a key frame. */
  readonly video: readonly JournalFrame[]
  readonly audioPackets: number
  /** Bytes of the pictures in front of the first sound that is heard with one; of all where there is none. */
  readonly bytesBeforeSound: number
  readonly losses: JournalLosses
  /** What is behind this many bytes is damaged. */
  readonly soundBytes: number
}

/** Pictures that do not show what the camera saw. */
export interface JournalLosses {
  /** Something that they refer to is not there. */
  readonly damaged: number
  /** Data was lost on the way from the camera. */
  readonly missing: number
  /** The disk was slower than the camera. */
  readonly unwritten: number
}

export interface JournalFrame {
  readonly ptsUs: number
  readonly dtsUs: number
  readonly keyframe: boolean
  /** A key frame from which a decoder needs some pictures more before it shows any. */
  readonly recovers?: boolean
}

/** The longest clip at a thousand pictures a second: what has more is read no further, for its times would fill the memory. */
const mostPictures = 300_000

/** Surveys a journal. @returns null if not even its event is readable. */
export async function scanJournal(path: string): Promise<JournalContent | null> {
  let facts: EventFacts | null = null
  let soundBytes = 0
  const found = emptyContent()
  for await (const { record, endsAt } of readJournal(path)) {
    if (found.video.length >= mostPictures) break
    soundBytes = endsAt
    if (record.kind === 'event') facts = record.facts
    else take(found, record)
  }
  const { hasSound: _, ...content } = found
  return facts === null ? null : { ...content, facts, soundBytes }
}

/** The event of a journal, of which no more than its beginning is read. @returns null if that is not readable */
export async function eventOfJournal(path: string): Promise<EventFacts | null> {
  for await (const { record } of readJournal(path)) return record.kind === 'event' ? record.facts : null
  return null
}

function emptyContent() {
  return {
    run: null as JournalContent['run'],
    extensions: [] as Extension[],
    ending: null as JournalContent['ending'],
    finished: null as ClosedEvent | null,
    video: [] as JournalFrame[],
    audioPackets: 0,
    hasSound: false,
    bytesBeforeSound: 0,
    losses: { damaged: 0, missing: 0, unwritten: 0 },
  }
}

function take(
  found: ReturnType<typeof emptyContent>,
  record: Exclude<JournalRecord, { kind: 'event' }>,
): void {
  switch (record.kind) {
    case 'run':
      found.run = record.run
      break
    case 'extended':
      found.extensions.push(record.extension)
      break
    case 'ended':
      found.ending = record.ending
      break
    case 'finished':
      found.finished = record.closed
      break
    case 'packet':
      if (record.track === 'audio') {
        found.audioPackets += 1
        found.hasSound ||= record.ptsUs >= (found.video[0]?.ptsUs ?? 0)
      } else takePicture(found, record)
  }
}

function takePicture(
  found: ReturnType<typeof emptyContent>,
  record: Extract<JournalRecord, { kind: 'packet' }>,
): void {
  const { losses, run, video } = found
  if (!found.hasSound) found.bytesBeforeSound += record.data.length
  const { ptsUs, dtsUs, keyframe, damaged = false, missingBefore = 0 } = record
  if (damaged) losses.damaged += 1
  // What was missing before the first one is missing in no clip.
  if (video.length > 0) losses[record.unwritten === true ? 'unwritten' : 'missing'] += missingBefore
  const recovers = keyframe && run !== null && recoversByAndBy({ run, data: record.data })
  video.push({ ptsUs, dtsUs, keyframe, ...(recovers ? { recovers } : {}) })
}
