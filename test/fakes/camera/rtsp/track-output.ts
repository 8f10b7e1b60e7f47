/** The way of one track's packets to its client. */
export interface TrackOutput {
  /** The Transport of the answer to SETUP, without the source. */
  readonly transport: string
  /** False while the client reads too slowly to be given more. */
  hasRoom(): boolean
  report(packet: Buffer): void
  /** @returns whether nothing of it was lost or damaged on purpose */
  media(packets: readonly Buffer[]): boolean
  /** Half of a packet and then a reset, as when a cable is pulled. */
  cutIn(packet: Buffer): void
}
