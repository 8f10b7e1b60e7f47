import { z } from 'zod'
import { base64Of, instructionsWithSchema, type Prompt, pictureTitle } from './prompt.js'
import { type ModelProtocol, mostTokens, type ReadMessage } from './protocol.js'

/** The version of the interface that we speak. */
const version = '2023-06-01'

/** Anthropic's messages. The answer is the input of a tool that the model must use; else JSON in its text. */
export const anthropic: ModelProtocol = {
  request({ baseUrl, key, model }, question, { form }) {
    const { name, schema, maxOutputTokens, instructions } = question
    const tool = { name, description: 'Takes the answer.', input_schema: schema }
    return {
      url: `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
      headers: {
        'content-type': 'application/json',
        'anthropic-version': version,
        ...(key !== null && { 'x-api-key': key }),
      },
      body: JSON.stringify({
        model,
        max_tokens: maxOutputTokens,
        system: form === 'plain' ? instructionsWithSchema(question) : instructions,
        messages: messagesOf(question),
        ...(form !== 'plain' && { tools: [tool], tool_choice: { type: 'tool', name } }),
      }),
    }
  },

  read(body) {
    const { data } = Message.safeParse(body)
    if (!data) return { said: { kind: 'fault', fault: 'malformed' }, inputTokens: null, outputTokens: null }
    const { usage } = data
    const counted = usage?.input_tokens ?? null
    const cached = (usage?.cache_creation_input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0)
    return {
      said: saidOf(data),
      inputTokens: counted === null ? null : counted + cached,
      outputTokens: usage?.output_tokens ?? null,
    }
  },

  // Some models take no forced tool.
  alternativeFormat: (format, complaint) =>
    format.form !== 'plain' && /tool|input_schema/i.test(complaint) ? { ...format, form: 'plain' } : null,
}

const Tokens = z.number().int().min(0).max(mostTokens).nullish().catch(null)

const Message = z.object({
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() }),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: Tokens,
      output_tokens: Tokens,
      cache_creation_input_tokens: Tokens,
      cache_read_input_tokens: Tokens,
    })
    .nullish()
    .catch(null),
})

function saidOf({ content, stop_reason: reason }: z.infer<typeof Message>): ReadMessage['said'] {
  if (reason === 'refusal') return { kind: 'fault', fault: 'refused' }
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded')
    return { kind: 'fault', fault: 'cut_off' }
  const used = content.find(({ type }) => type === 'tool_use')
  if (used) return inputOf(used.input ?? null)
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
  return { kind: 'text', text: texts.join('') }
}

/** What is nested deeper than it can be written down is no answer. */
function inputOf(input: unknown): ReadMessage['said'] {
  try {
    return { kind: 'text', text: JSON.stringify(input) }
  } catch {
    return { kind: 'fault', fault: 'malformed' }
  }
}

function messagesOf({ content, earlier }: Prompt): object[] {
  return [
    {
      role: 'user',
      content: content.flatMap((part) =>
        typeof part === 'string'
          ? [{ type: 'text', text: part }]
          : [
              { type: 'text', text: pictureTitle(part) },
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/jpeg', data: base64Of(part) },
              },
            ],
      ),
    },
    ...(earlier
      ? [
          { role: 'assistant', content: earlier.answer },
          { role: 'user', content: earlier.correction },
        ]
      : []),
  ]
}
