import { fenceRule } from '../models/model.service.js'
import { analysisInstructions, triageInstructions } from './prompt.js'

/** So many words of ours in a row are no coincidence. */
const ownRun = 6
/** People of a site write of what models then describe: of their texts only a long stretch is an echo. */
const packRun = 12

/** What of the prompt must not come back in an answer. */
export interface Secrets {
  /** Runs of words, by the length of the run. */
  readonly runs: readonly { readonly length: number; readonly words: ReadonlySet<string> }[]
  /** Codes of the marks around the texts of this question. */
  readonly codes: readonly string[]
}

const own = runsOf([analysisInstructions, triageInstructions, fenceRule], ownRun)

/**
 * What must not come back of one question.
 * @param content its texts, from whose marks the codes are read
 * @param pack the prompt pack, which not everybody may read who reads events
 */
export function secretsOf(content: readonly string[], pack: string | null): Secrets {
  const codes = content.flatMap((text) =>
    [...text.matchAll(/^<<<(?:DATA|END) (\S+?)[ >]/gm)].map(([, code]) => code ?? ''),
  )
  return {
    runs: [
      { length: ownRun, words: own },
      { length: packRun, words: runsOf(pack === null ? [] : [pack], packRun) },
    ],
    codes: [...new Set(codes)].filter((code) => code !== ''),
  }
}

/**
 * A text without the sentences that repeat a stretch of the prompt, or have a part in one, however it is spaced,
 * capitalised or punctuated.
 */
export function withoutEchoes(text: string, { runs }: Secrets): string {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: plainWord(word),
    index,
  }))
  const echoed = new Set<number>()
  for (const { length, words: known } of runs) {
    eachRun(
      words.map(({ word }) => word),
      length,
    ).forEach((run, at) => {
      if (known.has(run)) for (const { index } of words.slice(at, at + length)) echoed.add(index)
    })
  }
  if (echoed.size === 0) return text
  let end = 0
  return sentencesOf(text)
    .filter((sentence) => {
      const from = end
      end += sentence.length
      return !anyIn(echoed, from, end)
    })
    .join('')
}

/** Cut behind each sign that ends a sentence; together they are the text. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:;\n])(?=\s)/)
}

function anyIn(places: ReadonlySet<number>, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (places.has(at)) return true
  return false
}

/**
 * Takes marks and their codes out of a text. In time proportional to its length, for whoever runs the model chooses the
 * text: runs are shortened first, and blanks are counted.
 */
export function withoutMarks(text: string, { codes }: Secrets): string {
  const unmarked = text
    .replaceAll(/<{3,}/g, '<<')
    .replaceAll(/<<\s{0,20}\/?\s{0,20}(?:DATA|END)\b[^>\n]*(?:>+|$)/gim, ' ')
    .replaceAll(/<{2,}|>{2,}/g, ' ')
  return codes.reduce((rest, code) => rest.replaceAll(code, ' '), unmarked)
}

function runsOf(texts: readonly string[], length: number): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => eachRun(wordsOf(text), length)))
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function eachRun(words: readonly string[], length: number): string[] {
  return words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, at) => words.slice(at, at + length).join(' '))
}

function plainWord(word: string): string {
  return word.normalize('NFKC').toLowerCase()
}
