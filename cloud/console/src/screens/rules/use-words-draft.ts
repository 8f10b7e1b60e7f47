import { useEffect, useState } from 'react'
import type { Version } from '../../api/rule-versions.js'
import { type Compiled, type Predicate, useCompiled } from '../../api/rules.js'
import { isWhole, placedIn } from './predicate-edit.js'

export type JudgeChoice = Version['judge']

/** A sentence that is being written, with what it means. */
export interface WordsDraft {
  readonly sentence: string
  readonly setSentence: (sentence: string) => void
  /** The conditions: those of the sentence, or as they were changed by hand. */
  readonly predicate: Predicate | null
  readonly setPredicate: (predicate: Predicate | null) => void
  /** Its conditions say enough to be tried and kept. */
  readonly isWhole: boolean
  readonly isByHand: boolean
  /** Takes back what was changed by hand. */
  readonly asSentence: () => void
  readonly judge: JudgeChoice
  readonly setJudge: (judge: JudgeChoice) => void
  /** What was made of the sentence as it stands. */
  readonly compiled: Compiled | null
  readonly isReading: boolean
  readonly isFailed: boolean
  readonly readAgain: () => void
  /** Otherwise than the version of which it is made. */
  readonly isChanged: boolean
  readonly discard: () => void
}

/** The hand rests so long before a sentence is read, ms. */
const restMs = 600

const judgeAtFirst: JudgeChoice = { use: 'never', in_doubt: 'alert' }

/** What somebody made of a version. */
interface Edits {
  readonly sentence: string
  /** Undefined: as the sentence says. */
  readonly predicate: Predicate | null | undefined
  readonly judge: JudgeChoice
}

/**
 * What is being written follows the version until somebody changes it, and from then on is theirs, whatever others activate.
 *
 * @param of the version that is shown and changed; null: there is none yet
 * @param mayAsk whether this person may have sentences read
 */
export function useWordsDraft(of: Version | null, mayAsk: boolean): WordsDraft {
  const [edits, setEdits] = useState<Edits | null>(null)
  const kept: Edits = {
    sentence: of?.sentence ?? '',
    predicate: of?.predicate,
    judge: of?.judge ?? judgeAtFirst,
  }
  const { sentence, predicate: given, judge } = edits ?? kept
  const words = sentence.trim()
  const rested = useRested(words)
  const { data, isFetching, isError, refetch } = useCompiled(mayAsk ? rested : '')
  const compiled = rested === '' ? null : (data ?? null)
  const predicate = given === undefined ? (compiled?.predicate ?? null) : given
  const isReading = mayAsk && (isFetching || rested !== words)
  const keep = (part: Partial<Edits>): void => setEdits({ ...(edits ?? kept), ...part })
  return {
    sentence,
    setSentence: (next) =>
      // A version says what its sentence meant when it was made, whatever is read out of it today.
      keep({ sentence: next, predicate: next.trim() === kept.sentence ? kept.predicate : undefined }),
    predicate,
    setPredicate: (next) => keep({ predicate: next }),
    isWhole: predicate !== null && placedIn(predicate).every(({ condition }) => isWhole(condition)),
    isByHand: given !== undefined && !isReading && !isSame(given, compiled?.predicate ?? null),
    asSentence: () => keep({ predicate: undefined }),
    judge,
    setJudge: (next) => keep({ judge: next }),
    compiled,
    isReading,
    isFailed: isError && !isFetching,
    readAgain: () => void refetch(),
    isChanged:
      edits !== null &&
      !isSame([words, predicate, judge], [kept.sentence, kept.predicate ?? null, kept.judge]),
    discard: () => setEdits(null),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function useRested(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    if (words === rested) return
    const timer = setTimeout(() => setRested(words), restMs)
    return () => clearTimeout(timer)
  }, [words, rested])
  return rested
}
