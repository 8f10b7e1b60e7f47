/** A file as it is kept for each encoding. */
export interface EncodedFile {
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

/** The smallest form that an `Accept-Encoding` takes (RFC 9110, 12.5.3). */
export function encodedFor(
  header: string | undefined,
  file: EncodedFile,
): { readonly encoding: 'br' | 'gzip' | null; readonly content: Buffer } {
  for (const encoding of ['br', 'gzip'] as const) {
    const content = file[encoding]
    if (content && accepts(header ?? '', encoding)) return { encoding, content }
  }
  return { encoding: null, content: file.plain }
}

/** Whether `Accept-Encoding` names an encoding, and not with a weight of 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight] = part.split(';').map((text) => text.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '')
  })
}
