import type { RetentionPass } from './retention-deps.js'

/** Removes a batch of at most `size` again and notes it, until one is not full, or the turn is to end. */
export async function inBatches(
  { signal, removed }: Pick<RetentionPass, 'signal' | 'removed'>,
  { kind, size }: { kind: string; size: number },
  batch: (size: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    const count = await batch(size)
    removed(kind, count)
    if (count < size) return
  }
}
