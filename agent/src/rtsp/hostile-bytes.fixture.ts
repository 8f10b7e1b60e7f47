export { seeded } from '@sightline/protocol/testing'

export function randomBytesOf(random: () => number, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

/** `whole` cut short, with some bytes changed. */
export function damaged(random: () => number, whole: Buffer): Buffer {
  const copy = Buffer.from(whole.subarray(0, Math.ceil(random() * whole.length)))
  for (let change = 0; change < 4; change++) {
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
  }
  return copy
}

/** `whole` in pieces of random sizes. */
export function inPieces(random: () => number, whole: Buffer, largest: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < whole.length; ) {
    const end = Math.min(whole.length, at + 1 + Math.floor(random() * largest))
    pieces.push(whole.subarray(at, end))
    at = end
  }
  return pieces
}
