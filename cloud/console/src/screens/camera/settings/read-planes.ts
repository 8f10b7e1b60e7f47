import type { ClipPreview } from '../../../api/camera-settings.js'
import { frameAt } from '../../../timeline/preview.js'
import { gridHeight, gridWidth, type Plane } from './moved-cells.js'

/**
 * The pictures of a preview as brightness, one plane each.
 * @throws what keeps the image from being loaded or read: a line that broke, or a store that other pages may not read from
 */
export async function readPlanes(preview: ClipPreview): Promise<Plane[]> {
  const image = new Image()
  image.src = preview.url
  await image.decode()
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [gridWidth, gridHeight]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  return preview.offsets_sec.map((offset) => {
    const { x, y, width, height } = frameAt(preview, offset)
    context.drawImage(image, x, y, width, height, 0, 0, gridWidth, gridHeight)
    return brightnessOf(context.getImageData(0, 0, gridWidth, gridHeight).data)
  })
}

/** As BT.601 weighs colours. */
function brightnessOf(rgba: Uint8ClampedArray): Plane {
  const plane = new Float32Array(rgba.length / 4)
  for (let at = 0; at < plane.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3)
    plane[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return plane
}
