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

/** True if a text repeats a stretch of the prompt, however it is spaced, capitalised or punctuated. */
export function repeatsPrompt(text: string, { runs }: Secrets): boolean {
  const words = wordsOf(text)
  return runs.some(({ length, words: known }) => eachRun(words, length).some((run) => known.has(run)))
}

/** Takes marks and their codes out of a text. */
export function withoutMarks(text: string, { codes }: Secrets): string {
  const unmarked = text
    .replaceAll(/<{2,}\s*\/?\s*(?:DATA|END)\b[^>\n]*(?:>+|$)/gim, ' ')
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
