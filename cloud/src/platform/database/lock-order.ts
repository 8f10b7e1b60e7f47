import {
  AliasNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
} from 'kysely'
import type { Tables } from './tables.js'
import { currentTransaction } from './transaction-scope.js'

/**
 * The one order in which a transaction locks rows of several tables, from the first to the last: docs/design/locks.md.
 * Of one table, rows are locked in the order of their ids.
 */
const lockOrder: readonly (keyof Tables)[] = [
  'organisations',
  'login_failures',
  'users',
  'sessions',
  'service_accounts',
  'pairing_codes',
  'gateway_sessions',
  'gateways',
  'camera_leases',
  'cameras',
  'prompt_packs',
  'gateway_commands',
  'events',
  'event_shares',
  'uploads',
  'stored_bytes',
  'outage_watch',
  'alert_rules',
  'alerts',
  'webhook_deliveries',
  'webhooks',
  'push_subscriptions',
]

/** A transaction locks rows against the order, and may wait for one that waits for it. A defect, never an input error. */
export class LockOrderError extends Error {
  override readonly name = 'LockOrderError'
}

/** Refuses locks against the order, within transactions whose scope is known: for tests. */
export class LockOrderPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (SelectQueryNode.is(node) && waitsForLocks(node)) for (const table of tablesOf(node)) noteLock(table)
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

/** Not `for key share`, which every foreign key takes, nor what skips rows that are locked. */
function waitsForLocks({ endModifiers = [] }: SelectQueryNode): boolean {
  const modifiers = endModifiers.map(({ modifier }) => modifier)
  const locks = modifiers.some((one) => one === 'ForUpdate' || one === 'ForNoKeyUpdate' || one === 'ForShare')
  return locks && !modifiers.includes('SkipLocked')
}

function tablesOf({ from, endModifiers = [] }: SelectQueryNode): string[] {
  const named = endModifiers.flatMap(({ of }) => of ?? [])
  return (named.length > 0 ? named : (from?.froms ?? [])).flatMap(tableOf)
}

function tableOf(node: OperationNode): string[] {
  if (AliasNode.is(node)) return tableOf(node.node)
  return TableNode.is(node) ? [node.table.identifier.name] : []
}

function noteLock(table: string): void {
  const transaction = currentTransaction()
  // Again the rows of a table that are locked already.
  if (!transaction || transaction.locked.includes(table)) return
  const place = lockOrder.findIndex((one) => one === table)
  if (place === -1) throw new LockOrderError(`${table} has no place in the order of locks`)
  const later = transaction.locked.find((other) => lockOrder.findIndex((one) => one === other) > place)
  if (later !== undefined) throw new LockOrderError(`${table} is locked before ${later}, not after it`)
  transaction.locked.push(table)
}
