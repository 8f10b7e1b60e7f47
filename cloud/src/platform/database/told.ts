import type { Tx } from './database.js'

/** A message to all processes (`platform/notify.ts`). */
export interface Told {
  readonly channel: string
  readonly payload: string
}

const toldIn = new WeakMap<Tx, Told[]>()

/** Begins to keep what the transaction tells; the list is complete when its work is done. */
export function keepTold(tx: Tx): readonly Told[] {
  const told: Told[] = []
  toldIn.set(tx, told)
  return told
}

/** Notes that the transaction tells this once it commits. */
export function noteTold(tx: Tx, message: Told): void {
  toldIn.get(tx)?.push(message)
}
