import type { Log } from '../../../platform/log.js'
import type { PeriodicTask } from '../../../platform/work/periodic.js'
import type { BlobStore } from './blob-store.service.js'

interface SweepDeps {
  readonly store: BlobStore
  readonly log: Log
}

const dayMs = 24 * 60 * 60 * 1000

/** The daily sweep of files that killed processes left unfinished. */
export function sweepMediaTask(deps: SweepDeps): PeriodicTask {
  return { name: 'media_leftovers', everyMs: dayMs, run: () => sweepMedia(deps) }
}

/** Runs at the start of a node: it may have been killed in the middle of a large clip, and again and again. */
export async function sweepMediaAtStart(deps: SweepDeps): Promise<void> {
  await sweepMedia(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'media.sweep_failed'))
}

async function sweepMedia({ store, log }: SweepDeps): Promise<void> {
  const files = await store.sweep()
  if (files > 0) log.info({ files }, 'media.leftovers_removed')
}
