import { AnalysisResult } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { goodAnswer } from '#testing/good-answer.js'
import type { AnalysisAnswer } from './answer-schemas.js'
import { eventSecrets } from './ask-about-event.js'
import { type AnswerContext, cleanAnswer, cleanTriage, resultBounds } from './clean-answer.js'
import { analysisInstructions } from './prompt.js'

const context: AnswerContext = {
  pictures: 2,
  secrets: eventSecrets([], null),
  fallback: 'Motion at Front door, 14 s',
}
const clean = (change: Partial<AnalysisAnswer> = {}, given: Partial<AnswerContext> = {}) =>
  cleanAnswer({ ...goodAnswer, ...change }, { ...context, ...given })
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const boxOf = (given: ReturnType<typeof box>) =>
  clean({ faces: [{ picture: 1, box: given }] }).result.faces[0]?.box

describe('a clean answer', () => {
  it('is kept as it was given, with tags in lower case and labels of the categories', () => {
    const { result, leaked } = clean()
    expect(leaked).toBe(false)
    expect(AnalysisResult.parse(result)).toEqual({
      ...goodAnswer,
      tags: ['person', 'delivery'],
      objects: [goodAnswer.objects[0], { ...goodAnswer.objects[1], label: 'package' }],
    })
  })

  it.each([
    [box(0.1, 0.2, 0.3, 0.4), box(0.1, 0.2, 0.3, 0.4)],
    [box(-0.1, 0.5, 0.3, 0.9), box(0, 0.5, 0.2, 0.5)],
    [box(0.9, 0.9, 5, 5), box(0.9, 0.9, 0.1, 0.1)],
    [box(0.1, 0.1, 0, 0.5), null],
    [box(0.5, 0.5, -0.2, 0.1), null],
    [box(320, 180, 64, 64), null],
    [box(-3, -3, 1, 1), null],
    [box(Number.MAX_VALUE, 0, Number.MAX_VALUE, 1), null],
  ])('has the box %j as %j', (given, kept) => {
    expect(boxOf(given)).toEqual(kept)
  })

  it('names no picture that was not shown', () => {
    const numbers = [0, -1, 3, 2 ** 31, 2]
    const { result } = clean({
      faces: numbers.map((picture) => ({ picture, box: null })),
      evidence: numbers.map((picture) => ({ picture, shows: 'A gate.' })),
      objects: numbers.map((picture) => ({
        label: 'dog',
        count: 1,
        confidence: 1,
        picture,
        box: box(0, 0, 1, 1),
      })),
    })
    expect(result.faces.map(({ picture }) => picture)).toEqual([2])
    expect(result.evidence.map(({ picture }) => picture)).toEqual([2])
    expect(result.objects.map(({ picture, box: place }) => [picture, place !== null])).toEqual([
      [null, false],
      [null, false],
      [null, false],
      [null, false],
      [2, true],
    ])
  })

  it('is bounded in every part', () => {
    const object = { label: 'x'.repeat(400), count: 10_000, confidence: 1, picture: 1, box: null }
    const { result } = clean({
      summary: 'é'.repeat(5_000),
      narrative: 'word '.repeat(3_000),
      tags: Array.from({ length: 150 }, (_, n) => `tag ${n} ${'y'.repeat(300)}`),
      objects: Array.from({ length: 150 }, () => object),
      faces: Array.from({ length: 150 }, () => ({ picture: 1, box: null })),
      evidence: Array.from({ length: 150 }, () => ({ picture: 1, shows: 'z'.repeat(5_000) })),
    })
    expect(Array.from(result.summary)).toHaveLength(resultBounds.summary)
    expect(result.narrative.length).toBeLessThanOrEqual(resultBounds.narrative)
    expect([result.tags.length, result.objects.length, result.faces.length, result.evidence.length]).toEqual([
      20, 50, 50, 64,
    ])
    expect(Math.max(...result.tags.map(({ length }) => length))).toBeLessThanOrEqual(resultBounds.word)
    expect(result.objects[0]).toMatchObject({ label: 'x'.repeat(40), count: 1_000 })
    expect(result.evidence[0]?.shows).toHaveLength(resultBounds.shows)
  })

  it('holds no control or invisible signs, and no line breaks in its sentence', () => {
    const { result } = clean({
      summary: 'A\u0000 dog\u202E\r\nbarks\u200B.',
      tags: ['D\u0007og\n', '  ', '<b>cat</b>'],
    })
    expect(result.summary).toBe('A dog barks.')
    expect(result.tags).toEqual(['dog', 'b cat b'])
  })

  it('says what is known where nothing is left of its sentence', () => {
    expect(clean({ summary: ' \u200B ' }).result.summary).toBe(context.fallback)
  })
})

describe('an answer that is made to take long', () => {
  const [, told = ''] = analysisInstructions.split('\n\n')
  it.each([
    ['open marks and blanks', '<'.repeat(8_000) + ' '.repeat(9_000)],
    ['open marks and line breaks', '<<\n'.repeat(5_000)],
    ['marks that do not end', '<<DATA '.repeat(2_500)],
    ['full stops behind a sentence of ours', `${told} ${'.'.repeat(16_000)}a`],
    ['sentences without an end', `${told} ${'a. '.repeat(5_000)}`],
  ])('is cleaned soon: %s', (_, text) => {
    const begun = performance.now()
    const { result } = clean({
      narrative: text,
      evidence: Array.from({ length: 64 }, () => ({ picture: 1, shows: text })),
    })
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(result.narrative).not.toContain('<<')
    expect(result.narrative).not.toContain(told.slice(0, 60))
  })
})

it('the short result of a triage has its reason for a narrative, and no objects', () => {
  const { result } = cleanTriage(
    {
      closer_look: false,
      reason: 'Only leaves move.',
      summary: 'Leaves.',
      tags: ['Leaves'],
      severity: 'info',
      confidence: 0.9,
    },
    context,
  )
  expect(result).toEqual({
    summary: 'Leaves.',
    narrative: 'Only leaves move.',
    tags: ['leaves'],
    severity: 'info',
    confidence: 0.9,
    objects: [],
    faces: [],
    evidence: [],
  })
})
