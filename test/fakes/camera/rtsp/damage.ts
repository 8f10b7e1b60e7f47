import type { Faults } from '../faults.js'

/** Damages every n-th packet where the faults say so: lost, cut short, bad version, in turn. */
export class Damage {
  private readonly faults: Faults
  private written = 0
  private damaged = 0

  constructor(faults: Faults) {
    this.faults = faults
  }

  /** What becomes of a packet. */
  of(packet: Buffer): Buffer[] {
    const every = this.faults.current.corruptEvery
    if (every === null || ++this.written % every !== 0) return [packet]
    const kind = this.damaged++ % 3
    if (kind === 0) return []
    if (kind === 1) return [packet.subarray(0, 7)]
    const wrongVersion = Buffer.from(packet)
    wrongVersion.writeUInt8(0x40, 0)
    return [wrongVersion]
  }
}
