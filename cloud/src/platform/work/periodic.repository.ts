import { sql } from 'kysely'
import type { WorkerDb } from '../database/handles.js'

/** The name of a task and the node that asks. */
export interface TaskHolder {
  readonly name: string
  readonly nodeId: string
}

/** Makes the row of a task, due now, where there is none. */
export async function addTask(worker: WorkerDb, name: string): Promise<void> {
  await worker
    .insertInto('periodic_tasks')
    .values({ name })
    .onConflict((known) => known.column('name').doNothing())
    .execute()
}

/** A node that asks for a task. */
interface TaskClaim extends TaskHolder {
  readonly leaseMs: number
  /** The task's own interval: a time further off than that was written by a clock that was wrong. */
  readonly everyMs: number
  /** What the node takes the time to be, and how far that may be from PostgreSQL's; null: that does not matter. */
  readonly clock: { readonly now: number; readonly withinMs: number } | null
}

/**
 * Takes a task that is due and that nobody holds. What is due, and how long the lease runs, is asked of the clock of
 * PostgreSQL, which all nodes share. @returns which attempt in a row this is, or null
 */
export async function claimTask(
  worker: WorkerDb,
  { name, nodeId, leaseMs, everyMs, clock }: TaskClaim,
): Promise<number | null> {
  const agrees = clock
    ? sql`abs(extract(epoch from clock_timestamp()) * 1000 - ${clock.now}) <= ${clock.withinMs}`
    : sql`true`
  const { rows } = await sql<{ attempt: number }>`
    update periodic_tasks
    set worker = ${nodeId}, attempt = attempt + 1, last_started_at = now(),
        lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where name = ${name} and not next_at between now() and now() + make_interval(secs => ${everyMs / 1000 + 1})
      and (lease_until is null or lease_until <= now()) and ${agrees}
    returning attempt`.execute(worker)
  return rows[0]?.attempt ?? null
}

/** Lengthens the lease. False if another node has taken the task. */
export async function renewTask(
  worker: WorkerDb,
  { name, nodeId }: TaskHolder,
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update periodic_tasks set lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where name = ${name} and worker = ${nodeId} and lease_until > now()
    returning name`.execute(worker)
  return rows.length > 0
}

/** How a run ended. */
export type TaskEnd =
  /** It is given back unfinished, and may be begun again at once. */
  | { readonly kind: 'cut off' }
  | { readonly kind: 'done'; readonly everyMs: number }
  /** It comes again after `retryMs`, unless its own time comes first. */
  | { readonly kind: 'failed'; readonly everyMs: number; readonly retryMs: number; readonly error: string }

/** Ends a run and its lease, if the node still holds the task. Success also forgets the attempts before. */
export async function endTask(worker: WorkerDb, { name, nodeId }: TaskHolder, end: TaskEnd): Promise<void> {
  await worker
    .updateTable('periodic_tasks')
    .set({
      next_at: nextAt(end),
      lease_until: null,
      worker: null,
      last_error: end.kind === 'failed' ? end.error : null,
      ...(end.kind !== 'cut off' && { last_finished_at: sql<Date>`now()` }),
      ...(end.kind === 'done' && { attempt: 0 }),
    })
    .where('name', '=', name)
    .where('worker', '=', nodeId)
    .execute()
}

function nextAt(end: TaskEnd) {
  if (end.kind === 'cut off') return sql<Date>`coalesce(last_started_at, now())`
  const itsTime = sql<Date>`greatest(now(), last_started_at + make_interval(secs => ${end.everyMs / 1000}))`
  if (end.kind === 'done') return itsTime
  return sql<Date>`least(${itsTime}, now() + make_interval(secs => ${end.retryMs / 1000}))`
}
