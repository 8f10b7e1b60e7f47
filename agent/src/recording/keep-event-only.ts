import { open } from 'node:fs/promises'
import { encodeRecord, type JournalRecord, journalMagic } from './journal-format.js'
import { readJournal } from './journal-reader.js'

/**
 * Makes a journal hold its event, the further triggers and `reason` alone, so that its packets leave the disk and
 * nothing else is lost. It is written over itself: a full disk has no room for a second one. A cut while that
 * goes on leaves the event.
 * @throws Error of the file system
 */
export async function keepEventOnly(path: string, reason: string): Promise<void> {
  const kept: JournalRecord[] = []
  for await (const { record } of readJournal(path)) {
    if (record.kind === 'event' || record.kind === 'extended') kept.push(record)
  }
  // Without its first record it is no recording; the ordinary end removes it.
  if (kept[0]?.kind !== 'event') return
  kept.push({ kind: 'ended', ending: { error: reason } })
  const bytes = Buffer.concat([journalMagic, ...kept.flatMap((record) => encodeRecord(record))])
  const file = await open(path, 'r+')
  try {
    for (let written = 0; written < bytes.length; ) {
      written += (await file.write(bytes, written, bytes.length - written, written)).bytesWritten
    }
    await file.truncate(bytes.length)
    await file.sync()
  } finally {
    await file.close()
  }
}
