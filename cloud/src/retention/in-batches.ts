import type { Turn } from './retention-deps.js'

/**
 * Does a batch of at most `size` again until one is not full, or the turn is to end.
 * @returns the sum of what the batches did
 */
export async function inBatches(
  { signal }: Pick<Turn, 'signal'>,
  size: number,
  batch: (size: number) => Promise<number>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const done = await batch(size)
    sum += done
    if (done < size) break
  }
  return sum
}
