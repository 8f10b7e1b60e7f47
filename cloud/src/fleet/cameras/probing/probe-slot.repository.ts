import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'
import { type Admitted, admitProbes, type ProbedAddresses } from './admit-probes.js'

/** Probes that wait for each other's slots: those of one gateway, or of the relays for an organisation. */
interface SlotLine {
  readonly orgId: string
  readonly line: string
}

/** One of them. */
export interface SlotHolder extends SlotLine, ProbedAddresses {
  readonly holder: string
}

/**
 * Claims slots of a line for those whose turn it is, for so long at most. One node at a time decides.
 * @returns those that have theirs
 */
export async function claimSlots<T extends SlotHolder>(
  tx: Tx,
  { orgId, line }: SlotLine,
  waiting: readonly T[],
  { places, heldMs }: { places: number; heldMs: number },
): Promise<T[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`probes of ${line}`}, 0))`.execute(tx)
  await tx
    .deleteFrom('probe_turns')
    .where('org_id', '=', orgId)
    .where('line', '=', line)
    .where('held_until', '<=', sql<Date>`now()`)
    .execute()
  const held = await tx
    .selectFrom('probe_turns')
    .select(['place', 'addresses'])
    .where('org_id', '=', orgId)
    .where('line', '=', line)
    .execute()
  const admitted = admitProbes(held, waiting, places)
  if (admitted.length === 0) return []
  const stored = await insertSlots(tx, admitted, heldMs)
  return admitted.flatMap(({ probe }) => (stored.has(probe.holder) ? [probe] : []))
}

/** @returns the holders of those that are stored: a node of the release before takes places without asking this one */
async function insertSlots(
  tx: Tx,
  admitted: readonly Admitted<SlotHolder>[],
  heldMs: number,
): Promise<Set<string>> {
  const stored = await tx
    .insertInto('probe_turns')
    .values(
      admitted.map(({ probe: { orgId, line, holder, addresses }, place }) => ({
        org_id: orgId,
        line,
        place,
        holder,
        addresses: sql<string[]>`${[...addresses]}::text[]`,
        held_until: fromNow(heldMs),
      })),
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'line', 'place']).doNothing())
    .returning('holder')
    .execute()
  return new Set(stored.map(({ holder }) => holder))
}

export async function releaseSlot(
  db: Db,
  { orgId, line, holder }: Pick<SlotHolder, 'orgId' | 'line' | 'holder'>,
): Promise<void> {
  await db
    .deleteFrom('probe_turns')
    .where('org_id', '=', orgId)
    .where('line', '=', line)
    .where('holder', '=', holder)
    .execute()
}
