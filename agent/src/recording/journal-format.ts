import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Packet, StreamRun } from '../stream/packet.js'
import type { ClosedEvent, ExtendedEvent, OpenedEvent } from './recording-observer.js'

/**
 * The packet journal, version 1: eight bytes of magic, then records. A record is
 *
 *     u32  length of the payload        f64  pts, microseconds since the start of the run
 *     u8   kind                         f64  dts, likewise
 *     u8   flags                        u32  CRC32 of the 24 bytes before and of the payload
 *     u16  pictures missing before it   ...  payload
 *
 * all big-endian; the flags are 1 for a key frame, 2 for a damaged picture, and 4 where pictures are missing because the disk
 * did not take them. Records are only ever appended, so that a file cut at any byte is readable up to there.
 * Packets carry the bytes of the packet; the other kinds carry JSON and have times of zero.
 */
export const journalMagic = Buffer.from('SLJRNL01', 'latin1')

export const recordHeadBytes = 28

/** A key frame of an 8K camera stays below this; a length beyond it is damage. */
export const largestPayload = 32 * 1024 * 1024

/** What a restart must know of an event before its first packet. */
export interface EventFacts {
  readonly event: OpenedEvent
  /** The clip begins with the key frame at or before this; wall clock, ms since the epoch. */
  readonly fromMs: number
  /** The clip lasts until this unless it is extended. */
  readonly untilMs: number
}

/** A further trigger and how long the clip lasts by it. */
export interface Extension {
  readonly event: ExtendedEvent
  readonly untilMs: number
}

/** Why the journal ends here. */
interface Ending {
  /** Null if the clip lasted as long as it should. */
  readonly error: string | null
}

export type JournalRecord =
  | { readonly kind: 'event'; readonly facts: EventFacts }
  | { readonly kind: 'run'; readonly run: Omit<StreamRun, 'id'> }
  | { readonly kind: 'extended'; readonly extension: Extension }
  | { readonly kind: 'ended'; readonly ending: Ending }
  /** What is reported to the observer, so that a restart reports the same again. */
  | { readonly kind: 'finished'; readonly closed: ClosedEvent }
  | ({
      readonly kind: 'packet'
      /** Of the pictures missing before it, those were given up for a slow disk, or some of them. */
      readonly unwritten?: boolean
    } & Pick<Packet, 'track' | 'ptsUs' | 'dtsUs' | 'keyframe' | 'damaged' | 'missingBefore' | 'data'>)

/** The bytes of a record, as parts that can be written one after the other. */
export function encodeRecord(record: JournalRecord): readonly [head: Buffer, payload: Uint8Array] {
  if (record.kind === 'packet') {
    const kind = record.track === 'video' ? kinds.video : kinds.audio
    return encode({ ...record, kind })
  }
  const payload = Buffer.from(JSON.stringify(contentOf(record), packBytes))
  return encode({ kind: kinds[record.kind], ptsUs: 0, dtsUs: 0, data: payload })
}

/** What stands at a position of a journal. */
type Decoded =
  | { readonly kind: 'record'; readonly record: JournalRecord; readonly bytes: number }
  /** The record goes beyond what is there: this many bytes are needed to know. */
  | { readonly kind: 'more'; readonly bytes: number }
  | { readonly kind: 'damaged' }

/** Reads the record at the start of `bytes`. The payload of a packet is a view of `bytes`, no copy. */
export function decodeRecord(bytes: Buffer): Decoded {
  if (bytes.length < recordHeadBytes) return { kind: 'more', bytes: recordHeadBytes }
  const length = bytes.readUInt32BE(0)
  if (length > largestPayload) return { kind: 'damaged' }
  const total = recordHeadBytes + length
  if (bytes.length < total) return { kind: 'more', bytes: total }
  const payload = bytes.subarray(recordHeadBytes, total)
  if (crc32(payload, crc32(bytes.subarray(0, 24))) !== bytes.readUInt32BE(24)) return { kind: 'damaged' }
  const record = interpret(bytes, payload)
  return record === null ? { kind: 'damaged' } : { kind: 'record', record, bytes: total }
}

const kinds = { event: 1, run: 2, extended: 3, ended: 4, finished: 5, video: 16, audio: 17 } as const

const flag = { keyframe: 1, damaged: 2, unwritten: 4 } as const
const mostMissing = 0xffff

interface RecordParts {
  readonly kind: number
  readonly ptsUs: number
  readonly dtsUs: number
  readonly keyframe?: boolean
  readonly damaged?: boolean
  readonly missingBefore?: number
  readonly unwritten?: boolean
  readonly data: Uint8Array
}

function encode({ kind, ptsUs, dtsUs, missingBefore = 0, data: payload, ...is }: RecordParts) {
  const flags =
    (is.keyframe === true ? flag.keyframe : 0) |
    (is.damaged === true ? flag.damaged : 0) |
    (is.unwritten === true ? flag.unwritten : 0)
  const head = Buffer.alloc(recordHeadBytes)
  head.writeUInt32BE(payload.length, 0)
  head.writeUInt8(kind, 4)
  head.writeUInt8(flags, 5)
  head.writeUInt16BE(Math.min(missingBefore, mostMissing), 6)
  head.writeDoubleBE(ptsUs, 8)
  head.writeDoubleBE(dtsUs, 16)
  head.writeUInt32BE(crc32(payload, crc32(head.subarray(0, 24))), 24)
  return [head, payload] as const
}

function interpret(head: Buffer, payload: Buffer): JournalRecord | null {
  const kind = head.readUInt8(4)
  if (kind === kinds.video || kind === kinds.audio) {
    return {
      kind: 'packet',
      track: kind === kinds.video ? 'video' : 'audio',
      ptsUs: head.readDoubleBE(8),
      dtsUs: head.readDoubleBE(16),
      ...flagsOf(head),
      data: payload,
    }
  }
  try {
    const content: unknown = JSON.parse(payload.toString('utf8'))
    if (kind === kinds.event) return { kind: 'event', facts: EventFactsSchema.parse(content) }
    if (kind === kinds.run) return { kind: 'run', run: RunSchema.parse(content) }
    if (kind === kinds.extended) return { kind: 'extended', extension: ExtensionSchema.parse(content) }
    if (kind === kinds.ended) return { kind: 'ended', ending: EndingSchema.parse(content) }
    if (kind === kinds.finished) return { kind: 'finished', closed: ClosedSchema.parse(content) }
  } catch {
    // The bytes are as they were written, so another version of this program wrote them: no further than here.
  }
  return null
}

/** What is whole says nothing of it. */
function flagsOf(
  head: Buffer,
): Pick<Extract<JournalRecord, { kind: 'packet' }>, 'keyframe' | 'damaged' | 'missingBefore' | 'unwritten'> {
  const flags = head.readUInt8(5)
  const missingBefore = head.readUInt16BE(6)
  return {
    keyframe: (flags & flag.keyframe) !== 0,
    ...((flags & flag.damaged) !== 0 && { damaged: true }),
    ...(missingBefore > 0 && { missingBefore }),
    ...((flags & flag.unwritten) !== 0 && { unwritten: true }),
  }
}

function contentOf(record: Exclude<JournalRecord, { kind: 'packet' }>): unknown {
  switch (record.kind) {
    case 'event':
      return record.facts
    case 'run':
      return record.run
    case 'extended':
      return record.extension
    case 'ended':
      return record.ending
    case 'finished':
      return record.closed
  }
}

/** Bytes inside JSON travel as base64. A Buffer has become an object by the time a replacer sees it. */
function packBytes(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : value
  return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value
}

const Bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'))

const OpenedSchema = z.object({
  eventId: z.string(),
  cameraId: z.string(),
  category: z.string(),
  topic: z.string(),
  source: z.enum(['onvif', 'software', 'manual']),
  rawSource: z.string(),
  rawData: z.record(z.string(), z.unknown()),
  triggeredAtMs: z.number(),
})

const EventFactsSchema = z.object({ event: OpenedSchema, fromMs: z.number(), untilMs: z.number() })

const RunSchema = z.object({
  startedAtMs: z.number(),
  video: z.object({
    codec: z.enum(['h264', 'h265']),
    width: z.number(),
    height: z.number(),
    parameterSets: z.array(Bytes),
  }),
  audio: z
    .object({
      codec: z.enum(['aac', 'pcma', 'pcmu']),
      sampleRate: z.number(),
      channels: z.number(),
      config: Bytes.nullable(),
    })
    .nullable(),
})

const ExtensionSchema = z.object({
  event: z.object({
    eventId: z.string(),
    cameraId: z.string(),
    absorbedEventId: z.string().nullable(),
    triggeredAtMs: z.number(),
  }),
  untilMs: z.number(),
})

const EndingSchema = z.object({ error: z.string().nullable() })

const FileSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  width: z.number(),
  height: z.number(),
})

const ClosedSchema = z.object({
  eventId: z.string(),
  cameraId: z.string(),
  clip: FileSchema.extend({
    codec: z.enum(['h264', 'h265']),
    startAtMs: z.number(),
    endAtMs: z.number(),
  }).nullable(),
  snapshot: FileSchema.nullable(),
  error: z.string().nullable(),
  note: z.string().optional(),
})
