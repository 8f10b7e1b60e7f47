import type { Clock } from './clock.js'
import type { Database } from './database/database.js'
import type { Log } from './log.js'
import { addTask, claimTask, endTask, renewTask, type TaskHolder } from './periodic.repository.js'

/** Work that comes again and again, done by one node at a time. */
export interface PeriodicTask {
  /** Names its row in `periodic_tasks`; never changed once released. */
  readonly name: string
  /** From the start of one run to the start of the next, milliseconds. */
  readonly everyMs: number
  /**
   * Does the work. It may be cut off anywhere and is then begun again, so it goes in steps that may be repeated.
   * What it throws is kept as the task's last error, and the task is tried again before its time.
   * @param signal aborts when the node ends or has lost the task to another
   */
  readonly run: (signal: AbortSignal) => Promise<void>
}

export interface PeriodicDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
}

/** How long a dead node keeps a task, and how often each node looks: together less than 30 s. */
const defaultPace = { leaseMs: 20_000, lookMs: 5_000 }

/** What a task waits after a failure, at least; doubled with each one, until its own time comes first. */
const firstRetryMs = 60_000

/**
 * Runs the tasks whenever they are due, over all nodes each by one, until `signal` aborts; then waits for the work in
 * hand. When a task is due is asked of the clock of this process, who holds it of PostgreSQL.
 */
export async function runPeriodicTasks(
  deps: PeriodicDeps,
  tasks: readonly PeriodicTask[],
  signal: AbortSignal,
  pace: { leaseMs: number; lookMs: number } = defaultPace,
): Promise<void> {
  await Promise.all(tasks.map((task) => keepRunning(deps, task, pace, signal)))
}

async function keepRunning(
  deps: PeriodicDeps,
  task: PeriodicTask,
  pace: { leaseMs: number; lookMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, nodeId } = deps
  while (!signal.aborted) {
    try {
      await addTask(database.worker, task.name, new Date(clock.now()))
      const now = new Date(clock.now())
      const attempt = await claimTask(database.worker, { name: task.name, nodeId }, now, pace.leaseMs)
      if (attempt !== null) await runHeld(deps, task, { startedAt: now, attempt }, pace.leaseMs, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, task: task.name }, 'task.claim_failed')
    }
    await clock.delay(pace.lookMs, { signal }).catch(() => {})
  }
}

interface Run {
  readonly startedAt: Date
  /** From 1; runs in a row that have not succeeded, this one included. */
  readonly attempt: number
}

/** One run under a lease that is renewed, and what is written down of it. */
async function runHeld(
  deps: PeriodicDeps,
  task: PeriodicTask,
  run: Run,
  leaseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, nodeId } = deps
  const holder = { name: task.name, nodeId }
  const lost = new AbortController()
  const done = new AbortController()
  const renewing = renewUntil(deps, holder, leaseMs, lost, done.signal)
  const since = clock.monotonic()
  const error = await failureOf(task.run(AbortSignal.any([signal, lost.signal])))
  done.abort()
  await renewing
  if (lost.signal.aborted) return
  // By the end of this node, whatever the task made of it: another begins it again at once.
  const cutOff = signal.aborted
  const now = clock.now()
  const ms = Math.round(clock.monotonic() - since)
  if (!cutOff && error !== null)
    log.error({ err: error, task: task.name, attempt: run.attempt, ms }, 'task.failed')
  else log.info({ task: task.name, ms, cutOff }, 'task.done')
  await endTask(database.worker, holder, {
    nextAt: cutOff ? run.startedAt : nextRun(task, run, error === null, now),
    finishedAt: cutOff ? null : new Date(now),
    error: cutOff || error === null ? null : reasonOf(error),
  })
}

function nextRun(task: PeriodicTask, run: Run, succeeded: boolean, now: number): Date {
  const itsTime = Math.max(now, run.startedAt.getTime() + task.everyMs)
  if (succeeded) return new Date(itsTime)
  return new Date(Math.min(itsTime, now + firstRetryMs * 2 ** Math.min(run.attempt - 1, 20)))
}

async function renewUntil(
  { database, clock, log }: PeriodicDeps,
  holder: TaskHolder,
  leaseMs: number,
  lost: AbortController,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted && !lost.signal.aborted) {
    await clock.delay(leaseMs / 3, { signal: done }).catch(() => {})
    if (done.aborted) return
    try {
      if (!(await renewTask(database.worker, holder, leaseMs))) lost.abort()
    } catch (error) {
      log.warn({ err: error, task: holder.name }, 'task.renewal_failed')
    }
  }
}

/** What a promise fails with, as an error; null if it does not. */
async function failureOf(work: Promise<void>): Promise<Error | null> {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('the task failed', { cause: error })
  }
}

const longestReason = 500

const reasonOf = (error: Error): string => `${error.name}: ${error.message}`.slice(0, longestReason)
