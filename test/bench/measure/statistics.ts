/** The middle of some values; the mean of the two middle ones of an even number. @throws RangeError if empty */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/**
 * The value below which a part of the values lies, between two of them where it falls there (as
 * PostgreSQL's percentile_cont does it).
 * @param part percent, 0 to 100
 * @throws RangeError if there are no values
 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = ((sorted.length - 1) * part) / 100
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (below === undefined || above === undefined) throw new RangeError('there is nothing to summarise')
  return below + (above - below) * (at - Math.floor(at))
}

/** Values of one kind, in short. */
export interface Summary {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** @throws RangeError if there are no values */
export function summaryOf(values: readonly number[]): Summary {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

/** How far the values lie apart, as a part of their median: 0.2 is 20 %. */
export function spreadOf({ median: middle, least, most }: Summary): number {
  return middle === 0 ? 0 : (most - least) / middle
}

/** Product by reference of each pair: what drifts between pairs is in neither. */
export function ratiosOf(product: readonly number[], reference: readonly number[]): number[] {
  return product.map((value, pair) => value / (reference[pair] ?? Number.NaN))
}
