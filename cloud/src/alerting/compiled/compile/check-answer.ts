import type { Predicate, PredicateCondition, PredicateNode } from '@sightline/protocol'
import { wordsOf } from '../../../platform/text/words.js'
import { knownLabels, labelOf } from '../../../understanding/labels/label.service.js'
import { canonicalPredicate } from '../predicate/canonical.js'
import { type CompiledByModel, modelReasons } from './model-question.js'
import type { NamedPlace, Unexpressed } from './reading.js'

/** What is left of a model's answer when it was compared with the sentence and the caller's places. */
interface CheckedAnswer {
  /** Null if nothing is left. */
  readonly predicate: Predicate | null
  readonly unexpressed: readonly Unexpressed[]
  readonly assumptions: readonly string[]
}

/**
 * Believes of a model's answer only what the sentence and the list of places bear out: ids of the caller's places,
 * labels that are known or said, texts that are said. A condition that is not is left out and reported. Words that are
 * reported are those of the sentence.
 */
export function checkAnswer(
  answer: CompiledByModel,
  sentence: string,
  places: readonly NamedPlace[],
  timezone: string | null,
): CheckedAnswer {
  const check = new AnswerCheck(sentence, places, timezone)
  const where = answer.predicate && check.kept(answer.predicate.where)
  const said = (words: string) => plain(words) !== '' && plain(sentence).includes(plain(words))
  return {
    predicate: where ? canonicalPredicate({ version: 1, where }) : null,
    unexpressed: [
      ...answer.unexpressed
        .filter(({ words }) => said(words))
        .map(({ words, why }) => ({ words, reason: modelReasons[why] })),
      ...check.leftOut.values(),
    ],
    assumptions: [...new Set(answer.left_open)]
      .filter(said)
      .map((words) => `"${words}" can be read otherwise: see in the explanation how it was`),
  }
}

function plain(text: string): string {
  return wordsOf(text).join(' ')
}

class AnswerCheck {
  readonly leftOut = new Map<string, Unexpressed>()
  readonly #said: readonly string[]
  readonly #ids: ReadonlySet<string>
  readonly #timezone: string | null

  constructor(sentence: string, places: readonly NamedPlace[], timezone: string | null) {
    this.#said = wordsOf(sentence)
    this.#ids = new Set(places.map(({ kind, id }) => `${kind} ${id}`))
    this.#timezone = timezone
  }

  /** The node with what can be believed of it; undefined if nothing can. */
  kept(node: PredicateNode): PredicateNode | undefined {
    switch (node.op) {
      case 'all':
      case 'any': {
        const of = node.of.flatMap((child) => this.kept(child) ?? [])
        return of.length > 0 ? { op: node.op, of } : undefined
      }
      case 'not': {
        const of = this.kept(node.of)
        return of && { op: 'not', of }
      }
      default:
        return this.#keptCondition(node)
    }
  }

  #keptCondition(node: PredicateCondition): PredicateCondition | undefined {
    switch (node.op) {
      case 'camera':
      case 'site': {
        const ids = node.in.filter((id) => this.#ids.has(`${node.op} ${id}`))
        if (ids.length < node.in.length)
          this.#leaveOut(`a ${node.op}`, `the model named one that is not among yours; it was left out`)
        return ids.length > 0 ? { op: node.op, in: ids } : undefined
      }
      case 'object':
        return this.#isSaid(node.label) ? node : this.#leaveOut('an object', notSaid)
      case 'tag': {
        const tags = node.in.filter((tag) => this.#isSaid(tag))
        if (tags.length < node.in.length) this.#leaveOut('a tag', notSaid)
        return tags.length > 0 ? { op: 'tag', in: tags } : undefined
      }
      case 'text':
        return this.#isSaid(node.value) ? node : this.#leaveOut('a text', notSaid)
      case 'topic':
        return this.#isSaid(node.like) ? node : this.#leaveOut('a topic', notSaid)
      case 'time':
        return { ...node, ...(this.#timezone !== null && { timezone: this.#timezone }) }
      case 'category':
      case 'source':
      case 'severity':
      case 'confidence':
      case 'duration':
        return node
    }
  }

  #leaveOut(words: string, reason: string): undefined {
    this.leftOut.set(`${words} ${reason}`, { words, reason })
  }

  /** A known label, or words that the sentence has in some form. */
  #isSaid(text: string): boolean {
    if (knownLabels.has(labelOf(text))) return true
    const words = wordsOf(text)
    return words.length > 0 && words.every((word) => this.#said.some((said) => isFormOf(word, said)))
  }
}

const notSaid = 'the model asked for one that the sentence does not name; it was left out'

/** Forms of a word begin alike: `climbs`, `climbing`. */
function isFormOf(word: string, said: string): boolean {
  const length = Math.max(4, Math.min(word.length, said.length) - 3)
  return (
    word === said || (word.length >= 4 && said.length >= 4 && word.slice(0, length) === said.slice(0, length))
  )
}
