import type { Platform } from '../../platform/platform.js'
import type { BlobStore } from '../media/store/blob-store.service.js'

export interface RetentionDeps extends Pick<Platform, 'database' | 'clock' | 'log' | 'metrics'> {
  readonly store: BlobStore
}

/** One organisation's turn. */
export interface RetentionPass {
  readonly orgId: string
  /** By PostgreSQL's clock, and the same for all organisations of a run. */
  readonly now: Date
  /** Aborts when the node ends or has lost the task: what is begun is finished, nothing else is begun. */
  readonly signal: AbortSignal
  /** Notes what was removed, as soon as it is. */
  readonly removed: (kind: string, count: number) => void
}
