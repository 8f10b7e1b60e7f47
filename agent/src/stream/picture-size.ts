/** Pixels of a picture, at most: the largest panoramas of cameras have thirty million. */
const mostPixels = 40_000_000
const largestSide = 16_384

/**
 * Whether a picture may be decoded. It is the coded size that takes memory, a dozen pictures at once: what is cut away
 * of it before it is shown (cropping) may be nearly all.
 */
export function isDecodableSize(codedWidth: number, codedHeight: number): boolean {
  const isPicture = codedWidth > 0 && codedHeight > 0
  return (
    isPicture && Math.max(codedWidth, codedHeight) <= largestSide && codedWidth * codedHeight <= mostPixels
  )
}
