import type { Log } from '../log.js'

interface Apart<T> {
  readonly log: Log
  /** No further item is begun once it aborts. */
  readonly signal: AbortSignal
  /** What it is about, for logs: fields beside the error. */
  readonly named: (item: T) => Readonly<Record<string, unknown>>
}

/**
 * Works on one item after the other: an organisation, a step, a row. What fails with one keeps no other from its turn.
 * @throws ApartError of what failed, after all had their turn
 */
export async function eachApart<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { log, signal, named }: Apart<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  let done = 0
  for await (const item of items) {
    if (signal.aborted) break
    try {
      await work(item)
      done += 1
    } catch (error) {
      // Those within it were told one by one.
      if (!(error instanceof ApartError)) log.error({ err: error, ...named(item) }, 'task.part_failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new ApartError(failures, done)
}

/** Some parts of a work failed; all others were done. */
export class ApartError extends AggregateError {
  override readonly name = 'ApartError'

  constructor(failures: readonly unknown[], done: number) {
    const [first] = failures
    const why = first instanceof Error ? first.message : String(first)
    super(failures, `${failures.length} failed and ${done} were done; the first failed by: ${why}`)
  }
}

/** How logs name an organisation's turn. */
export const namedOrg = (orgId: string) => ({ orgId })
