/** Chance that a number decides, so that a run can be had again (mulberry32). */
export class Seeded {
  #state: number

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
}
