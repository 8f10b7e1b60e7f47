/** One challenge of a WWW-Authenticate header (RFC 7235): its scheme and what it said. */
export interface AccessChallenge {
  /** Lower case. */
  readonly scheme: string
  /** Names in lower case, values without their quotes. */
  readonly parameters: ReadonlyMap<string, string>
}

const longestHeader = 4096
const parameter = /[\s,]*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s,"]*))/y
const scheme = /[\s,]*([A-Za-z][\w-]*)/y

/**
 * The challenges of all WWW-Authenticate headers of an answer, in their order. Cameras send one header for
 * each, or several in one header; unknown parameters are kept and do no harm, nonsense is passed over.
 */
export function readChallenges(headers: readonly string[]): AccessChallenge[] {
  return headers.flatMap((header) => readHeader(header.slice(0, longestHeader)))
}

function readHeader(text: string): AccessChallenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = []
  for (let at = 0; at < text.length; ) {
    parameter.lastIndex = at
    const pair = parameter.exec(text)
    if (pair !== null) {
      const [, key = '', quoted, bare = ''] = pair
      const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
      found.at(-1)?.parameters.set(key.toLowerCase(), value)
      at = parameter.lastIndex
      continue
    }
    scheme.lastIndex = at
    const name = scheme.exec(text)?.[1]
    if (name !== undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() })
    at = name === undefined ? at + 1 : scheme.lastIndex
  }
  return found
}
