import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Finishing } from './finishing.js'
import type { RecentAnswers, TriggerAnswer } from './recent-answers.js'
import type { RecordingFiles } from './recording-files.js'
import { type JournalContent, scanJournal } from './scan-journal.js'

interface RecoveryDeps {
  readonly files: RecordingFiles
  readonly finishing: Finishing
  readonly answers: RecentAnswers
  readonly log: Logger
}

/**
 * Hands over every journal that an earlier process left, and removes what it had in the making.
 * @param oldestMs unusable journals that were set aside before this go; service time.
 * @returns the events that are being finished.
 */
export async function recoverRecordings(
  { files, finishing, answers, log }: RecoveryDeps,
  oldestMs: number,
): Promise<string[]> {
  await files.removeLeftOvers(oldestMs, (name, error) =>
    log.warn({ file: name, reason: messageOf(error) }, 'recording.leftover_not_removed'),
  )
  const eventIds = await files.journals()
  for (const eventId of eventIds) {
    const content = await scanJournal(files.journal(eventId)).catch((error: unknown) => {
      // It is tried again by who finishes it; until then a repeated command is not answered as it was.
      log.warn({ eventId, reason: messageOf(error) }, 'recording.journal_not_read')
      return null
    })
    if (content !== null) remember(answers, content)
    finishing.begin(eventId, content?.facts.event.cameraId ?? '', null)
  }
  return eventIds
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
