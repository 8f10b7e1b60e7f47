import type { Import } from './imports.js'
import { keptWithoutCatch } from './kept-promises.js'
import type { Place } from './place.js'
import type { Token } from './tokens.js'

/** A file as the rules about uses see it. */
export interface Uses {
  readonly place: Place
  readonly tokens: readonly Token[]
  readonly imports: readonly Import[]
}

/** Answers the lines where a file of cloud or agent, tests excepted, uses what it should be handed. */
type UseRule = (uses: Uses) => number[]

export const useRules: Readonly<Record<string, UseRule>> = {
  'process.env is read in platform/config.ts only': ({ place, tokens }) => {
    if (place.inner === 'platform/config.ts') return []
    const isEnv = (index: number) => texts(tokens, index, 3) === 'process . env'
    return linesWhere(tokens, isEnv)
  },

  'raw SQL stands in repositories, platform and migrations only': ({ place, imports }) => {
    if (place.package !== 'cloud' || place.name.endsWith('.repository.ts')) return []
    if (['platform', 'migrations'].includes(place.folder)) return []
    const raw = imports.filter(({ specifier, names }) => specifier === 'kysely' && names.includes('sql'))
    return raw.map(({ line }) => line)
  },

  'connections to PostgreSQL are made by platform/database/clients/clients.ts': ({ place, tokens }) => {
    if (place.package !== 'cloud' || place.inner === 'platform/database/clients/clients.ts') return []
    return linesWhere(tokens, (index) => /^new pg \. (?:Client|Pool)$/.test(texts(tokens, index, 4)))
  },

  'chance comes from Random': ({ place, tokens, imports }) => {
    if (place.package !== 'agent' || place.folder === 'platform') return []
    const strong = imports.filter(
      ({ specifier, names }) =>
        /^(node:)?crypto$/.test(specifier) && names.some((name) => name.startsWith('random')),
    )
    const isWeak = (index: number) => texts(tokens, index, 3) === 'Math . random'
    return [...strong.map(({ line }) => line), ...linesWhere(tokens, isWeak)]
  },

  'children are started by platform': ({ place, imports }) => {
    // A description of a package may name the types of what it starts.
    if (place.package !== 'agent' || place.folder === 'platform' || place.name.endsWith('.d.ts')) return []
    const starting = imports.filter(({ specifier }) => /^(node:)?child_process$/.test(specifier))
    return starting.map(({ line }) => line)
  },

  'a promise that is kept has a catch': ({ place, tokens }) => {
    return place.package === 'agent' ? keptWithoutCatch(tokens) : []
  },

  'a server hears its errors as long as it lives': ({ tokens, imports }) => {
    const making = imports.filter(
      ({ specifier, names }) =>
        /^(node:)?(net|http|https|tls|dgram)$/.test(specifier) &&
        (names.includes('createServer') || names.includes('createSocket')),
    )
    const isHeard = tokens.some((_, index) =>
      /^(?:hearErrors \(|on \( error )/.test(`${texts(tokens, index, 3)} `),
    )
    return isHeard ? [] : making.map(({ line }) => line)
  },

  'time comes from the clock': ({ place, tokens, imports }) => {
    if (place.folder === 'platform') return []
    const timers = imports.filter(({ specifier }) => /^(node:)?timers(\/promises)?$/.test(specifier))
    return [...timers.map(({ line }) => line), ...linesWhere(tokens, (index) => isBareTime(tokens, index))]
  },
}

function isBareTime(tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (token?.kind !== 'word') return false
  if (token.text === 'Date' && texts(tokens, index, 3) === 'Date . now') return true
  if (token.text === 'new' && next?.text === 'Date') {
    return tokens[index + 2]?.text !== '(' || tokens[index + 3]?.text === ')'
  }
  if (token.text !== 'setTimeout' && token.text !== 'setInterval') return false
  // `socket.setTimeout` is the socket's own affair, a key `setTimeout:` is a seam.
  const owner = tokens[index - 1]?.text === '.' ? tokens[index - 2]?.text : 'globalThis'
  return owner === 'globalThis' && next?.text !== ':'
}

function texts(tokens: readonly Token[], index: number, count: number): string {
  return tokens
    .slice(index, index + count)
    .map(({ text }) => text)
    .join(' ')
}

function linesWhere(tokens: readonly Token[], holds: (index: number) => boolean): number[] {
  return tokens.flatMap((token, index) => (holds(index) ? [token.line] : []))
}
