/** What is shown, taken at a moment. */
export interface Snapshot {
  /** JPEG of its full size. */
  readonly picture: Blob
  /** When the camera saw it, ms since the epoch; null where nobody knows. */
  readonly capturedMs: number | null
  /** Where in a clip it is, seconds; null for a live picture. */
  readonly placeSec: number | null
}
