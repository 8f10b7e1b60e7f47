/** What was measured on either side, pair by pair. */
export interface Pairs<T> {
  readonly product: readonly T[]
  readonly reference: readonly T[]
}

/** Measures product and reference in turn, so that whatever else the machine does falls on both. */
export async function inTurn<T>(
  pairs: number,
  sides: { readonly product: () => Promise<T>; readonly reference: () => Promise<T> },
  told: (pair: number) => void,
): Promise<Pairs<T>> {
  const product: T[] = []
  const reference: T[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    told(pair)
    product.push(await sides.product())
    reference.push(await sides.reference())
  }
  return { product, reference }
}
