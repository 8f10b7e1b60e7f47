import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  channelErrorCodes,
  channelLimits,
  closeCodes,
  pairingCodeAlphabet,
  requestOutcomes,
  TriggerOutcome,
  toCloud,
  toGateway,
} from '../index.js'
import { PairRequest } from '../resources/gateway-pairing.js'
import { readExample } from './example-files.fixture.js'

const document = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
const blocks = [
  ...document.matchAll(/(?:<!-- example: (?<path>\S+) -->\n)?```json\n(?<text>[\s\S]*?)\n```/g),
].map(({ groups }) => ({ path: groups?.path ?? 'not named', text: groups?.text ?? '' }))

/** The part of the document below a heading, up to the next one of its level or a higher one. */
function section(heading: string): string {
  const level = /^#+/.exec(heading)?.[0].length ?? 1
  const start = document.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`docs/protocol.md has no "${heading}"`)
  const rest = document.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

describe('examples in docs/protocol.md', () => {
  test('there are many, and as many as the document opens', () => {
    expect(blocks.length).toBeGreaterThan(30)
    expect(blocks).toHaveLength(document.split('```json').length - 1)
  })

  test.each(blocks)('$path is the file of that name', ({ path, text }) => {
    expect(JSON.parse(text)).toEqual(readExample(path))
  })
})

describe.each([
  {
    chapter: '## 10 Frames from the gateway',
    types: Object.entries<z.ZodType>(toCloud),
    answers: 'a command',
  },
  {
    chapter: '## 11 Frames from the cloud',
    types: Object.entries<z.ZodType>(toGateway),
    answers: 'a request',
  },
])('$chapter', ({ chapter, types, answers }) => {
  test.each(types)('%s is described, every field of it, with an example', (type, schema) => {
    const heading = type === 'result' ? `### \`result\` of ${answers}` : `### \`${type}\``
    expect(section(chapter)).toContain(`\n${heading}\n`)
    const text = section(heading)
    expect(text).toMatch(new RegExp(`example: to-(cloud|gateway)/${type.replace('.', '\\.')}\\.good`))
    for (const field of fieldsOf(schema)) expect(text).toMatch(new RegExp(`^\\| \`${field}[.\`]`, 'm'))
  })

  test('no section describes a type that does not exist', () => {
    const described = [...section(chapter).matchAll(/^### `(.+?)`/gm)].map(([, type]) => type)
    expect(new Set(described)).toEqual(new Set(types.map(([type]) => type)))
  })
})

describe('what the document lists', () => {
  test.each([
    ['the body of pairing', '## 1 Pairing', fieldsOf(PairRequest)],
    ['the plan of an upload', '### `upload.begin`', fieldsOf(requestOutcomes['upload.begin'])],
    ['the answer to a trigger', '### `trigger`', fieldsOf(TriggerOutcome)],
    ['the error codes', '## 12 Error codes', [...channelErrorCodes]],
  ])('%s, whole', (_what, heading, names) => {
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(section(heading)).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
  })

  test.each(Object.entries(closeCodes))('close code of %s: %i', (_name, code) => {
    expect(section('## 15 Close codes')).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'))
  })

  test('the limits that hold', () => {
    const limits = section('## 14 Limits')
    for (const text of [
      `${channelLimits.payloadBytes / 1024} KiB`,
      `| levels of a frame | ${channelLimits.depth} |`,
      `| ${channelLimits.framesPerSecond} a second`,
      `| durable frames without \`ack\` | ${channelLimits.unackedFrames} |`,
      `| ${channelLimits.bufferedBytes / 1024 / 1024} MiB |`,
      `| \`hello\`, \`welcome\` | ${channelLimits.handshakeSec} s each |`,
      `| every ${channelLimits.pingIntervalSec} s |`,
      `| silence | ${channelLimits.silenceSec} s |`,
    ])
      expect(limits).toContain(text)
    expect(section('## 1 Pairing')).toContain(pairingCodeAlphabet)
  })
})
