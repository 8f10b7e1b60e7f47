import type { Faults } from '../faults.js'

/** Damages or loses every n-th packet where the faults say so. */
export class Damage {
  readonly #faults: Faults
  #written = 0
  #damaged = 0

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** What becomes of a packet. */
  of(packet: Buffer): Buffer[] {
    this.#written++
    const { corruptEvery: every, loseEvery } = this.#faults.current
    if (loseEvery !== null && this.#written % loseEvery === 0) return []
    if (every === null || this.#written % every !== 0) return [packet]
    const kind = this.#damaged++ % 3
    if (kind === 0) return []
    if (kind === 1) return [packet.subarray(0, 7)]
    const wrongVersion = Buffer.from(packet)
    wrongVersion.writeUInt8(0x40, 0)
    return [wrongVersion]
  }
}
