/** One element of `Forwarded` (RFC 7239, 4): `for="[2001:db8::1]:4711";proto=https`. Ports are often written without the quotes. */
const pair = /[\w!#$%&'*+.^`|~-]+=(?:"(?:[^"\\]|\\.)*"|[^\s",;]*)/.source
const element = new RegExp(`^\\s*${pair}(?:\\s*;\\s*${pair})*\\s*(?:;\\s*)?$`)
const pairs = new RegExp(pair, 'g')

/** An element is no longer than this, characters: whoever asks may write of it what they like, and a great many commas. */
const longestElement = 1_000

/**
 * By whom each element of `Forwarded` says that it was asked, the nearest first: without quotes; empty where it says nothing of that, or
 * cannot be read, behind which nothing is read. What comes nearest was written last, by a proxy that writes it well: where an element begins is
 * therefore looked for from the end, so that a quote that a client leaves open swallows nothing.
 */
export function* forwardedFor(header: string): Generator<string, void, undefined> {
  for (let rest: string | null = header; rest !== null; ) {
    const [last, before] = lastElement(rest)
    if (last === null) yield ''
    else if (last.trim() !== '') yield forIn(last)
    rest = before
  }
}

/** The element at the end, null for none that can be read; and what stands before it, null for nothing. */
function lastElement(text: string): [last: string | null, before: string | null] {
  for (let comma = text.lastIndexOf(','); ; comma = text.lastIndexOf(',', comma - 1)) {
    const last = text.slice(comma + 1)
    if (last.length > longestElement) return [null, null]
    if (last.trim() === '' || element.test(last)) return [last, comma < 0 ? null : text.slice(0, comma)]
    if (comma <= 0) return [null, null]
  }
}

function forIn(text: string): string {
  for (const [one] of text.matchAll(pairs)) {
    const [name = ''] = one.split('=', 1)
    if (name.toLowerCase() !== 'for') continue
    const value = one.slice(name.length + 1)
    return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
  }
  return ''
}
