/**
 * What one moment of the database saw, as PostgreSQL writes it (`pg_current_snapshot()`): `xmin:xmax:xip`. Transactions below
 * `xmax` that are not in progress are seen. So what is new since then is of the ones in progress then, or from `xmax` on:
 * nothing that commits late is passed over, and nothing waits for it.
 */
export interface Snapshot {
  /** As PostgreSQL wrote it. */
  readonly text: string
  readonly xmax: bigint
  /** In progress then. */
  readonly inProgress: ReadonlySet<bigint>
}

const form = /^\d{1,20}:(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/

/** @returns null for what is no snapshot */
export function readSnapshot(text: string): Snapshot | null {
  const [, xmax, inProgress] = form.exec(text) ?? []
  if (xmax === undefined || inProgress === undefined) return null
  return {
    text,
    xmax: BigInt(xmax),
    inProgress: new Set(inProgress === '' ? [] : inProgress.split(',').map(BigInt)),
  }
}

/** True if all that transactions up to that one did was seen, so far as it has committed at all. */
export const seesAllUpTo = ({ xmax, inProgress }: Snapshot, xid: bigint): boolean =>
  xid < xmax && ![...inProgress].some((other) => other <= xid)

/** True if what the transaction did was seen, provided that it has committed at all. */
export const sees = ({ xmax, inProgress }: Snapshot, xid: bigint): boolean =>
  xid < xmax && !inProgress.has(xid)
