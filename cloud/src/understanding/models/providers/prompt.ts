import type { ModelPurpose } from '@sightline/protocol'
import type { ModelPicture, ModelQuestion } from '../model.service.js'
import { answerSchema, type PromptSchema } from './answer-schema.js'

/** A question as a protocol puts it on the wire. */
export interface Prompt extends PromptSchema {
  /** Names the schema: `sightline_` and the purpose. */
  readonly name: string
  readonly instructions: string
  readonly content: readonly (string | ModelPicture)[]
  readonly maxOutputTokens: number
  /** An answer that did not fit, and what to say of it. */
  readonly earlier: { readonly answer: string; readonly correction: string } | null
}

/** How much of an answer that did not fit is shown to the model again, characters. */
const longestEarlier = 16_000

export function toPrompt<T>(question: ModelQuestion<T>): Prompt {
  return {
    ...answerSchema(question.answer),
    name: schemaName(question.purpose),
    instructions: question.instructions,
    content: question.content,
    maxOutputTokens: question.maxOutputTokens,
    earlier: null,
  }
}

const schemaName = (purpose: ModelPurpose): string => `sightline_${purpose}`

/** The same question with the one request to put the answer right. */
export function repairPrompt(question: Prompt, answer: string, wrong: string): Prompt {
  const correction =
    `That answer does not fit the schema ${question.name}:\n${wrong}\n` +
    'Answer once more: one JSON object of the schema and nothing else. The rules that you were given still hold.'
  return {
    ...question,
    // Providers refuse an empty turn.
    earlier: { answer: answer.slice(0, longestEarlier).trim() || '(no answer)', correction },
  }
}

/** The instructions with the schema in words, for endpoints that are not given it otherwise. */
export function instructionsWithSchema({ instructions, name, schema }: Prompt): string {
  return (
    `${instructions}\n\nAnswer with one JSON object and nothing else: no code fence, no words around it. ` +
    `It fits this JSON Schema, named ${name}:\n${JSON.stringify(schema)}`
  )
}

/** What is written before a picture. */
export const pictureTitle = ({ label, width, height }: ModelPicture): string =>
  `${label} (${width}x${height})`

export const base64Of = ({ jpeg }: ModelPicture): string =>
  Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64')
