/**
 * Frames of one organisation in quarantine, at most: what cannot be stored must not fill the disk. Those that come at
 * the same moment may go past it by their number.
 */
export const mostQuarantined = 10_000

/** The organisation has no room left in quarantine: its gateways are to keep their frames. */
export class QuarantineFull extends Error {
  override readonly name = 'QuarantineFull'
  constructor() {
    super(`the organisation has ${mostQuarantined} frames in quarantine, and no room for more`)
  }
}
