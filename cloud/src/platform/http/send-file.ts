import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is written while it is read. */
interface WrittenFile {
  /** Before the time in its name, such as `events`. */
  readonly name: string
  readonly extension: 'csv' | 'jsonl'
  /** When it was asked for, ms since the epoch. */
  readonly at: number
  readonly lines: AsyncIterable<string>
}

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

/** A signal that aborts when the reader of an answer is gone. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Answers a file to download, no faster than its reader takes it. When the reader goes, the lines that are being read are the last. */
export function sendFile(reply: FastifyReply, { name, extension, at, lines }: WrittenFile): FastifyReply {
  return reply
    .type(types[extension])
    .header('content-disposition', `attachment; filename="${name}-${fileTime(at)}.${extension}"`)
    .send(Readable.from(lines, { objectMode: false }))
}

/** `20260314T093000Z` */
const fileTime = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
