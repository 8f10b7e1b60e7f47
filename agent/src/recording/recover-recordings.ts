import { stat } from 'node:fs/promises'
import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Finishing } from './finishing.js'
import type { EventFacts } from './journal-format.js'
import type { RecentAnswers, TriggerAnswer } from './recent-answers.js'
import type { RecordingFiles } from './recording-files.js'
import { RecoveryAttempts } from './recovery-attempts.js'
import { eventOfJournal, scanJournal } from './scan-journal.js'
import { setAsideUnread } from './set-aside-unread.js'

interface RecoveryDeps {
  readonly files: RecordingFiles
  readonly finishing: Finishing
  readonly answers: RecentAnswers
  readonly log: Logger
  /** The time that the data folder has been in service, ms. */
  readonly service: { now(): number }
  /** Ends before the next journal is taken on. */
  readonly signal: AbortSignal
}

interface Recovery {
  /** The events that are being finished. */
  readonly eventIds: readonly string[]
  /** Resolves once each was tried once, or the signal aborted; what failed is tried again by who finishes it. Never rejects. */
  readonly tried: Promise<void>
}

const endsTheAgent = 'no clip could be made of the recording: making one ended the agent several times'

/** So many processes in a row may end while they finish the same journal: the power may be cut twice at that moment. */
const mostEnds = 4

/** So many bytes of journals are read before any camera is recorded: a second of a slow disk. */
const mostReadFirst = 64 * 1024 ** 2

/**
 * Finishes every journal that an earlier process left, one after the other in the background, and removes what it had in the
 * making.
 * @param oldestMs unusable journals that were set aside before this go; service time.
 */
export async function recoverRecordings(deps: RecoveryDeps, oldestMs: number): Promise<Recovery> {
  const { files, answers, log } = deps
  await files.removeLeftOvers(oldestMs, (name, error) =>
    log.warn({ file: name, reason: messageOf(error) }, 'recording.leftover_not_removed'),
  )
  const eventIds = await files.journals()
  const cameraIds = new Map<string, string>()
  const unread: string[] = []
  let room = mostReadFirst
  // A command is repeated within minutes: the newest answer it.
  for (const eventId of eventIds.toReversed()) {
    const journal = files.journal(eventId)
    const facts = await stat(journal)
      .then(({ size }) => {
        room -= size
        if (room >= 0) return readWhole(answers, journal)
        unread.push(eventId)
        return eventOfJournal(journal)
      })
      .catch(notRead(log, eventId))
    if (facts === null) continue
    answers.remember(eventId, answerOf(facts, 'triggered', facts.untilMs))
    cameraIds.set(eventId, facts.event.cameraId)
  }
  const tried = readEach(deps, unread)
    .then(() => finishEach(deps, eventIds, cameraIds))
    .catch((err: unknown) => log.error({ err }, 'recording.not_recovered'))
  return { eventIds, tried }
}

/** It is tried again by who finishes it; until then a repeated command is not answered as it was. */
const notRead = (log: Logger, eventId: string) => (error: unknown) => {
  log.warn({ eventId, reason: messageOf(error) }, 'recording.journal_not_read')
  return null
}

async function readEach(
  { files, answers, log, signal }: RecoveryDeps,
  eventIds: readonly string[],
): Promise<void> {
  for (const eventId of eventIds) {
    if (signal.aborted) return
    await readWhole(answers, files.journal(eventId)).catch(notRead(log, eventId))
  }
}

async function finishEach(
  { files, finishing, log, service, signal }: RecoveryDeps,
  eventIds: readonly string[],
  cameraIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (eventIds.length === 0) return
  const attempts = await RecoveryAttempts.open(files.recovering, log)
  try {
    for (const eventId of eventIds) {
      if (signal.aborted) return
      if ((await attempts.begin(eventId)) >= mostEnds) {
        log.error({ eventId }, 'recording.ends_the_agent')
        await setAsideUnread(files, eventId, service.now(), endsTheAgent).catch((err: unknown) =>
          log.error({ err, eventId }, 'recording.not_set_aside'),
        )
      }
      await finishing.begin(eventId, cameraIds.get(eventId) ?? '', null)
    }
  } finally {
    // Who stops in between was not ended by a journal.
    await attempts.end()
  }
}

/** A command whose answer was lost with the process is answered as it was, also one that lengthened the recording. */
async function readWhole(answers: RecentAnswers, journal: string): Promise<EventFacts | null> {
  const content = await scanJournal(journal)
  if (content === null) return null
  const { facts, extensions } = content
  for (const { event, untilMs } of extensions) {
    if (event.absorbedEventId !== null) {
      answers.remember(event.absorbedEventId, answerOf(facts, 'recording_extended', untilMs))
    }
  }
  return facts
}

function answerOf(
  { event, fromMs }: EventFacts,
  status: TriggerAnswer['status'],
  untilMs: number,
): TriggerAnswer {
  return {
    eventId: event.eventId,
    status,
    startedAtMs: event.triggeredAtMs,
    expectedDurationSec: Math.ceil((untilMs - fromMs) / 1000),
  }
}
