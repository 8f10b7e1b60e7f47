import { link } from 'node:fs/promises'
import { writeDurably } from '../platform/durable-file.js'
import { type EventFacts, encodeRecord, type JournalRecord, journalMagic } from './journal-format.js'
import { readJournal } from './journal-reader.js'
import { publish } from './recorded-file.js'
import type { RecordingFiles } from './recording-files.js'

/**
 * Sets a journal aside of which no more is read than its first record, and leaves one in its place that holds its event, and
 * why there is no clip.
 * @param servedMs service time
 * @throws Error of the file system
 */
export async function setAsideUnread(
  files: RecordingFiles,
  eventId: string,
  servedMs: number,
  error: string,
): Promise<void> {
  const [journal, aside] = [files.journal(eventId), files.setAside(eventId, servedMs)]
  const facts = await firstFacts(journal)
  if (facts === null) {
    await publish(journal, aside)
    return
  }
  const records: JournalRecord[] = [
    { kind: 'event', facts },
    { kind: 'ended', ending: { error } },
  ]
  // A second name, so that a cut never leaves the event without a journal; not every disk knows that.
  await link(journal, aside).catch(() => publish(journal, aside))
  await writeDurably(journal, Buffer.concat([journalMagic, ...records.flatMap(encodeRecord)]))
}

async function firstFacts(path: string): Promise<EventFacts | null> {
  for await (const { record } of readJournal(path)) return record.kind === 'event' ? record.facts : null
  return null
}
