import type { RecordingFile, RecordingFiles } from '../recording/recording-files.js'
import type { UploadQueue } from './upload-queue.js'

/** Clips and pictures that neither a journal nor the record of an upload names, read or not: they were stored, and a cut kept them from going. */
export async function findLeftOvers(files: RecordingFiles, queue: UploadQueue): Promise<RecordingFile[]> {
  const found = await files.list()
  const making = eventsInTheMaking(found)
  const known = new Set<string>()
  for await (const name of queue.names()) known.add(name)
  return found.filter(
    ({ name }) => /\.(mp4|jpg)$/.test(name) && !making.has(eventOf(name)) && !known.has(name),
  )
}

/** The id of the event that a file belongs to: names begin with it. */
export function eventOf(name: string): string {
  return name.split('.')[0] ?? name
}

/** The events of which a journal is there still. */
export function eventsInTheMaking(found: readonly RecordingFile[]): ReadonlySet<string> {
  return new Set(found.filter(({ name }) => name.endsWith('.journal')).map(({ name }) => eventOf(name)))
}
