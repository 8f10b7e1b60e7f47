import type { PeriodicTask } from './periodic.js'

/** Work that removes what is old, or gives it up for good. It is done only while PostgreSQL's clock is believed. */
export interface TaskByAge extends Pick<PeriodicTask, 'name' | 'everyMs'> {
  /**
   * As that of a `PeriodicTask`.
   * @param now by PostgreSQL's clock
   */
  readonly run: (signal: AbortSignal, now: Date) => Promise<void>
}
