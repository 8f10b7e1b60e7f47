import { open } from 'node:fs/promises'
import type { Clock } from '../platform/clock.js'
import { readIfThere } from '../platform/durable-file.js'
import { codeOf, isOutOfSpace, messageOf } from '../platform/errors.js'
import type { FfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import type { Logger } from '../platform/logger.js'
import { addSound, leftOut } from './add-sound.js'
import { buildMp4, type ClipSound, recordedSound } from './build-mp4.js'
import { checkMp4 } from './check-mp4.js'
import { type ClipTiming, clipTiming } from './clip-timing.js'
import type { DiskSpace } from './disk-quota.js'
import { type ClipFinding, checkDecoding, clipSnapshot } from './finish-clip.js'
import { encodeRecord } from './journal-format.js'
import { holdsMoreThanFirst } from './journal-reader.js'
import { jpegSize } from './jpeg-size.js'
import { describeFile, publish } from './recorded-file.js'
import { cutText, lossText } from './recording-end.js'
import type { RecordingFiles } from './recording-files.js'
import type { ClosedEvent, RecordingObserver } from './recording-observer.js'
import { type JournalContent, scanJournal } from './scan-journal.js'

/** No clip comes out of this journal, however often it is tried. */
export class UnusableJournal extends Error {
  override readonly name = 'UnusableJournal'
}

export interface FinishDeps {
  readonly files: RecordingFiles
  readonly clock: Clock
  readonly log: Logger
  readonly observer: RecordingObserver
  /** Null where no ffmpeg was found: clips are closed without snapshot and decode check. */
  readonly ffmpeg: FfmpegRunner | null
  readonly room: DiskSpace
  /** The time that the data folder has been in service, ms. */
  readonly service: { now(): number }
}

/**
 * Makes a clip out of the journal of an event that is over and reports it to the observer, in steps of which each
 * may be the last of this process (docs/design/durability-of-a-recording.md). Run again it goes on where it
 * was.
 * @param endError why the recording ended, where that could not be written into the journal; else null.
 * @throws UnusableJournal if what it holds makes no clip; any other Error if a step failed, for a later try,
 * or if `signal` aborted. The journal is still there.
 */
export async function finishRecording(
  deps: FinishDeps,
  eventId: string,
  endError: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { files, log, observer } = deps
  const journal = files.journal(eventId)
  const content = await scanJournal(journal)
  if (content === null) {
    if (await holdsMoreThanFirst(journal)) throw new UnusableJournal('its first record cannot be read')
    // Its first record was never on disk, so the event was not reported.
    log.warn({ eventId }, 'recording.empty_journal_removed')
    await files.remove([journal])
    return
  }
  let closed = content.finished && movedTo(files, content.finished)
  if (closed === null) {
    closed = await makeFiles(deps, content, endError, signal)
    await note(journal, content.soundBytes, closed)
  }
  await observer.opened(content.facts.event)
  for (const { event } of content.extensions) await observer.extended(event)
  await observer.closed(closed)
  await files.remove([journal])
  log.info(
    { eventId, cameraId: closed.cameraId, clipBytes: closed.clip?.bytes ?? 0, error: closed.error },
    'recording.closed',
  )
}

/** What was noted before the data folder was moved lies in the folder as it is now. */
function movedTo(files: RecordingFiles, closed: ClosedEvent): ClosedEvent {
  const { clip, snapshot } = closed
  return {
    ...closed,
    clip: clip && { ...clip, path: files.named(clip.path) },
    snapshot: snapshot && { ...snapshot, path: files.named(snapshot.path) },
  }
}

/**
 * Closes an event whose journal is unusable without a clip. The journal is kept for a person to examine. Files of its event stay:
 * an attempt of before may have reported them, and what nobody knows of goes as a left-over.
 */
export async function giveUp(deps: FinishDeps, eventId: string, reason: string): Promise<void> {
  const { files, observer, service } = deps
  const content = await scanJournal(files.journal(eventId))
  if (content !== null) {
    const { event } = content.facts
    await observer.opened(event)
    await observer.closed({
      eventId,
      cameraId: event.cameraId,
      clip: null,
      snapshot: null,
      error: `no clip could be made of the recording: ${reason}`,
    })
  }
  await publish(files.journal(eventId), files.setAside(eventId, service.now()))
}

async function makeFiles(
  deps: FinishDeps,
  content: JournalContent,
  endError: string | null,
  signal: AbortSignal,
): Promise<ClosedEvent> {
  const { eventId, cameraId, triggeredAtMs } = content.facts.event
  const problems = [endingOf(content, endError)]
  const { run } = content
  if (run === null || content.video.length === 0) {
    // An earlier attempt may have made files of packets that were given up since.
    await deps.files.remove([deps.files.clip(eventId), deps.files.snapshot(eventId)])
    return { eventId, cameraId, clip: null, snapshot: null, error: joined(problems) }
  }
  const timing = clipTiming(content.video)
  const path = deps.files.clip(eventId)
  problems.push(await makeClip(deps, eventId, content, timing))
  const soundless = await addSound(deps, { eventId, content, timing }, signal)
  if (soundless !== null) deps.log.warn({ eventId, reason: soundless }, 'recording.sound_missing')
  problems.push(soundless)
  const startAtMs = run.startedAtMs + timing.startUs / 1000
  const atSec = (triggeredAtMs - startAtMs) / 1000
  const [file, { snapshot, damage }] = await Promise.all([
    describeFile(path, run.video),
    finishByFfmpeg(deps, { eventId, path, timing, atSec }, signal),
  ])
  const lost = lossText(content.losses)
  problems.push(lost)
  // What a decoder says of pictures that refer to lost ones is no news.
  if (damage !== null && content.losses.damaged === 0)
    problems.push(`the clip does not decode cleanly: ${damage}`)
  const endAtMs = startAtMs + timing.durationSec * 1000
  const clip = { ...file, codec: run.video.codec, startAtMs, endAtMs }
  return { eventId, cameraId, clip, snapshot, error: joined(problems), ...(lost !== null && { note: lost }) }
}

/**
 * From here on the clip is playable.
 * @returns what is missing from it, or null.
 */
async function makeClip(
  deps: FinishDeps,
  eventId: string,
  content: JournalContent,
  timing: ClipTiming,
): Promise<string | null> {
  const { files, clock, log } = deps
  const startedMs = clock.monotonic()
  const path = files.clip(eventId)
  const temporary = files.temporary(path)
  let soundless: string | null = null
  const write = async (sound: ClipSound) => {
    await buildMp4({ journalPath: files.journal(eventId), content, timing, sound }, temporary)
    const fault = await checkMp4(temporary, content.video.length, timing)
    if (fault !== null) throw new Error(`the clip was written wrongly: ${fault}`)
  }
  try {
    const sound = recordedSound(content)
    if (sound.kind === 'none' && sound.why !== undefined) soundless = leftOut(sound.why)
    await write(sound).catch((error: unknown) => {
      // Never are pictures lost for their sound.
      if (sound.kind === 'none' || codeOf(error) !== null) throw error
      soundless = leftOut(messageOf(error))
      return write({ kind: 'none' })
    })
  } catch (error) {
    // What is in the making goes at the next start at the latest; why it failed decides what becomes of the journal.
    await files
      .remove([temporary])
      .catch((left: unknown) =>
        log.warn({ eventId, reason: messageOf(left) }, 'recording.leftover_not_removed'),
      )
    // What carries a code comes from the disk and may pass.
    if (codeOf(error) !== null) throw error
    throw new UnusableJournal(messageOf(error), { cause: error })
  }
  await publish(temporary, path)
  const tookMs = Math.round(clock.monotonic() - startedMs)
  log.info({ eventId, durationSec: timing.durationSec, tookMs }, 'recording.clip_ready')
  return soundless
}

/**
 * An event is reported once ffmpeg has looked at its clip, one clip after the other. Where so many jobs wait, the rest goes
 * without: the check first, then the picture. Clips that nobody was told of would fill the disk.
 */
const mostBeforeCheck = 16
const mostBeforePicture = 64
const tooManyWait = { kind: 'unavailable', reason: 'too many clips wait for ffmpeg' } as const

async function finishByFfmpeg(
  deps: FinishDeps,
  clip: {
    readonly eventId: string
    readonly path: string
    readonly timing: ClipTiming
    /** Of the picture that is taken, in the clip. */
    readonly atSec: number
  },
  signal: AbortSignal,
) {
  const { eventId } = clip
  const { ffmpeg, files, log, room } = deps
  const path = files.snapshot(eventId)
  if (ffmpeg === null) {
    const reason = 'no ffmpeg was found'
    log.warn({ eventId, reason }, 'recording.snapshot_missing')
    return { snapshot: await snapshotAt(path, { kind: 'unavailable', reason }), damage: null }
  }
  const taken =
    ffmpeg.waiting < mostBeforePicture ? await clipSnapshot(ffmpeg, clip, path, signal) : tooManyWait
  const decoded = ffmpeg.waiting < mostBeforeCheck ? await checkDecoding(ffmpeg, clip, signal) : tooManyWait
  // Stopped half-way there is no result; the next start finishes what the journal still holds.
  signal.throwIfAborted()
  if (taken.kind === 'unavailable' && isOutOfSpace(new Error(taken.reason))) room.lost('snapshots', eventId)
  if (taken.kind === 'unavailable') log.warn({ eventId, reason: taken.reason }, 'recording.snapshot_missing')
  if (decoded.kind === 'unavailable') log.warn({ eventId, reason: decoded.reason }, 'recording.unchecked')
  return {
    snapshot: await snapshotAt(path, taken),
    damage: decoded.kind === 'found' ? decoded.value : null,
  }
}

/** The picture that was taken, else that of an attempt which was cut short: its name says that it is whole. */
async function snapshotAt(path: string, taken: ClipFinding<{ width: number; height: number }>) {
  if (taken.kind === 'found') return describeFile(path, taken.value)
  const earlier = await readIfThere(path)
  const size = earlier && jpegSize(earlier)
  return size && describeFile(path, size)
}

/** Writes what the observer will hear behind the sound part of the journal. */
async function note(journal: string, soundBytes: number, closed: ClosedEvent): Promise<void> {
  const file = await open(journal, 'r+')
  try {
    await file.truncate(soundBytes)
    const bytes = Buffer.concat(encodeRecord({ kind: 'finished', closed }))
    let written = 0
    while (written < bytes.length) {
      written += (await file.write(bytes, written, bytes.length - written, soundBytes + written)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

function endingOf(content: JournalContent, endError: string | null): string | null {
  if (content.ending !== null) return content.ending.error
  if (endError !== null) return endError
  return cutText(content.video.length === 0 ? 0 : Math.round(clipTiming(content.video).durationSec))
}

function joined(problems: readonly (string | null)[]): string | null {
  const said = problems.filter((problem) => problem !== null)
  return said.length === 0 ? null : said.join('; ')
}
