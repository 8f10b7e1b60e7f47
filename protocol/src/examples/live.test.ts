import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AgentMediaMessage, CloudMediaMessage, FromViewer, ToViewer } from '../index.js'
import { examplesIn } from './example-files.fixture.js'

/** A bad example: what is wrong for a person, where a reader must find it, and the message itself. */
const BadMessage = z.strictObject({ why: z.string().min(10), at: z.string(), message: z.unknown() })

describe.each([
  { folder: 'live/from-viewer', schema: FromViewer },
  { folder: 'live/to-viewer', schema: ToViewer },
  { folder: 'live/from-agent', schema: AgentMediaMessage },
  { folder: 'live/to-agent', schema: CloudMediaMessage },
])('$folder', ({ folder, schema }) => {
  const examples = examplesIn(folder)

  test('every message has a good example, and one with fields a bad one', () => {
    for (const option of schema.options) {
      const type = option.shape.type.value
      const verdicts = examples.flatMap((one) => (one.type === type ? [one.good] : []))
      expect([type, verdicts.includes(true)]).toEqual([type, true])
      const hasFields = Object.keys(option.shape).length > 1
      expect([type, verdicts.includes(false)]).toEqual([type, hasFields])
    }
  })

  test.each(examples.filter(({ good }) => good))('$path is read as it stands', ({ type, json }) => {
    expect(json).toMatchObject({ type })
    expect(schema.parse(json)).toEqual(json)
  })

  test.each(examples.filter(({ good }) => !good))('$path is refused where it says', ({ type, json }) => {
    const { at, message } = BadMessage.parse(json)
    expect(message).toMatchObject({ type })
    expect(schema.safeParse(message).error?.issues[0]?.path.join('.')).toBe(at)
  })
})
