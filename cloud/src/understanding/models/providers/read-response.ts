import type { ModelFault } from '../model.service.js'
import type { CallTokens } from '../usage.js'
import type { HttpOutcome } from './model-http.js'
import type { ModelProtocol } from './protocol.js'

/** What an answer over HTTP means. */
export type ReadResponse = CallTokens &
  (
    | { readonly kind: 'text'; readonly text: string }
    /** The endpoint does not take the way we asked; `complaint` is its own text and never leaves this slice. */
    | {
        readonly kind: 'complaint'
        readonly complaint: string
        readonly fault: 'rejected' | 'unreachable'
        readonly reason: string
      }
    | {
        readonly kind: 'fault'
        readonly fault: ModelFault
        readonly reason: string
        /** Worth another try at once. */
        readonly retry: boolean
        readonly retryAfter?: string | undefined
      }
  )

const noTokens: CallTokens = { inputTokens: null, outputTokens: null }
const fault = (name: ModelFault, reason: string, retry = false, retryAfter?: string): ReadResponse => ({
  kind: 'fault',
  fault: name,
  reason,
  retry,
  retryAfter,
  ...noTokens,
})

/** Reads what became of a request. Reasons hold words of ours and the provider's error code, nothing else of it. */
export function readResponse(
  outcome: HttpOutcome,
  protocol: ModelProtocol,
  key: string | null,
): ReadResponse {
  switch (outcome.kind) {
    case 'aborted':
      return fault('aborted', 'the question was given up')
    case 'timeout':
      return fault('timeout', `the AI provider: ${outcome.reason}`)
    case 'too_large':
      return fault('too_large', 'the AI provider answered with more than 1 MiB')
    case 'forbidden':
      return fault('rejected', `the address of the AI provider: ${outcome.reason}`)
    case 'unreachable':
      return fault('unreachable', `the AI provider: ${outcome.reason}`, true)
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300
        ? readMessage(outcome.text, protocol)
        : readRefusal(outcome, key)
  }
}

function readMessage(text: string, protocol: ModelProtocol): ReadResponse {
  const body = parsed(text)
  if (body === undefined) return fault('malformed', 'the AI provider did not answer with JSON')
  const { said, inputTokens, outputTokens } = protocol.read(body)
  if (said.kind === 'text') return { ...said, inputTokens, outputTokens }
  const reasons = {
    refused: 'the model declined to answer',
    cut_off: 'the answer of the model met the limit of its tokens',
    malformed: 'the AI provider did not answer in its own protocol',
  }
  return { ...fault(said.fault, reasons[said.fault]), inputTokens, outputTokens }
}

type Answered = Extract<HttpOutcome, { kind: 'answered' }>

function readRefusal({ status, text, retryAfter }: Answered, key: string | null): ReadResponse {
  const code = errorCode(text, key)
  const said = `status ${status}${code === null ? '' : `, ${code}`}`
  if (status === 401 || status === 403) {
    const what = key === null ? 'wants a key, and none is set' : 'refused the key'
    return fault('rejected', `the AI provider ${what} (${said})`)
  }
  if (status === 429) {
    const isSpent = code === 'insufficient_quota'
    return fault('rate_limited', `the AI provider limits the calls (${said})`, !isSpent, retryAfter)
  }
  // Anthropic's own status for it; others say when to come again.
  if (status === 529 || (status === 503 && retryAfter !== undefined))
    return fault('rate_limited', `the AI provider has more to do than it can (${said})`, true, retryAfter)
  if (code === 'content_filter') return fault('refused', `the AI provider declined to answer (${said})`)
  if (status >= 300 && status < 400)
    return fault(
      'rejected',
      `the address of the AI provider leads elsewhere (${said}); redirects are not followed`,
    )
  if (status === 408) return fault('unreachable', `the AI provider gave up waiting (${said})`, true)
  if (status >= 500) {
    const reason = `the AI provider does not work now (${said})`
    return { kind: 'complaint', complaint: text, fault: 'unreachable', reason, ...noTokens }
  }
  const reason = `the AI provider ${whatIsRejected(status, text)} (${said})`
  return { kind: 'complaint', complaint: text, fault: 'rejected', reason, ...noTokens }
}

/** Of the provider's own text only what it is about is shown: the rest may repeat the question. */
function whatIsRejected(status: number, text: string): string {
  if (status === 404) return 'does not know the model or the address'
  if (isAboutPictures.test(text)) return 'does not accept the pictures: name a model that takes them'
  return 'does not accept the question'
}

const isAboutPictures = /image|picture|vision|multi-?modal/i

/** The code by which a provider names an error, if it looks like one and holds nothing of the key. */
function errorCode(text: string, key: string | null): string | null {
  const body = parsed(text)
  const error = fieldOf(body, 'error')
  const code = [fieldOf(error, 'code'), fieldOf(error, 'type'), fieldOf(body, 'code')].find(
    (value): value is string => typeof value === 'string' && /^[a-z][a-z0-9_.-]{0,59}$/i.test(value),
  )
  if (code === undefined || (key !== null && (code.includes(key) || key.includes(code)))) return null
  return code
}

function fieldOf(value: unknown, name: 'error' | 'code' | 'type'): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  return fields.get(name)
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
