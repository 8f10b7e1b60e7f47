import { sql } from 'kysely'
import type { WorkerDb } from './database/database.js'

/** The name of a task and the node that asks. */
export interface TaskHolder {
  readonly name: string
  readonly nodeId: string
}

/** Makes the row of a task, due at `now`, where there is none. */
export async function addTask(worker: WorkerDb, name: string, now: Date): Promise<void> {
  await worker
    .insertInto('periodic_tasks')
    .values({ name, next_at: now })
    .onConflict((known) => known.column('name').doNothing())
    .execute()
}

/**
 * Takes a task that is due at `now` and that nobody holds. The lease runs on the clock of PostgreSQL, which all nodes
 * share. @returns which attempt in a row this is, or null
 */
export async function claimTask(
  worker: WorkerDb,
  { name, nodeId }: TaskHolder,
  now: Date,
  leaseMs: number,
): Promise<number | null> {
  const { rows } = await sql<{ attempt: number }>`
    update periodic_tasks
    set worker = ${nodeId}, attempt = attempt + 1, last_started_at = ${now},
        lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where name = ${name} and next_at <= ${now} and (lease_until is null or lease_until <= now())
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
export interface TaskEnd {
  readonly nextAt: Date
  /** Null while the task is given back unfinished. */
  readonly finishedAt: Date | null
  /** Null after success, which also forgets the attempts before. */
  readonly error: string | null
}

/** Ends a run and its lease, if the node still holds the task. */
export async function endTask(worker: WorkerDb, { name, nodeId }: TaskHolder, end: TaskEnd): Promise<void> {
  await worker
    .updateTable('periodic_tasks')
    .set({
      next_at: end.nextAt,
      lease_until: null,
      worker: null,
      last_error: end.error,
      ...(end.finishedAt && { last_finished_at: end.finishedAt }),
      ...(end.error === null && end.finishedAt && { attempt: 0 }),
    })
    .where('name', '=', name)
    .where('worker', '=', nodeId)
    .execute()
}
