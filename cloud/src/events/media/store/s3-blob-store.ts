import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { unavailable } from '../../../platform/errors.js'
import { type Clock, systemClock } from '../../../platform/time/clock.js'
import type { ByteRange } from '../serving/byte-range.js'
import { type BlobStore, keyPattern, leastInBucket, type WholeObject } from './blob-store.service.js'
import { abortOldUploads } from './s3-leftovers.js'

/** A bucket of an S3-compatible service. */
export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** Of another service than Amazon's: addresses then name the bucket in their path. null: Amazon's. */
  readonly endpoint: string | null
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The longest that a connection may take to open or to move a byte, ms. Default 30 s. */
  readonly silenceMs?: number
}

/** Without a bound one silent store holds a completion, and all that repeat it, until the node ends. */
const usualSilenceMs = 30_000

/** The body of an upload is longer or shorter than announced. */
class WrongLengthError extends Error {
  override readonly name = 'WrongLengthError'
}

interface Bucket {
  readonly client: S3Client
  readonly name: string
}

const objectOf = (key: string): string => `objects/${key}`
const folderOf = (uploadId: string): string => `uploads/${uploadId}/`
const partOf = (uploadId: string, number: number): string => `${folderOf(uploadId)}${number}`

/**
 * Keeps media in a bucket: `objects/<key>`, and the parts of uploads under way as objects of their own. Those are
 * checked, joined by the service (a multipart upload whose parts are copies) and then removed, so that nothing has
 * to be remembered between two parts, and a part may come again, at any node.
 *
 * Whatever the bucket fails with is an AppError `unavailable`: callers try again later.
 */
export function createS3BlobStore(
  options: S3Options,
  clock: Pick<Clock, 'now'> = systemClock,
): BlobStore & Disposable {
  const bucket = { client: clientOf(options), name: options.bucket }
  return {
    leastPartBytes: leastInBucket,
    putPart: (uploadId, number, body, bytes) => putPart(bucket, partOf(uploadId, number), body, bytes),
    complete: (uploadId, whole) => orUnavailable(complete(bucket, uploadId, whole)),
    dropParts: (uploadId) => orUnavailable(dropParts(bucket, uploadId)),
    put: (key, bytes) => orUnavailable(put(bucket, objectOf(key), bytes)),
    read: (key, range) => orUnavailable(open(bucket, objectOf(key), range)),
    fileOf: () => null,
    delete: (key) => orUnavailable(remove(bucket, objectOf(key))),
    disk: () => Promise.resolve(null),
    // An object appears whole or not at all; a join may leave something behind.
    sweep: () =>
      orUnavailable(
        abortOldUploads(
          { client: bucket.client, bucket: bucket.name, prefix: objectOf(''), pattern: keyPattern },
          clock.now(),
        ),
      ),

    linkTo(key, { contentType, contentDisposition, validSec }) {
      const command = new GetObjectCommand({
        Bucket: bucket.name,
        Key: objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
      })
      return getSignedUrl(bucket.client, command, { expiresIn: Math.max(1, Math.floor(validSec)) })
    },

    [Symbol.dispose]: () => bucket.client.destroy(),
  }
}

function clientOf(options: S3Options): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, silenceMs = usualSilenceMs } = options
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Services other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw storeTrouble(error)
  })
}

const storeTrouble = (cause: unknown) => unavailable('the media store is in trouble: try again later', cause)

async function complete(bucket: Bucket, uploadId: string, whole: WholeObject) {
  const outcome = await check(bucket, uploadId, whole)
  if (outcome !== 'stored') return outcome
  await join(bucket, uploadId, whole)
  await requireWhole(bucket, whole)
  return outcome
}

/** Whoever hears that an object is stored gives up the parts of it: the store has to show it. @throws Error if it does not */
async function requireWhole({ client, name }: Bucket, { key, bytes }: WholeObject): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: name, Key: objectOf(key) }))
  if (ContentLength !== bytes)
    throw new Error(`the store has ${ContentLength ?? 'unknown'} bytes of an object of ${bytes}`)
}

async function dropParts(bucket: Bucket, uploadId: string): Promise<void> {
  for (;;) {
    const { Contents: found = [], IsTruncated: more = false } = await bucket.client.send(
      new ListObjectsV2Command({ Bucket: bucket.name, Prefix: folderOf(uploadId) }),
    )
    await Promise.all(found.map(({ Key = '' }) => remove(bucket, Key)))
    if (!more) return
  }
}

async function put({ client, name }: Bucket, key: string, bytes: Uint8Array): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: bytes }))
}

async function putPart(
  { client, name }: Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<'stored' | 'wrong_length'> {
  // The client does not see that its body failed; it is aborted.
  const failed = new AbortController()
  const exactly = Readable.from(exactlyOf(body, bytes)).on('error', (error) => failed.abort(error))
  const command = new PutObjectCommand({ Bucket: name, Key: key, Body: exactly, ContentLength: bytes })
  try {
    await client.send(command, { abortSignal: failed.signal })
    return 'stored'
  } catch (error) {
    if (!failed.signal.aborted) throw storeTrouble(error)
    if (failed.signal.reason instanceof WrongLengthError) return 'wrong_length'
    throw failed.signal.reason
  } finally {
    exactly.destroy()
  }
}

/** @throws WrongLengthError before more than `bytes` bytes have gone out, or at the end of less */
async function* exactlyOf(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  // The last chunk waits until the end is known, so that a body that is too long is never whole.
  let held: Uint8Array | undefined
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > bytes) throw new WrongLengthError(`more than ${bytes} bytes`)
    if (held) yield held
    held = chunk
  }
  if (total !== bytes) throw new WrongLengthError(`${total} bytes instead of ${bytes}`)
  if (held) yield held
}

async function check(
  bucket: Bucket,
  uploadId: string,
  { parts, bytes, sha256 }: WholeObject,
): Promise<'stored' | 'parts_missing' | 'hash_mismatch'> {
  const hash = createHash('sha256')
  let total = 0
  for (let number = 1; number <= parts; number += 1) {
    const part = await open(bucket, partOf(uploadId, number))
    if (!part) return 'parts_missing'
    const chunks: AsyncIterable<Uint8Array> = part
    for await (const chunk of chunks) {
      hash.update(chunk)
      total += chunk.byteLength
    }
  }
  return total === bytes && hash.digest('hex') === sha256 ? 'stored' : 'hash_mismatch'
}

async function join({ client, name }: Bucket, uploadId: string, { key, parts }: WholeObject): Promise<void> {
  const target = { Bucket: name, Key: objectOf(key) }
  const sourceOf = (number: number): string => `${name}/${partOf(uploadId, number)}`
  if (parts === 1) {
    await client.send(new CopyObjectCommand({ ...target, CopySource: sourceOf(1) }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { ...target, UploadId }
  try {
    const copied = await Promise.all(
      Array.from({ length: parts }, async (_, index) => {
        const PartNumber = index + 1
        const { CopyPartResult } = await client.send(
          new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: sourceOf(PartNumber) }),
        )
        return { PartNumber, ETag: CopyPartResult?.ETag }
      }),
    )
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: copied } }))
  } catch (error) {
    // The first failure is thrown. An upload that cannot be aborted either is swept a day later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function open({ client, name }: Bucket, key: string, range?: ByteRange): Promise<Readable | null> {
  try {
    const { Body } = await client.send(
      new GetObjectCommand({
        Bucket: name,
        Key: key,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      }),
    )
    if (Body instanceof Readable) return Body
    throw new TypeError('the store answered no stream')
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return null
    throw error
  }
}

async function remove({ client, name }: Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }))
}
