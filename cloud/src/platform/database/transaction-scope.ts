import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Work inside a transaction asked for a second client: where each transaction holds one and waits for another, they wait
 * for each other and the pool stands still. A defect, never an input error.
 */
export class NestedClientError extends Error {
  override readonly name = 'NestedClientError'

  constructor() {
    super(
      'a second database client was asked for inside a transaction: use the transaction, or do it before or after',
    )
  }
}

/** A transaction that is checked. */
interface CheckedTransaction {
  /** Until it has ended, for what it started may live on. */
  open: boolean
  /** Tables whose rows it has locked (`lock-order.ts`). */
  readonly locked: string[]
}

const scope = new AsyncLocalStorage<CheckedTransaction>()

/** Does the work of a transaction so that what may make it stand still is refused within it. For tests. */
export async function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const transaction: CheckedTransaction = { open: true, locked: [] }
  try {
    return await scope.run(transaction, work)
  } finally {
    transaction.open = false
  }
}

/** The transaction that this is part of, where it is checked. */
export function currentTransaction(): CheckedTransaction | undefined {
  const transaction = scope.getStore()
  return transaction?.open === true ? transaction : undefined
}

/** @throws NestedClientError inside the work of a transaction */
export function refuseInTransaction(): void {
  if (currentTransaction()) throw new NestedClientError()
}
