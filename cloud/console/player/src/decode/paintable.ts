/** A picture that can be put on a canvas. */
export interface Paintable {
  /** Presentation time, microseconds. */
  readonly ptsUs: number
  readonly width: number
  readonly height: number
  paint(context: OffscreenCanvasRenderingContext2D): void
  /** Gives back what it holds. */
  close(): void
}

/** A picture of WebCodecs. */
export function paintableFrame(frame: VideoFrame): Paintable {
  const { timestamp: ptsUs, displayWidth: width, displayHeight: height } = frame
  return {
    ptsUs,
    width,
    height,
    paint: (context) => context.drawImage(frame, 0, 0, width, height),
    close: () => frame.close(),
  }
}

/** A picture that a browser read from a file, such as JPEG. */
export function paintableBitmap(bitmap: ImageBitmap, ptsUs: number): Paintable {
  const { width, height } = bitmap
  return {
    ptsUs,
    width,
    height,
    paint: (context) => context.drawImage(bitmap, 0, 0, width, height),
    close: () => bitmap.close(),
  }
}

/** A picture as colours, four bytes each. */
export function paintablePixels(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  { width, height, ptsUs }: Pick<Paintable, 'width' | 'height' | 'ptsUs'>,
): Paintable {
  return {
    ptsUs,
    width,
    height,
    paint: (context) => context.putImageData(new ImageData(pixels, width, height), 0, 0),
    close: () => undefined,
  }
}
