import { printable } from '../../../platform/text/printable.js'
import { isLeaky, type Secrets } from '../../models/fencing/leaks.service.js'
import type { ChatReply } from './chat-question.js'

/** A reply that may be shown, or why not. */
type CheckedReply =
  | { readonly kind: 'answered'; readonly answer: string; readonly citedIds: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Decides what of a model's reply is shown. A model may have been talked into anything by the texts that it read, so
 * nothing is believed: cited is only what it was given, an answer that rests on invented events alone is none, nor is
 * one that repeats its instructions.
 * @param givenIds the events that the model was given
 * @param secrets of the question
 */
export function checkReply(reply: ChatReply, givenIds: ReadonlySet<string>, secrets: Secrets): CheckedReply {
  const named = [...new Set(reply.event_ids.map((id) => id.trim().toLowerCase()))]
  const citedIds = named.filter((id) => givenIds.has(id))
  if (named.length > 0 && citedIds.length === 0) {
    return { kind: 'failed', reason: 'the model rested its answer on events that it was not given' }
  }
  if (isLeaky(reply.answer, secrets)) {
    return { kind: 'failed', reason: 'the model repeated its instructions in place of an answer' }
  }
  return { kind: 'answered', answer: harmless(reply.answer, givenIds), citedIds }
}

const anyId = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** Without ids that the model was not given, and without what is not seen. */
function harmless(answer: string, givenIds: ReadonlySet<string>): string {
  return printable(answer)
    .replaceAll(anyId, (id) => (givenIds.has(id.toLowerCase()) ? id : '[unknown event]'))
    .trim()
}
