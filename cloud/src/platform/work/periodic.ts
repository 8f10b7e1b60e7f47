import type { Database } from '../database/database.js'
import type { Log } from '../log.js'
import { mostClockOffsetMs } from '../process/node-presence.js'
import type { Clock } from '../time/clock.js'
import {
  addTask,
  claimTask,
  endTask,
  renewTask,
  type TaskEnd,
  type TaskHolder,
} from './periodic.repository.js'

/** Work that comes again and again, done by one node at a time. */
export interface PeriodicTask {
  /** Names its row in `periodic_tasks`; never changed once released. */
  readonly name: string
  /** From the start of one run to the start of the next, milliseconds. */
  readonly everyMs: number
  /** True: only a node whose clock agrees with PostgreSQL's may take it. */
  readonly needsTrueClock?: boolean
  /**
   * Does the work. It may be cut off anywhere and is then begun again, so it goes in steps that may be repeated.
   * What it throws is kept as the task's last error, and the task is tried again before its time.
   * @param signal aborts when the node ends or has lost the task to another
   */
  readonly run: (signal: AbortSignal) => Promise<void>
}

interface PeriodicDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
}

/** How long a dead node keeps a task, and how often each node asks for it: together less than 30 s. */
const defaultTiming = { leaseMs: 20_000, pollMs: 5_000 }

interface Runner extends PeriodicDeps {
  readonly timing: typeof defaultTiming
}

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
  timing = defaultTiming,
): Promise<void> {
  await Promise.all(tasks.map((task) => keepRunning({ ...deps, timing }, task, signal)))
}

async function keepRunning(runner: Runner, task: PeriodicTask, signal: AbortSignal): Promise<void> {
  const { database, clock, log, nodeId, timing } = runner
  while (!signal.aborted) {
    try {
      await addTask(database.worker, task.name)
      const attempt = await claimTask(database.worker, {
        name: task.name,
        nodeId,
        leaseMs: timing.leaseMs,
        everyMs: task.everyMs,
        clock: task.needsTrueClock ? { now: clock.now(), withinMs: mostClockOffsetMs } : null,
      })
      if (attempt !== null) await runHeld(runner, task, attempt, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, task: task.name }, 'task.claim_failed')
    }
    await clock.delay(timing.pollMs, { signal }).catch(() => {})
  }
}

/**
 * One run under a lease that is renewed, and what is written down of it.
 * @param attempt from 1; runs in a row that have not succeeded, this one included
 */
async function runHeld(
  runner: Runner,
  task: PeriodicTask,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, nodeId } = runner
  const holder = { name: task.name, nodeId }
  const lost = new AbortController()
  const done = new AbortController()
  const renewing = renewUntil(runner, holder, lost, done.signal)
  const since = clock.monotonic()
  const error = await failureOf(task.run(AbortSignal.any([signal, lost.signal])))
  done.abort()
  await renewing
  const isLost = lost.signal.aborted
  // A composed signal that somebody listens to is kept until it is aborted.
  lost.abort()
  if (isLost) return
  // By the end of this node, whatever the task made of it: another begins it again at once.
  const cutOff = signal.aborted
  const ms = Math.round(clock.monotonic() - since)
  if (!cutOff && error !== null) log.error({ err: error, task: task.name, attempt, ms }, 'task.failed')
  else log.info({ task: task.name, ms, cutOff }, 'task.done')
  await endTask(database.worker, holder, cutOff ? { kind: 'cut off' } : endOf(task, attempt, error))
}

function endOf({ everyMs }: PeriodicTask, attempt: number, error: Error | null): TaskEnd {
  if (error === null) return { kind: 'done', everyMs }
  const retryMs = firstRetryMs * 2 ** Math.min(attempt - 1, 20)
  return { kind: 'failed', everyMs, retryMs, error: reasonOf(error) }
}

async function renewUntil(
  { database, clock, log, timing: { leaseMs } }: Runner,
  holder: TaskHolder,
  lost: AbortController,
  done: AbortSignal,
): Promise<void> {
  // Another node may take the task from then on, whether or not this one can ask.
  const endAfterLease = (since: number) =>
    clock.after(Math.max(0, since + leaseMs - clock.monotonic()), () => lost.abort())
  let callOff = endAfterLease(clock.monotonic())
  // At once: a run that has ended cannot be lost any more.
  done.addEventListener('abort', () => callOff(), { once: true })
  while (!done.aborted && !lost.signal.aborted) {
    await clock.delay(leaseMs / 3, { signal: AbortSignal.any([done, lost.signal]) }).catch(() => {})
    if (done.aborted || lost.signal.aborted) return
    const since = clock.monotonic()
    try {
      const isOurs = await renewTask(database.worker, holder, leaseMs)
      callOff()
      if (!isOurs) lost.abort()
      else if (!done.aborted) callOff = endAfterLease(since)
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
