import { z } from 'zod'
import { base64Of, instructionsWithSchema, type Prompt, pictureTitle } from './prompt.js'
import {
  answerForms,
  type ModelProtocol,
  mostTokens,
  type ReadMessage,
  type RequestFormat,
} from './protocol.js'

/** What such models may think, in tokens for each token of the answer, where they count it among the answer's. */
const roomToThink = 4

/** OpenAI's chat completions, as hosted models, vLLM, Ollama, LM Studio and others speak them. */
export const openai: ModelProtocol = {
  request({ baseUrl, key, model }, question, format) {
    const { maxOutputTokens: most } = question
    return {
      url: `${baseUrl}/chat/completions`,
      headers: {
        'content-type': 'application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        messages: messagesOf(question, format),
        ...(format.newTokenLimit ? { max_completion_tokens: most * roomToThink } : { max_tokens: most }),
        ...formatOf(question, format),
        stream: false,
      }),
    }
  },

  read(body) {
    const read = Completion.safeParse(body)
    const choice = read.data?.choices[0]
    const usage = {
      inputTokens: read.data?.usage?.prompt_tokens ?? null,
      outputTokens: read.data?.usage?.completion_tokens ?? null,
    }
    if (!choice) return { said: { kind: 'fault', fault: 'malformed' }, ...usage }
    return { said: saidOf(choice), ...usage }
  },

  alternativeFormat(format, complaint, isStrict) {
    if (!format.newTokenLimit && /max_completion_tokens/.test(complaint))
      return { ...format, newTokenLimit: true }
    const isAboutForm = /response_format|json_schema|json_object|structured|guided|grammar|schema/i.test(
      complaint,
    )
    const next =
      answerForms[answerForms.indexOf(format.form) + (format.form === 'strict' && !isStrict ? 2 : 1)]
    return isAboutForm && next ? { ...format, form: next } : null
  },
}

const Tokens = z.number().int().min(0).max(mostTokens).nullish().catch(null)

const Choice = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
    refusal: z.string().nullish(),
  }),
  finish_reason: z.string().nullish(),
})
const Completion = z.object({
  choices: z.array(Choice).min(1),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
})

function saidOf({ message, finish_reason: finish }: z.infer<typeof Choice>): ReadMessage['said'] {
  if (message.refusal || finish === 'content_filter') return { kind: 'fault', fault: 'refused' }
  if (finish === 'length') return { kind: 'fault', fault: 'cut_off' }
  const { content } = message
  const text = typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')
  return { kind: 'text', text }
}

function messagesOf(question: Prompt, { form }: RequestFormat): object[] {
  const { instructions, content, earlier } = question
  const isTold = form === 'strict' || form === 'schema'
  return [
    { role: 'system', content: isTold ? instructions : instructionsWithSchema(question) },
    {
      role: 'user',
      content: content.flatMap((part) =>
        typeof part === 'string'
          ? [{ type: 'text', text: part }]
          : [
              { type: 'text', text: pictureTitle(part) },
              { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64Of(part)}` } },
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

function formatOf({ name, schema, isStrict }: Prompt, { form }: RequestFormat): object {
  switch (form) {
    case 'strict':
    case 'schema': {
      const strict = form === 'strict' && isStrict
      return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } }
    }
    case 'object':
      return { response_format: { type: 'json_object' } }
    case 'plain':
      return {}
  }
}
