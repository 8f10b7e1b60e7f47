import type { Log } from '../../log.js'
import type { Clock } from '../../time/clock.js'
import type { DatabaseAddress } from '../database-address.js'
import { clientConfig } from './client-config.js'
import { ClientPool } from './client-pool.js'
import type { WaitLimits } from './fair-client-queue.js'

/**
 * What clients are there for; each purpose has its own, so that none waits for another: `requests` are answered with;
 * `reads` do lists, exports and whatever else a question makes slow, so that an organisation's own changes do not wait
 * behind them; `intake` takes what gateways send; `work` is done by the loops of a node.
 */
export type Purpose = 'requests' | 'reads' | 'intake' | 'work'

/** Whose clients: those of a purpose, those that know no organisation, or the worker role's. */
type PoolName = Purpose | 'lookup' | 'worker'

/** Clients of one node at most. */
const clientsOf: Readonly<Record<PoolName, number>> = {
  requests: 8,
  reads: 6,
  intake: 4,
  work: 4,
  lookup: 4,
  worker: 3,
}

/** People are asked to try again, within a second; programs, which do so by themselves, wait. */
const patienceOf = {
  people: { stalledMs: 900, inAllMs: 8_000 },
  programs: { stalledMs: 10_000, inAllMs: 30_000 },
} as const satisfies Record<string, WaitLimits>

const patience: Readonly<Record<PoolName, WaitLimits>> = {
  requests: patienceOf.people,
  reads: patienceOf.people,
  lookup: patienceOf.people,
  intake: patienceOf.programs,
  work: patienceOf.programs,
  worker: patienceOf.programs,
}

export interface PoolOptions {
  log: Log
  /** How long an answer is waited for, milliseconds; longer than a statement may take. Default 8 s. */
  answerWithinMs?: number
  /** By which clients are waited for. Default: the machine's own. */
  clock?: Pick<Clock, 'after' | 'monotonic'>
}

/** Opens all pools of a node; none is connected yet. */
export function openPools(
  address: DatabaseAddress,
  options: PoolOptions,
): Readonly<Record<PoolName, ClientPool>> {
  const open = (purpose: PoolName): ClientPool => openPool(address, purpose, options)
  return {
    requests: open('requests'),
    reads: open('reads'),
    intake: open('intake'),
    work: open('work'),
    lookup: open('lookup'),
    worker: open('worker'),
  }
}

function openPool(
  address: DatabaseAddress,
  purpose: PoolName,
  { answerWithinMs = 8_000, log, clock }: PoolOptions,
): ClientPool {
  const role = purpose === 'worker' ? 'sightline_worker' : 'sightline_app'
  return new ClientPool(
    role,
    {
      ...clientConfig(address, role),
      statement_timeout: 5_000,
      // A server that is there no more, or stands still, ends nothing by itself.
      query_timeout: answerWithinMs,
      idle_in_transaction_session_timeout: 30_000,
      connectionTimeoutMillis: 5_000,
    },
    {
      clients: clientsOf[purpose],
      patience: patience[purpose],
      undivided: purpose === 'lookup' || purpose === 'worker',
      ...(clock && { clock }),
    },
    (error) => log.warn({ err: error, purpose }, 'database.client_lost'),
  )
}
