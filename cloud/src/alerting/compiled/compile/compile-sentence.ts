import { type CompileResult, Predicate } from '@sightline/protocol'
import { explain, type Names } from '../predicate/explain.js'
import { buildPredicate } from './build-predicate.js'
import { doubtsAbout } from './doubts.js'
import { PlaceIndex } from './place-index.js'
import { readSentence } from './read-sentence.js'
import type { NamedPlace, Unexpressed } from './reading.js'

/** What a compiler made of a sentence, whichever it was. */
export type Compiled = Pick<
  CompileResult,
  'predicate' | 'explanation' | 'unexpressed' | 'assumptions' | 'warnings'
>

/**
 * Compiles the common forms of English sentences by rules alone: things, places, times, counts, durations, kinds of
 * events. The same sentence gives the same predicate. What is not understood is listed, and makes no condition.
 * @param index of `places`; of many it is built beforehand, with pauses
 */
export function compileSentence(
  sentence: string,
  places: readonly NamedPlace[],
  timezone: string | null,
  index: PlaceIndex = PlaceIndex.of(places),
): Compiled {
  const read = readSentence(sentence, index)
  const built = buildPredicate(read.items, { places, timezone })
  const checked = Predicate.safeParse(built.predicate)
  const predicate = checked.success ? checked.data : null
  const tooMuch: Unexpressed[] =
    built.predicate && !checked.success
      ? [{ words: sentence, reason: checked.error.issues.map(({ message }) => message).join('; ') }]
      : []
  return described({
    predicate,
    unexpressed: [...read.unexpressed, ...tooMuch],
    assumptions: [...read.assumptions, ...built.assumptions],
    names: namesOf(places),
  })
}

/** Says a predicate in words, with the doubts about it. */
export function described({
  predicate,
  unexpressed,
  assumptions,
  names,
}: {
  predicate: Predicate | null
  unexpressed: readonly Unexpressed[]
  assumptions: readonly string[]
  names: Names
}): Compiled {
  const isWider = predicate !== null && unexpressed.length > 0
  return {
    predicate,
    explanation: predicate ? explain(predicate, names) : nothingUnderstood,
    unexpressed: [...unexpressed],
    assumptions: [...assumptions],
    warnings: [
      ...(isWider ? ['the predicate says less than the sentence: see what is unexpressed'] : []),
      ...(predicate ? doubtsAbout(predicate) : []),
    ],
  }
}

const nothingUnderstood =
  'Nothing of the sentence was understood, so there is no predicate. ' +
  'Name what is to be seen, where and when: "a person at the gate between 22:00 and 06:00".'

/** What places are called, by id. Cameras of one name are distinguished by their sites. */
export function namesOf(places: readonly NamedPlace[]): Names {
  const sites = new Map(places.filter(({ kind }) => kind === 'site').map(({ id, name }) => [id, name]))
  const cameras = places.filter(({ kind }) => kind === 'camera')
  const times = new Map<string, number>()
  for (const { name } of cameras) times.set(name, (times.get(name) ?? 0) + 1)
  const called = ({ name, siteId }: NamedPlace) =>
    (times.get(name) ?? 0) > 1 ? `${name} (${sites.get(siteId) ?? siteId})` : name
  return { cameras: new Map(cameras.map((camera) => [camera.id, called(camera)])), sites }
}
