import type { Config } from '../../../platform/config.js'
import { type BlobStore, leastInBucket } from './blob-store.service.js'
import { createLocalBlobStore } from './local-blob-store.js'
import { mediaFolder } from './media-files.service.js'

/** Where the settings say that media lie: a bucket, or files under `DATA_DIR`. */
export function openBlobStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): BlobStore {
  if (!s3) return createLocalBlobStore(mediaFolder({ dataDir }))
  return opensWhenUsed(async () => (await import('./s3-blob-store.js')).createS3BlobStore(s3))
}

/** Where links of media lead besides this service: what a page that shows them must admit. */
export function mediaOrigins({ s3 }: Pick<Config, 's3'>): string[] {
  if (!s3) return []
  return [
    s3.endpoint === null ? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com` : new URL(s3.endpoint).origin,
  ]
}

/** A bucket whose program is loaded with its first use: a third of a second that no start waits for. */
function opensWhenUsed(open: () => Promise<BlobStore>): BlobStore {
  let opening: Promise<BlobStore> | undefined
  const store = (): Promise<BlobStore> => {
    opening ??= open()
    return opening
  }
  return {
    leastPartBytes: leastInBucket,
    putPart: async (...given) => (await store()).putPart(...given),
    complete: async (...given) => (await store()).complete(...given),
    dropParts: async (...given) => (await store()).dropParts(...given),
    put: async (...given) => (await store()).put(...given),
    read: async (...given) => (await store()).read(...given),
    fileOf: () => null,
    disk: () => Promise.resolve(null),
    sweep: async () => (await store()).sweep(),
    delete: async (...given) => (await store()).delete(...given),
    linkTo: async (...given) => (await store()).linkTo(...given),
  }
}
