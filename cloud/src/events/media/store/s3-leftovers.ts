import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'

/** No join takes so long, milliseconds. One that does is refused by the store, and begun again by its gateway. */
const oldMs = 24 * 60 * 60 * 1000

/** What a store says that has no list of such uploads, or has none for these keys: then they are its own rule's to abort. */
const refusals = new Set(['AccessDenied', 'NotImplemented', 'MethodNotAllowed'])

interface Uploads {
  readonly client: S3Client
  readonly bucket: string
  /** What the keys of ours begin with, and how they go on. */
  readonly prefix: string
  readonly pattern: RegExp
}

/**
 * Aborts the multipart uploads of ours that began a day ago: what killed nodes left of objects that they joined, which no list of
 * objects shows and which is paid for. @param now milliseconds since 1970 @returns how many
 */
export async function abortOldUploads(uploads: Uploads, now: number): Promise<number> {
  const { client, bucket, prefix } = uploads
  const before = new Date(now - oldMs)
  let aborted = 0
  let from: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
  while (from) {
    const page = await client
      .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }))
      .catch((error: unknown) => {
        if (error instanceof Error && refusals.has(error.name)) return null
        throw error
      })
    if (page === null) return aborted
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      const isOurs = Key.startsWith(prefix) && uploads.pattern.test(Key.slice(prefix.length))
      if (!isOurs || UploadId === undefined || Initiated === undefined || Initiated >= before) continue
      if (await abort(uploads, Key, UploadId)) aborted += 1
    }
    from = nextOf(page)
  }
  return aborted
}

/** @returns false if another node was first */
async function abort({ client, bucket }: Uploads, key: string, id: string): Promise<boolean> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: id }))
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchUpload') return false
    throw error
  }
}

function nextOf(page: {
  readonly IsTruncated?: boolean | undefined
  readonly NextKeyMarker?: string | undefined
  readonly NextUploadIdMarker?: string | undefined
}): { KeyMarker: string; UploadIdMarker?: string } | null {
  const { IsTruncated: more, NextKeyMarker: key, NextUploadIdMarker: id } = page
  if (more !== true || key === undefined) return null
  return { KeyMarker: key, ...(id !== undefined && { UploadIdMarker: id }) }
}
