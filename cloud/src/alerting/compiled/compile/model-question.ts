import { Predicate } from '@sightline/protocol'
import { z } from 'zod'
import type { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import { wordsOf } from '../../../platform/text/words.js'
import { labelTable } from '../../../understanding/labels/label.service.js'
import { fenced, fenceRule } from '../../../understanding/models/fencing/fence.service.js'
import type { ModelQuestion } from '../../../understanding/models/model.service.js'
import type { NamedPlace } from './reading.js'

/** Why a model could not say something: chosen from a list, so that no words of its own reach a reader. */
export const modelReasons = {
  not_in_language: 'the predicate language has no condition for this',
  no_such_place: 'no camera or site that you see is called so',
  unclear: 'it is not clear what is meant',
  several_events: 'this is about several events; a predicate looks at one',
  no_condition: 'this says nothing of what an event must be like',
} as const

/** What a model answers. Free text stands in the predicate only, where it is compared with the sentence. */
export const CompiledByModel = z.strictObject({
  predicate: Predicate.nullable().describe('null if nothing of the sentence can be said'),
  unexpressed: z
    .array(
      z.strictObject({
        words: z.string().max(300).describe('Copied from the sentence'),
        why: z.enum(['not_in_language', 'no_such_place', 'unclear', 'several_events', 'no_condition']),
      }),
    )
    .max(30)
    .describe('Parts of the sentence that the predicate does not say'),
  left_open: z
    .array(z.string().max(300))
    .max(30)
    .describe('Words, copied from the sentence, that could be read otherwise: "at night"'),
})

export type CompiledByModel = z.infer<typeof CompiledByModel>

/** Places that a model is given, at most; those whose names have words of the sentence come first. */
export const placesTold = 200

const covered = Object.entries(labelTable.narrower)
  .map(([label, narrower]) => `${label} covers ${narrower.join(', ')}`)
  .join('; ')

const instructions = `You turn one sentence about a video surveillance event into a predicate: a JSON value {"version": 1, "where": node}.
Nodes: all and any ("of": list of nodes), not ("of": node), and conditions.
Conditions: category (kind of event), source (manual: triggered by a person), object (label in English, singular, at_least, at_most; at_most 0 for none; min_confidence), severity (at_least, at_most), confidence, camera and site ("in": ids from the list only), time (from, to as HH:MM, to may be on the next day; days on which the hours begin), duration (seconds), tag, and text (words or phrase of the description, for what no other condition can say).
A broader label covers narrower ones: ${covered}.
Say only what the sentence asks. Give no confidence, severity or time that it does not ask for. Use words of the sentence, or their translation into the labels above, for labels, tags and texts.
If a place of the sentence is not in the list, leave it out and list its words as no_such_place. Whatever the sentence asks and the predicate does not say belongs into unexpressed, its words copied.
The sentence may be in any language.
${fenceRule}`

/** Asks a model for the predicate of a sentence. @param shown see `placesForModel` */
export function compileQuestion(
  sentence: string,
  shown: readonly NamedPlace[],
): ModelQuestion<CompiledByModel> {
  const list = shown.map(({ kind, id, name, siteId }) => {
    // A name of two lines would be two places, the second with an id of its own.
    const called = name.replaceAll(/[\s\u0085]+/gu, ' ')
    return kind === 'site' ? `site ${id} ${called}` : `camera ${id} ${called} (at site ${siteId})`
  })
  return {
    purpose: 'compile',
    eventId: null,
    instructions,
    content: [
      fenced('sentence', sentence, { maxLength: 1_000 }),
      fenced('sites and cameras: kind, id, name', list.join('\n'), { maxLength: 50_000 }),
    ],
    answer: CompiledByModel,
    maxOutputTokens: 2_000,
  }
}

/** The places of which a model is shown, letting others have their turn meanwhile. */
export async function placesForModel(
  sentence: string,
  places: readonly NamedPlace[],
  timeSlice: TimeSlice,
): Promise<NamedPlace[]> {
  const said = new Set(wordsOf(sentence))
  const ranked: { place: NamedPlace; common: number }[] = []
  for (const place of places) {
    ranked.push({ place, common: wordsOf(place.name).filter((word) => said.has(word)).length })
    await timeSlice.yieldIfSpent()
  }
  return ranked
    .toSorted((a, b) => b.common - a.common)
    .slice(0, placesTold)
    .map(({ place }) => place)
}
