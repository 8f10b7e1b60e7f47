import { wordsOf } from '../../../platform/text/words.js'

/** So many words of ours in a row are no coincidence. */
const ownRun = 6
/** People of a site write of what models then describe: of their texts only a long stretch is an echo. */
const confidedRun = 12

/** What of a question must not come back in an answer. */
export interface Secrets {
  /** Runs of words, by the length of the run. */
  readonly runs: readonly { readonly length: number; readonly words: ReadonlySet<string> }[]
  /** Codes of the marks around the texts of this question. */
  readonly codes: readonly string[]
}

/** A question, as far as its answer could give it away. */
interface Asked {
  readonly instructions: readonly string[]
  /** From its texts the codes of the marks are read; pictures are passed over. */
  readonly content: readonly unknown[]
  /** Texts of people that not everybody may read who reads the answer. */
  readonly confided?: readonly string[]
}

/** What must not come back of one question. */
export function secretsOf({ instructions, content, confided = [] }: Asked): Secrets {
  const codes = content
    .filter((part) => typeof part === 'string')
    .flatMap((text) => [...text.matchAll(/^<<<(?:DATA|END) (\S+?)[ >]/gm)].map(([, code]) => code ?? ''))
  return {
    runs: [
      { length: ownRun, words: runsOf(instructions, ownRun) },
      { length: confidedRun, words: runsOf(confided, confidedRun) },
    ],
    codes: [...new Set(codes)].filter((code) => code !== ''),
  }
}

const aMark = /<<\s{0,20}\/?\s{0,20}(?:DATA|END)\b/i

/** Whether a text repeats a stretch of the question, or has a mark or a code of it. */
export function isLeaky(text: string, secrets: Secrets): boolean {
  const isMarked = aMark.test(text) || secrets.codes.some((code) => text.includes(code))
  return isMarked || echoesIn(text, secrets).size > 0
}

/**
 * A text without the sentences that repeat a stretch of the prompt, or have a part in one, however it is spaced,
 * capitalised or punctuated.
 */
export function withoutEchoes(text: string, secrets: Secrets): string {
  const echoed = echoesIn(text, secrets)
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

/** Where the words begin that are part of a stretch of the question. */
function echoesIn(text: string, { runs }: Secrets): ReadonlySet<number> {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKC').toLowerCase(),
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
  return echoed
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

function eachRun(words: readonly string[], length: number): string[] {
  return words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, at) => words.slice(at, at + length).join(' '))
}
