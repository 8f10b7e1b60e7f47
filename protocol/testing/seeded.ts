/** Chance that a number decides (mulberry32): the same seed draws the same on every machine, so a failure can be played again. */
export class Seeded {
  #state: number

  /** @param seed its lower 32 bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Evenly distributed in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A number from `least` up to `most`, without it. */
  between(least: number, most: number): number {
    return least + this.fraction() * (most - least)
  }

  oneOf<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.fraction() * choices.length)] ?? choices[0]
  }

  /** Normally distributed around 0. */
  normal(deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()))
    return deviation * radius * Math.cos(2 * Math.PI * this.fraction())
  }
}

/** As a function, where that is all one needs. */
export function seeded(seed: number): () => number {
  const chance = new Seeded(seed)
  return () => chance.fraction()
}
