import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './handles.js'

/** What the transactions of a request do as the last thing before COMMIT. What it throws rolls them back. */
type BeforeCommit = (tx: Tx) => Promise<void>

const ofRequest = new AsyncLocalStorage<BeforeCommit>()

/** Lets every transaction that `work` causes, however deep, end with `task`. */
export function withBeforeCommit<T>(task: BeforeCommit, work: () => T): T {
  return ofRequest.run(task, work)
}

/** For transactions that are none of the request's effects: they end without its task. */
export function withoutBeforeCommit<T>(work: () => T): T {
  return ofRequest.exit(work)
}

/** Called once by whoever commits. */
export async function runBeforeCommit(tx: Tx): Promise<void> {
  await ofRequest.getStore()?.(tx)
}
