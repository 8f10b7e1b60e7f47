interface Size {
  readonly width: number
  readonly height: number
}

/** As most cameras have it, until a picture says otherwise. */
const usualShape = 16 / 9

/** Width by height of a resolution such as 1920x1080. */
export function shapeOf(resolution: string | undefined): number {
  const [width, height] = (resolution ?? '').split('x').map(Number)
  return width && height ? width / height : usualShape
}

/** The largest size of a shape that fits, px. */
export const fitWithin = ({ width, height }: Size, shape: number): Size =>
  width / height > shape ? { width: height * shape, height } : { width, height: width / shape }
