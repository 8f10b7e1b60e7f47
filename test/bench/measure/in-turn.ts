/** What was measured on either side, pair by pair. */
export interface Pairs<Product, Reference> {
  readonly product: readonly Product[]
  readonly reference: readonly Reference[]
}

/** Measures product and reference in turn, so that whatever else the machine does falls on both. */
export async function inTurn<Product, Reference>(
  pairs: number,
  sides: { readonly product: () => Promise<Product>; readonly reference: () => Promise<Reference> },
  told: (pair: number) => void,
): Promise<Pairs<Product, Reference>> {
  const product: Product[] = []
  const reference: Reference[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    told(pair)
    product.push(await sides.product())
    reference.push(await sides.reference())
  }
  return { product, reference }
}
