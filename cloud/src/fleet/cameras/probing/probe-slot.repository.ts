import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'

/** Who waits for a slot, and where. */
export interface SlotHolder {
  readonly orgId: string
  readonly line: string
  readonly holder: string
}

/** Claims one of the slots of a line for so long at most. @returns false if none is free */
export async function claimSlot(
  db: Db,
  { orgId, line, holder }: SlotHolder,
  { places, heldMs }: { places: number; heldMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into probe_turns (org_id, line, place, holder, held_until)
    select ${orgId}, ${line}, numbers.place, ${holder}, now() + make_interval(secs => ${heldMs / 1000}::float8)
    from generate_series(1, ${places}::int) as numbers (place)
    where not exists (
      select from probe_turns as taken
      where taken.org_id = ${orgId} and taken.line = ${line} and taken.place = numbers.place
        and taken.held_until > now())
    order by numbers.place limit 1
    on conflict (org_id, line, place) do update
      set holder = excluded.holder, held_until = excluded.held_until
      where probe_turns.held_until <= now()
    returning place`.execute(db)
  return rows.length > 0
}

export async function releaseSlot(db: Db, { orgId, line, holder }: SlotHolder): Promise<void> {
  await db
    .deleteFrom('probe_turns')
    .where('org_id', '=', orgId)
    .where('line', '=', line)
    .where('holder', '=', holder)
    .execute()
}
