import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Finishing } from './finishing.js'
import type { RecentAnswers, TriggerAnswer } from './recent-answers.js'
import type { RecordingFiles } from './recording-files.js'
import { RecoveryAttempts } from './recovery-attempts.js'
import { type JournalContent, scanJournal } from './scan-journal.js'
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
  for (const eventId of eventIds) {
    const content = await scanJournal(files.journal(eventId)).catch((error: unknown) => {
      // It is tried again by who finishes it; until then a repeated command is not answered as it was.
      log.warn({ eventId, reason: messageOf(error) }, 'recording.journal_not_read')
      return null
    })
    if (content === null) continue
    remember(answers, content)
    cameraIds.set(eventId, content.facts.event.cameraId)
  }
  const tried = finishEach(deps, eventIds, cameraIds).catch((err: unknown) =>
    log.error({ err }, 'recording.not_recovered'),
  )
  return { eventIds, tried }
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

/** A command whose answer was lost with the process is answered as it was. */
function remember(answers: RecentAnswers, { facts, extensions }: JournalContent): void {
  const { eventId, triggeredAtMs } = facts.event
  const answer = (status: TriggerAnswer['status'], untilMs: number): TriggerAnswer => ({
    eventId,
    status,
    startedAtMs: triggeredAtMs,
    expectedDurationSec: Math.ceil((untilMs - facts.fromMs) / 1000),
  })
  answers.remember(eventId, answer('triggered', facts.untilMs))
  for (const { event, untilMs } of extensions) {
    if (event.absorbedEventId !== null) {
      answers.remember(event.absorbedEventId, answer('recording_extended', untilMs))
    }
  }
}
