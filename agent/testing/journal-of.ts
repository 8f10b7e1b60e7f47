import { writeFile } from 'node:fs/promises'
import { encodeRecord, type JournalRecord, journalMagic } from '#agent/recording/journal-format.js'
import type { EncodedVideo } from './encode-video.js'
import { sampleEvent } from './sample-records.js'

/** When the runs of these tests began; wall clock. */
export const runStartMs = 1_760_000_000_000

/** Packets of a video; decoding times are behind by the reordering, as a receiver reckons them. */
function packetsOf(video: EncodedVideo, reordering = 0) {
  const frameUs = 1_000_000 / video.fps
  return video.pictures.map(({ keyframe, shownAt, data }, index) => ({
    track: 'video' as const,
    ptsUs: (shownAt + reordering) * frameUs,
    dtsUs: index * frameUs,
    keyframe,
    data,
  }))
}

/** The records of a journal that holds all of a video. */
export function recordsOf(video: EncodedVideo, reordering = 0): JournalRecord[] {
  return [
    {
      kind: 'event',
      facts: {
        event: { ...sampleEvent, triggeredAtMs: runStartMs + 1000 },
        fromMs: runStartMs,
        untilMs: runStartMs + 60_000,
      },
    },
    { kind: 'run', run: { startedAtMs: runStartMs, video: video.format, audio: null } },
    ...packetsOf(video, reordering).map((packet) => ({ kind: 'packet' as const, ...packet })),
  ]
}

export async function writeJournal(path: string, records: readonly JournalRecord[]): Promise<void> {
  await writeFile(path, Buffer.concat([journalMagic, ...records.flatMap((record) => encodeRecord(record))]))
}
