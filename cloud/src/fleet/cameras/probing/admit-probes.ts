/** A probe that runs, or waits for its turn. */
export interface ProbedAddresses {
  /** What it connects to, by `probedAddresses`. */
  readonly addresses: readonly string[]
}

/** A probe that runs, and which place of its line it has. */
interface HeldPlace extends ProbedAddresses {
  readonly place: number
}

/** One whose turn has come. */
export interface Admitted<T> {
  readonly probe: T
  readonly place: number
}

/**
 * Whose turn it is: in the order of waiting, as many as there are places, and one at a time to each address. Who waits
 * for an address is passed by those of others, and by nobody who wants the same.
 */
export function admitProbes<T extends ProbedAddresses>(
  held: readonly HeldPlace[],
  waiting: readonly T[],
  places: number,
): Admitted<T>[] {
  const taken = new Set(held.map(({ place }) => place))
  const free = Array.from({ length: places }, (_, index) => index + 1).filter((place) => !taken.has(place))
  const busy = new Set(held.flatMap(({ addresses }) => addresses))
  const admitted: Admitted<T>[] = []
  for (const probe of waiting) {
    const place = free[admitted.length]
    if (place === undefined) break
    if (!probe.addresses.some((address) => busy.has(address))) admitted.push({ probe, place })
    for (const address of probe.addresses) busy.add(address)
  }
  return admitted
}
