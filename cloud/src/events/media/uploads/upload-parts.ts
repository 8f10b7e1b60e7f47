/** Bytes of each part but the last. */
export const partSize = 8 * 1024 * 1024

/** More parts than that are not made of an object. */
const mostParts = 8192

/**
 * Bytes of each part of a new upload.
 * @param most what passes the way of the sender at once; undefined: nothing smaller is known
 * @param least what the store takes, but for the last part
 */
export function partSizeOf(bytes: number, most: number | undefined, least: number): number {
  if (most === undefined) return partSize
  return Math.min(partSize, Math.max(most, least, Math.ceil(bytes / mostParts)))
}

/** The largest objects that are taken: five minutes at 50 Mbit/s, and a picture. */
export const largestBytes = { clip: 2 * 1024 ** 3, snapshot: 16 * 1024 ** 2 } as const

/** How an object is cut: part n holds the bytes from (n - 1) * `size`. */
interface PartSizes {
  readonly bytes: number
  readonly size: number
}

export function partCount({ bytes, size }: PartSizes): number {
  return Math.ceil(bytes / size)
}

/** Bytes of part `number`, or null if the object has no such part. */
export function partBytes(cut: PartSizes, number: number): number | null {
  const count = partCount(cut)
  if (!Number.isInteger(number) || number < 1 || number > count) return null
  return number < count ? cut.size : cut.bytes - (count - 1) * cut.size
}

/** The numbers of the parts that are not among `there`, rising. */
export function missingParts(cut: PartSizes, there: readonly number[]): number[] {
  const known = new Set(there)
  return Array.from({ length: partCount(cut) }, (_, index) => index + 1).filter(
    (number) => !known.has(number),
  )
}
