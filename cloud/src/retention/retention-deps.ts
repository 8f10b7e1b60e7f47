import type { BlobStore } from '../media/media.service.js'
import type { Platform } from '../platform/platform.js'

export interface RetentionDeps extends Pick<Platform, 'database' | 'clock' | 'log' | 'metrics'> {
  readonly store: BlobStore
}

/** One organisation's turn. */
export interface Turn {
  readonly orgId: string
  readonly now: Date
  /** Aborts when the node ends or has lost the task: what is begun is finished, nothing else is begun. */
  readonly signal: AbortSignal
}

/** How many were removed, by kind. */
export type Removed = Readonly<Record<string, number>>
