import type { EventCategory } from '@sightline/protocol'
import type { Reader } from './reading.js'
import { longestPhrase } from './tokens.js'

const kinds: readonly (readonly [string, readonly EventCategory[]])[] = [
  ['motion', ['motion']],
  ['motion detection', ['motion']],
  ['movement', ['motion']],
  ['line crossing', ['line_crossing']],
  ['line crossings', ['line_crossing']],
  ['line crossed', ['line_crossing']],
  ['line is crossed', ['line_crossing']],
  ['crosses the line', ['line_crossing']],
  ['crosses a line', ['line_crossing']],
  ['crossing the line', ['line_crossing']],
  ['crossing a line', ['line_crossing']],
  ['tripwire', ['line_crossing']],
  ['intrusion', ['intrusion']],
  ['intrusions', ['intrusion']],
  ['intrusion detection', ['intrusion']],
  ['tamper', ['tamper', 'tampering_scene']],
  ['tampering', ['tamper', 'tampering_scene']],
  ['tampered', ['tamper', 'tampering_scene']],
  ['tampered with', ['tamper', 'tampering_scene']],
  ['tampers', ['tamper', 'tampering_scene']],
  ['tampers with', ['tamper', 'tampering_scene']],
  ['tampering with', ['tamper', 'tampering_scene']],
  ['sabotage', ['tamper', 'tampering_scene']],
  ['camera is covered', ['tamper', 'tampering_scene']],
  ['camera is blocked', ['tamper', 'tampering_scene']],
  ['object detection', ['analytics_object']],
  ['sound', ['audio']],
  ['noise', ['audio']],
  ['audio alarm', ['audio']],
  ['digital input', ['io']],
  ['input alarm', ['io']],
  ['alarm input', ['io']],
]

/** What kind of event: `line crossing`, `tampering`. */
export const readKind: Reader = (tokens, at) => {
  const found = longestPhrase(tokens, at, kinds)
  return found && { length: found.length, meaning: { kind: 'category', categories: found.value } }
}

const sources: readonly (readonly [string, 'manual'])[] = [
  ['manual trigger', 'manual'],
  ['manual triggers', 'manual'],
  ['manually triggered', 'manual'],
  ['triggered manually', 'manual'],
  ['triggered by hand', 'manual'],
]

export const readSource: Reader = (tokens, at) => {
  const found = longestPhrase(tokens, at, sources)
  return found && { length: found.length, meaning: { kind: 'source', source: found.value } }
}

/** Something in quotes is searched for in the description; after `tag` or `tagged` it is a tag. */
export const readQuoted: Reader = (tokens, at) => {
  const isTag = /^(?:tag|tags|tagged)$/.test(tokens[at]?.plain ?? '')
  const filler = isTag && /^(?:as|with)$/.test(tokens[at + 1]?.plain ?? '') ? 1 : 0
  const token = tokens[at + (isTag ? 1 + filler : 0)]
  if (!token || (token.kind !== 'quoted' && !(isTag && token.kind === 'word'))) return undefined
  const length = isTag ? 2 + filler : 1
  if (!/[\p{L}\p{N}]/u.test(token.plain) || token.plain.length > (isTag ? 100 : 200))
    return {
      length,
      unexpressed: [
        {
          words: token.text,
          reason: 'what is in quotes has 1 to 200 characters, letters or digits among them',
        },
      ],
    }
  return { length, meaning: isTag ? { kind: 'tag', tag: token.plain } : { kind: 'text', text: token.plain } }
}
