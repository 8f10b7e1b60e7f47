import type { AnalysisBox, AnalysisResult } from '@sightline/protocol'
import { printable } from '../../../platform/text/printable.js'
import { plainText, storedLabel, wordLength } from '../../labels/label.service.js'
import { type Secrets, withoutEchoes, withoutMarks } from '../../models/fencing/leaks.service.js'
import type { AnalysisAnswer, TriageAnswer } from './answer-schemas.js'

/** What is kept of an answer, at most. */
export const resultBounds = {
  summary: 300,
  narrative: 4_000,
  shows: 300,
  word: wordLength,
  tags: 20,
  objects: 50,
  faces: 50,
  evidence: 64,
  count: 1_000,
} as const

/** An answer as it may be kept and shown. */
interface CleanAnswer {
  readonly result: AnalysisResult
  /** True if parts repeated the prompt and were left out. */
  readonly leaked: boolean
}

/** What an answer is held against. */
export interface AnswerContext {
  /** How many pictures the model was shown. */
  readonly pictures: number
  readonly secrets: Secrets
  /** Stands in for a summary of which nothing is left. */
  readonly fallback: string
}

/**
 * What a model said is data too: texts are cut, freed of control characters, of the marks of the prompt and of every
 * sentence that repeats it; numbers of pictures that were not shown are dropped; boxes are clamped to the picture.
 */
export function cleanAnswer(answer: AnalysisAnswer, context: AnswerContext): CleanAnswer {
  const scrub = new Scrub(context.secrets)
  const isShown = (picture: number): boolean => picture >= 1 && picture <= context.pictures
  const objects = answer.objects.slice(0, resultBounds.objects).flatMap((object) => {
    const label = storedLabel(scrub.word(object.label))
    if (label === '') return []
    const picture = object.picture !== null && isShown(object.picture) ? object.picture : null
    return [
      {
        label,
        count: Math.min(object.count, resultBounds.count),
        confidence: object.confidence,
        picture,
        box: picture === null ? null : clampedBox(object.box),
      },
    ]
  })
  const faces = answer.faces
    .filter(({ picture }) => isShown(picture))
    .slice(0, resultBounds.faces)
    .map(({ picture, box }) => ({ picture, box: clampedBox(box) }))
  const evidence = answer.evidence
    .filter(({ picture }) => isShown(picture))
    .slice(0, resultBounds.evidence)
    .map(({ picture, shows }) => ({ picture, shows: scrub.text(shows, resultBounds.shows) }))
    .filter(({ shows }) => shows !== '')
  const result = {
    summary: scrub.line(answer.summary) || scrub.line(context.fallback),
    narrative: scrub.text(answer.narrative, resultBounds.narrative),
    tags: scrub.words(answer.tags),
    severity: answer.severity,
    confidence: answer.confidence,
    objects,
    faces,
    evidence,
  }
  return { result, leaked: scrub.leaked }
}

/** The short result of a triage that ended the analysis. */
export function cleanTriage(answer: TriageAnswer, context: AnswerContext): CleanAnswer {
  const { closer_look: _, reason, ...said } = answer
  return cleanAnswer({ ...said, narrative: reason, objects: [], faces: [], evidence: [] }, context)
}

/** Cleans the texts of one answer, and remembers whether anything of the prompt was among them. */
class Scrub {
  leaked = false
  readonly #secrets: Secrets

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  text(text: string, longest: number): string {
    // More than is kept, as parts may fall out; never all of what a model may send.
    const given = printable(text.slice(0, 4 * longest + 1_000))
    const unmarked = withoutMarks(given, this.#secrets)
    if (unmarked !== given) this.leaked = true
    const kept = this.#withoutEchoes(unmarked)
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ *\n[\s]*/g, '\n')
      .trim()
    return cut(kept, longest)
  }

  /** A text as one line. */
  line(text: string): string {
    return this.text(text, resultBounds.summary).replaceAll('\n', ' ')
  }

  /** A word as it was written, where it is short enough; else in the form in which it is compared, which is cut. */
  word(text: string): string {
    const given = this.text(text.normalize('NFKC').toLowerCase(), 500)
    const letters = given
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (plainText(letters) === '') return ''
    return Array.from(letters).length <= resultBounds.word ? letters : plainText(letters)
  }

  words(texts: readonly string[]): string[] {
    const words = texts.map((text) => this.word(text)).filter((word) => word !== '')
    return [...new Set(words)].slice(0, resultBounds.tags)
  }

  #withoutEchoes(text: string): string {
    const kept = withoutEchoes(text, this.#secrets)
    if (kept !== text) this.leaked = true
    return kept
  }
}

function cut(text: string, longest: number): string {
  const signs = Array.from(text)
  return signs.length <= longest ? text : `${signs.slice(0, longest - 1).join('')}…`
}

/** A box inside the picture; null where nothing of it lies there. */
function clampedBox(box: AnalysisBox | null): AnalysisBox | null {
  if (!box) return null
  const [left, top] = [clamp(box.x), clamp(box.y)]
  const [right, bottom] = [clamp(box.x + box.width), clamp(box.y + box.height)]
  const [width, height] = [rounded(right - left), rounded(bottom - top)]
  if (!(width > 0 && height > 0)) return null
  return { x: rounded(left), y: rounded(top), width, height }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
/** Four digits distinguish what eyes can. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
