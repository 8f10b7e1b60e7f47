/** A polygon in normalised coordinates: 0,0 is the upper left corner of the picture, 1,1 the lower right. */
export interface MotionZone {
  readonly kind: 'include' | 'exclude'
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** What a person chose for a camera. Without an included zone the whole picture counts. */
export interface MotionSettings {
  readonly sensitivity: 'low' | 'medium' | 'high'
  readonly zones: readonly MotionZone[]
}
