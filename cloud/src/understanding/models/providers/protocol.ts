import type { ModelFault } from '../model.service.js'
import type { Prompt } from './prompt.js'

/** Ways to ask for an answer of a schema, the best first; endpoints differ in which they take. */
export const answerForms = ['strict', 'schema', 'object', 'plain'] as const
type AnswerForm = (typeof answerForms)[number]

/** The format in which an endpoint takes requests. */
export interface RequestFormat {
  readonly form: AnswerForm
  /** The newer name of the token limit. Models that know no other count what they think among these tokens. */
  readonly newTokenLimit: boolean
}

export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a 200 said. */
export interface ReadMessage {
  /** The text of the answer, or why it is none. */
  readonly said:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'fault'; readonly fault: Extract<ModelFault, 'refused' | 'cut_off' | 'malformed'> }
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** Beyond this a count of tokens is no count: no model takes or says so much at once. */
export const mostTokens = 5_000_000

/** One of the protocols that models are asked by. Pure: what is sent, and what an answer means. */
export interface ModelProtocol {
  request(
    target: { baseUrl: string; key: string | null; model: string },
    question: Prompt,
    format: RequestFormat,
  ): ProviderRequest
  read(body: unknown): ReadMessage
  /** Another format after a 400 that complains about this one; null: it complains about something else. */
  alternativeFormat(format: RequestFormat, complaint: string, isStrict: boolean): RequestFormat | null
}
