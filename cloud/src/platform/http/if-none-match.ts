/** Tags of RFC 9110, 8.8.3, and the star that stands for any. */
const tags = /\*|(?:W\/)?"[^"]*"/g

/**
 * True if who asks has this already (`If-None-Match`; RFC 9110, 13.1.2): a list is searched, `*` is met by whatever there is, and a tag is the
 * same whether or not somebody on the way has made it a weak one, as a proxy that compresses does.
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const given: readonly string[] = ifNoneMatch?.match(tags) ?? []
  return given.some((tag) => tag === '*' || strong(tag) === strong(etag))
}

const strong = (tag: string): string => tag.replace(/^W\//, '')
