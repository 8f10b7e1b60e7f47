import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  commandOutcomes,
  readToCloud,
  readToGateway,
  requestOutcomes,
  toCloud,
  toGateway,
} from '../channel/index.js'
import { type ExampleFile, examplesIn } from './example-files.fixture.js'

/** A bad example: what is wrong for a person, where a reader must find it, and the thing itself. */
const BadFrame = z.strictObject({ why: z.string().min(10), at: z.string(), frame: z.unknown() })
const BadValue = z.strictObject({ why: z.string().min(10), at: z.string(), value: z.unknown() })

function cases(folder: string, good: boolean): [string, ExampleFile][] {
  return examplesIn(folder)
    .filter((example) => example.good === good)
    .map((example) => [example.path, example])
}

describe.each([
  { folder: 'to-cloud', read: readToCloud, types: Object.keys(toCloud) },
  { folder: 'to-gateway', read: readToGateway, types: Object.keys(toGateway) },
])('$folder', ({ folder, read, types }) => {
  test.each(types)('%s has a good and a bad example', (type) => {
    const verdicts = examplesIn(folder).flatMap((file) => (file.type === type ? [file.good] : []))
    expect(verdicts).toContain(true)
    expect(verdicts).toContain(false)
  })

  test.each(cases(folder, true))('%s is read as it stands', (_path, { type, json }) => {
    const reading = read(JSON.stringify(json))
    expect(reading).toEqual({ kind: 'frame', frame: json })
    expect(json).toMatchObject({ type })
  })

  test.each(cases(folder, false))('%s is refused where it says', (_path, { type, json }) => {
    const { at, frame } = BadFrame.parse(json)
    expect(frame).toMatchObject({ type })
    const reading = read(JSON.stringify(frame))
    expect(reading).toMatchObject({ kind: 'bad', type, reason: expect.stringMatching(startOf(at)) })
  })

  test('no example speaks of a type that does not exist', () => {
    for (const { type, path } of examplesIn(folder))
      expect([path, types.includes(type)]).toEqual([path, true])
  })
})

describe('outcomes', () => {
  const outcomes: Record<string, z.ZodType> = { ...commandOutcomes, ...requestOutcomes }

  test.each(Object.keys(outcomes))('%s has a good and a bad example', (type) => {
    const verdicts = examplesIn('outcomes').flatMap((file) => (file.type === type ? [file.good] : []))
    expect(verdicts).toContain(true)
    expect(verdicts).toContain(false)
  })

  test.each(cases('outcomes', true))('%s is read as it stands', (_path, { type, json }) => {
    expect(schemaOf(type).parse(json)).toEqual(json)
  })

  test.each(cases('outcomes', false))('%s is refused where it says', (_path, { type, json }) => {
    const { at, value } = BadValue.parse(json)
    const paths = schemaOf(type)
      .safeParse(value)
      .error?.issues.map((issue) => issue.path.join('.'))
    expect(paths?.[0]).toBe(at)
  })

  function schemaOf(type: string): z.ZodType {
    const schema = outcomes[type]
    if (!schema) throw new Error(`no outcome of ${type}`)
    return schema
  }
})

/** The reason names the place first: `body.clip.sha256: ...`. */
function startOf(at: string): RegExp {
  return new RegExp(`^${at.replaceAll('.', '\\.')}: `)
}
