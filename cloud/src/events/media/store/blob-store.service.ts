import type { Readable } from 'node:stream'
import type { ByteRange } from '../serving/byte-range.js'

/** What the parts of an upload must make together. */
export interface WholeObject {
  /** Where it is kept: made of server ids only, see `objectKey`. */
  readonly key: string
  /** How many parts there are, numbered from 1. */
  readonly parts: number
  readonly bytes: number
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string
}

/** Bytes of a part of a multipart upload, but for the last: Amazon's rule, which others have as well. */
export const leastInBucket = 5 * 1024 * 1024

/** A disk in bytes. */
export interface Disk {
  readonly free: number
  readonly size: number
}

/**
 * Where the bytes of media lie. What an operation reported survives a power cut. All operations may be repeated,
 * also at the same time.
 */
export interface BlobStore {
  /** The least bytes of a part that is not the last. */
  readonly leastPartBytes: number
  /** Takes a part of exactly `bytes` bytes; anything longer or shorter leaves nothing behind. `dropped`: the parts were, meanwhile. */
  putPart(
    uploadId: string,
    number: number,
    body: AsyncIterable<Uint8Array>,
    bytes: number,
  ): Promise<'stored' | 'wrong_length' | 'dropped'>
  /** Makes the object of its parts, and checks it. The parts stay until `dropParts`. */
  complete(uploadId: string, whole: WholeObject): Promise<'stored' | 'parts_missing' | 'hash_mismatch'>
  dropParts(uploadId: string): Promise<void>
  /** Keeps a small object that is whole already, in place of any under this key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes of an object, or a range of them; null if there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /** The file of an object that lies on this machine, for reading alone; null if objects are no files here. */
  fileOf(key: string): string | null
  delete(key: string): Promise<void>
  /** The disk that objects are written to; null if they lie on none of this machine. */
  disk(): Promise<Disk | null>
  /** Removes what processes left behind that were killed while they wrote. @returns how many files, or joins of a bucket */
  sweep(): Promise<number>
  /** An address that hands out the object by itself; null if its bytes go through `read`. */
  linkTo(key: string, shown: ShownAs): Promise<string | null>
}

/** How an object behind an address of its own is to be shown. */
interface ShownAs {
  readonly contentType: string
  readonly contentDisposition: string
  /** Seconds until the address is good for nothing. */
  readonly validSec: number
}

/** The key of a medium: spread over folders, so that none grows without bound. */
export function objectKey(orgId: string, mediaId: string): string {
  return `${orgId}/${mediaId.slice(-2)}/${mediaId}`
}

/** Ids are the server's own. */
export const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** What `objectKey` makes. */
export const keyPattern = new RegExp(`^${uuid}/[0-9a-f]{2}/${uuid}$`)
