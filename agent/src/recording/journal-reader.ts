import { type FileHandle, open } from 'node:fs/promises'
import { decodeRecord, type JournalRecord, journalMagic, recordHeadBytes } from './journal-format.js'

/** A record and where it ends in the file, bytes from its start. */
interface ReadRecord {
  readonly record: JournalRecord
  readonly endsAt: number
}

const chunkBytes = 1024 * 1024

/**
 * Reads a journal record by record, in bounded memory, and ends before the first record that is cut or
 * damaged: what follows damage has no known time. A file that is no journal has no records.
 * @throws Error of the file system if the file cannot be read.
 */
export async function* readJournal(path: string): AsyncGenerator<ReadRecord, void, undefined> {
  const file = await open(path, 'r')
  try {
    yield* recordsOf(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** More than the record of an event takes. */
const longestFirst = 64 * 1024

/**
 * Whether something stands behind the first record, whatever can be read of that: it was on disk once.
 * @throws Error of the file system if the file cannot be read.
 */
export async function holdsMoreThanFirst(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await readAt(file, 0, Math.min(size, journalMagic.length + recordHeadBytes))
    // A power cut may leave a file of zeros, as long as what was never written.
    if (head.every((byte) => byte === 0)) return false
    const isJournal = head.length === journalMagic.length + recordHeadBytes && startsWithMagic(head)
    const first = isJournal ? head.length + head.readUInt32BE(journalMagic.length) : longestFirst
    return size > Math.min(first, longestFirst)
  } finally {
    await file.close()
  }
}

const startsWithMagic = (bytes: Buffer) => bytes.subarray(0, journalMagic.length).equals(journalMagic)

async function* recordsOf(file: FileHandle, size: number): AsyncGenerator<ReadRecord, void, undefined> {
  // Little to begin with: some ask for the first record alone.
  let window = await readAt(file, 0, Math.min(size, longestFirst))
  if (!startsWithMagic(window)) return
  window = window.subarray(journalMagic.length)
  let position = journalMagic.length
  while (position < size) {
    const decoded = decodeRecord(window)
    if (decoded.kind === 'damaged') return
    if (decoded.kind === 'record') {
      position += decoded.bytes
      window = window.subarray(decoded.bytes)
      yield { record: decoded.record, endsAt: position }
      continue
    }
    if (position + decoded.bytes > size) return
    // A fresh buffer each time: views of the last one are still in the reader's hands.
    window = await readAt(file, position, Math.min(Math.max(decoded.bytes, chunkBytes), size - position))
    if (window.length < Math.min(decoded.bytes, recordHeadBytes)) return
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
