import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ReceivedCall, readCall } from './model-call.js'

export type { ReceivedCall, ReceivedPicture } from './model-call.js'

/** What a model of tests answers to one call. */
export type ModelAnswer =
  /** An answer of the schema that was asked for, or what the script takes for one. */
  | {
      readonly kind: 'answer'
      readonly value: unknown
      readonly inputTokens?: number
      readonly outputTokens?: number
    }
  /** Text in place of JSON: malformed, in a code fence, with words around it. */
  | { readonly kind: 'text'; readonly text: string }
  /** The model declines, in the way of its protocol. */
  | { readonly kind: 'refusal'; readonly text?: string }
  /** The filter of the provider took the answer out (OpenAI only; elsewhere a refusal). */
  | { readonly kind: 'filtered' }
  /** The answer met the token limit: half of the JSON of `value`. */
  | { readonly kind: 'out_of_tokens'; readonly value: unknown }
  /** A status with a body, such as 401, 429, 500; `retryAfter` as the header holds it. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: unknown
      readonly retryAfter?: string
    }
  /** No byte, until the client gives up or the server closes. */
  | { readonly kind: 'hang' }
  /** The head of a good answer, and then nothing more. */
  | { readonly kind: 'stall' }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: 'cut' }
  /** A body of so many bytes. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** The answer comes after `until` has resolved, or `ms` milliseconds. */
  | {
      readonly kind: 'slow'
      readonly ms?: number
      readonly until?: Promise<unknown>
      readonly answer: ModelAnswer
    }

/** How calls are answered: always so, or by what they ask. */
export type ModelScript = ModelAnswer | ((call: ReceivedCall) => ModelAnswer | Promise<ModelAnswer>)

/** A real HTTP server on loopback that speaks as OpenAI's and as Anthropic's models do, by script. */
export interface ModelServer extends AsyncDisposable {
  /** `AI_BASE_URL` for the provider `openai`: http://127.0.0.1:port/v1. */
  readonly openaiUrl: string
  /** `AI_BASE_URL` for the provider `anthropic`: http://127.0.0.1:port. */
  readonly anthropicUrl: string
  /** Every call, in the order in which they arrived whole. */
  readonly calls: readonly ReceivedCall[]
  /** Calls that were not calls of either protocol, with the reason. */
  readonly misfits: readonly string[]
  /** Calls that are being answered now. */
  readonly running: number
  /** The most that were so at once. */
  readonly mostAtOnce: number
  /** From now on answers so, where nothing else is queued by `next`. */
  answer(script: ModelScript): void
  /** Answers the next calls so, each one once. */
  next(...scripts: ModelScript[]): void
  close(): Promise<void>
}

/** Starts a model server; before anything is scripted it answers `{}`. */
export async function startModelServer(script?: ModelScript): Promise<ModelServer> {
  const calls: ReceivedCall[] = []
  const misfits: string[] = []
  const queued: ModelScript[] = []
  const state = { script: script ?? ({ kind: 'answer', value: {} } as const), running: 0, mostAtOnce: 0 }
  const stop = new AbortController()

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    state.running += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.running)
    response.once('close', () => {
      state.running -= 1
    })
    const body = await text(request)
    const protocol = protocolOf(request)
    if (protocol === null) {
      misfits.push(`${request.method} ${request.url}`)
      return reply(response, 404, { error: { message: 'no such route' } })
    }
    const call = tryRead(() => readCall(protocol, request.headers, body))
    if (call instanceof Error) {
      misfits.push(call.message)
      return reply(response, 400, { error: { type: 'invalid_request_error', message: call.message } })
    }
    calls.push(call)
    const chosen = queued.shift() ?? state.script
    await give(response, call, typeof chosen === 'function' ? await chosen(call) : chosen, stop.signal)
  }
  const server = createServer((request, response) => {
    // A client that went away is a case of these tests.
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${addressOf(server.address()).port}`
  const close = async () => {
    if (!server.listening) return
    stop.abort()
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    openaiUrl: `${url}/v1`,
    anthropicUrl: url,
    calls,
    misfits,
    get running() {
      return state.running
    },
    get mostAtOnce() {
      return state.mostAtOnce
    },
    answer: (next) => {
      state.script = next
    },
    next: (...scripts) => void queued.push(...scripts),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function tryRead(read: () => ReceivedCall): ReceivedCall | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable', { cause: error })
  }
}

function protocolOf({ method, url }: IncomingMessage): ReceivedCall['protocol'] | null {
  if (method !== 'POST') return null
  if (url === '/v1/chat/completions') return 'openai'
  return url === '/v1/messages' ? 'anthropic' : null
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address === 'object' && address !== null) return address
  throw new Error('the model server has no port')
}

async function give(
  response: ServerResponse,
  call: ReceivedCall,
  answer: ModelAnswer,
  signal: AbortSignal,
): Promise<void> {
  switch (answer.kind) {
    case 'answer':
      return reply(response, 200, answered(call, answer.value, answer.inputTokens, answer.outputTokens))
    case 'text':
      return reply(response, 200, spoken(call, answer.text, 'stop'))
    case 'refusal':
      return reply(response, 200, refused(call, answer.text ?? 'I cannot help with that.'))
    case 'filtered':
      return reply(response, 200, spoken(call, '', 'content_filter'))
    case 'out_of_tokens': {
      const json = JSON.stringify(answer.value)
      return reply(response, 200, spoken(call, json.slice(0, json.length / 2), 'length'))
    }
    case 'status':
      if (answer.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter)
      return reply(response, answer.status, answer.body ?? { error: { message: 'scripted' } })
    case 'hang':
      return
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"id":')
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      await new Promise((written) => response.write('{"id":', written))
      response.destroy()
      return
    case 'huge':
      return reply(response, 200, spoken(call, 'x'.repeat(answer.bytes), 'stop'))
    case 'slow':
      await (answer.until ?? pause(answer.ms ?? 0, signal))
      return give(response, call, answer.answer, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A good answer; without figures the tokens are counted roughly, as many programs do. */
function answered(call: ReceivedCall, value: unknown, input?: number, output?: number): object {
  const json = JSON.stringify(value)
  if (call.protocol === 'openai') return completion(call, { content: json }, 'stop', input, output)
  if (call.format !== 'tool') return message(call, [{ type: 'text', text: json }], 'end_turn', input, output)
  const name = `sightline_${call.purpose}`
  return message(call, [{ type: 'tool_use', id: 'toolu_1', name, input: value }], 'tool_use', input, output)
}

function spoken(call: ReceivedCall, said: string, end: 'stop' | 'length' | 'content_filter'): object {
  if (call.protocol === 'openai') return completion(call, { content: said }, end)
  const reasons = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' }
  return message(call, [{ type: 'text', text: said }], reasons[end])
}

function refused(call: ReceivedCall, said: string): object {
  if (call.protocol === 'openai') return completion(call, { content: null, refusal: said }, 'stop')
  return message(call, [{ type: 'text', text: said }], 'refusal')
}

const roughly = (call: ReceivedCall): number => Math.ceil(call.texts.join('').length / 4) + 1

function completion(
  call: ReceivedCall,
  said: object,
  finish: string,
  prompt_tokens = roughly(call),
  completion_tokens = 20,
): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: call.model,
    choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: finish }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  }
}

function message(
  call: ReceivedCall,
  content: readonly object[],
  stop_reason: string,
  input_tokens = roughly(call),
  output_tokens = 20,
): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: call.model,
    content,
    stop_reason,
    usage: { input_tokens, output_tokens },
  }
}
