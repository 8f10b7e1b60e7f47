import { isLoopback, type Sighting } from './sighting.js'

/** Different answers kept of one scan; more is a flood. */
const maxSightings = 2048
/** Of them from one address: a recorder answers for each of its channels, nobody for more. */
const maxPerAddress = 96

/**
 * What one scan has heard, without repeats: cameras answer each probe, over each interface, some of them twice. One
 * address that floods leaves room for the others.
 */
export class SightingIntake {
  readonly #seen = new Set<string>()
  readonly #perAddress = new Map<string, number>()
  readonly #sightings: Sighting[] = []

  get sightings(): readonly Sighting[] {
    return this.#sightings
  }

  /** @returns whether it is new and kept. */
  take(sighting: Sighting): boolean {
    if (this.#sightings.length >= maxSightings) return false
    const key = JSON.stringify(sighting)
    if (this.#seen.has(key)) return false
    const { address } = sighting
    const before = this.#perAddress.get(address) ?? 0
    // Simulated cameras share the address of this machine.
    if (before >= maxPerAddress && !isLoopback(address)) return false
    this.#perAddress.set(address, before + 1)
    this.#seen.add(key)
    this.#sightings.push(sighting)
    return true
  }
}
