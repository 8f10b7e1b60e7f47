/** Bytes of an object, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What a `Range` header asks of an object of `size` bytes (RFC 9110, section 14.2). A header that cannot be read,
 * another unit, and several ranges at once ask for the whole, as the RFC allows.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!asked) return 'whole'
  const [first, last] = [asked[1] ?? '', asked[2] ?? '']
  if (first === '') return suffix(last, size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return 'whole'
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

/** The last so many bytes. */
function suffix(length: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (length === '') return 'whole'
  if (Number(length) === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - Number(length)), end: size - 1 }
}
