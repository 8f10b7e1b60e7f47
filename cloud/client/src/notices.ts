import {
  type Answer,
  type ApiError,
  errorOf,
  FailedCall,
  inMs,
  isFinalRefusal,
  retryAfterOf,
} from './api-error.js'
import { authorized, type Credential } from './client.js'
import { systemTiming, type Timing, waitMs } from './platform/timing.js'
import type { Send } from './retry.js'
import { type ServerEvent, ServerEventReader } from './server-events.js'

/** That something changed. Kinds that a newer service tells are handed on as they come: leave out those that you do not know. */
export interface ChangeNotice {
  readonly type: 'change'
  /** `event`, `clip`, `analysis`, `alert`, `camera`, `gateway`, `delivery`, `pairing`, `discovery`, `inbox`. */
  readonly kind: string
  readonly change: 'created' | 'updated' | 'removed'
  readonly id: string
  readonly site_id: string | null
  readonly camera_id: string | null
}

/** What is told: a change, or that something may have been missed, so that all of interest is to be read again. */
export type HeardNotice = ChangeNotice | { readonly type: 'reset' }

export interface NoticesOptions {
  /** Where the service is: `https://video.example.com`. */
  readonly origin: string
  readonly credential: Credential
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Where to go on, as `heardUpTo` was told before: what changed since then comes first. */
  readonly since?: string
  /** Told from where to go on after what was taken so far; good for 30 days. */
  readonly heardUpTo?: (id: string) => void
  readonly fetch?: Send
  readonly timing?: Timing
}

/** After so many failures in a row it is tried whether the place from which to go on is what does not get through. */
const failuresBeforeDoubt = 4

/** The service says something each 15 s; silence this long is a dead line, ms. */
const silenceMs = 40_000

/**
 * What changes, as it happens, for as long as it is read. Where the line breaks it goes on from what was read last, so that
 * nothing is missed; the first thing that comes is a `reset`, unless `since` was good. Another comes where it can go on from nowhere: what
 * was heard last is too old, or asking with it gets no answer time and again while asking without it does.
 * @throws FailedCall if the credential is refused: nobody is signed in any longer, or the key is revoked
 */
export async function* notices(options: NoticesOptions): AsyncGenerator<HeardNotice, void, undefined> {
  const { signal, timing = systemTiming, heardUpTo = () => {} } = options
  let lastId = options.since ?? null
  let failures = 0
  let retryMs: number | null = null
  for (;;) {
    if (signal?.aborted) return
    failures += 1
    const line = await openLineFrom(options, lastId, failures)
    if ('response' in line) {
      if (line.isFromStart) lastId = null
      for await (const { notice, id, ...heard } of heardOn(line, timing)) {
        // What tells nothing, as a proxy's page or an end at once, is as good as no line.
        if (notice || id !== null) failures = 0
        retryMs = heard.retryMs ?? retryMs
        if (notice) yield notice
        // Once it was taken: whoever ends before has not heard it.
        if (id === null) continue
        lastId = id
        heardUpTo(id)
      }
    } else if (line.isIdRefused) lastId = null
    if (signal?.aborted) return
    await timing.sleep(waitMs({ failures, saidMs: line.retryAfterMs ?? retryMs }, timing), signal)
  }
}

interface Line {
  readonly response: Response
  /** It was not said from where to go on. */
  readonly isFromStart: boolean
  readonly over: AbortController
  readonly retryAfterMs: null
}

interface NoLine {
  /** The service, and nothing else, takes the id for none of its own. */
  readonly isIdRefused: boolean
  /**
   * The request, or its answer, may have been kept from us because of the id: by the preflight of a browser, or by a proxy that takes no
   * such header. A line that is down looks alike.
   */
  readonly isIdInDoubt: boolean
  readonly retryAfterMs: number | null
}

/**
 * A line from where it was. Where that fails time and again and a line from the start does not, it is the latter: what was missed is not
 * known then, and the service begins with a reset.
 * @throws FailedCall if the credential is refused
 */
async function openLineFrom(
  options: NoticesOptions,
  lastId: string | null,
  failures: number,
): Promise<Line | NoLine> {
  const line = await openLine(options, lastId)
  const isInDoubt = failures > failuresBeforeDoubt && !('response' in line) && line.isIdInDoubt
  if (lastId === null || !isInDoubt || options.signal?.aborted) return line
  const fromStart = await openLine(options, null)
  return 'response' in fromStart ? fromStart : line
}

/** @throws FailedCall if the credential is refused */
async function openLine(
  { origin, credential, signal, fetch, timing = systemTiming }: NoticesOptions,
  lastId: string | null,
): Promise<Line | NoLine> {
  const over = new AbortController()
  const late = new AbortController()
  const end = (): void => {
    over.abort()
    // A credential that is still waited for hears nothing of it.
    late.abort()
  }
  signal?.addEventListener('abort', end, { once: true, signal: over.signal })
  const send = authorized(fetch ?? ((request) => globalThis.fetch(request)), credential)
  const headers = { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) }
  try {
    const answering = send(new Request(`${origin}/api/v1/notices`, { headers, signal: over.signal }))
    const response = await Promise.race([answering, timing.sleep(silenceMs, late.signal).then(() => null)])
    answering.catch(() => {})
    if (response?.ok) return { response, isFromStart: lastId === null, over, retryAfterMs: null }
    if (response?.status === 401 || response?.status === 403) throw await failed(response)
    const isIdRefused = response?.status === 400 && (await isOfService(response, timing))
    over.abort()
    const isIdInDoubt = response === null || (response.status < 500 && response.status !== 429)
    return { isIdRefused, isIdInDoubt, retryAfterMs: response ? inMs(retryAfterOf(response)) : null }
  } catch (failure) {
    over.abort()
    // A credential that cannot be renewed for lack of a line is asked for again.
    if (isFinalRefusal(failure)) throw failure
    const saidSec = failure instanceof FailedCall ? failure.error.retryAfterSec : null
    return { isIdRefused: false, isIdInDoubt: !(failure instanceof FailedCall), retryAfterMs: inMs(saidSec) }
  } finally {
    late.abort()
  }
}

/** True if the service itself refused what was sent, and no proxy did. */
async function isOfService(response: Response, timing: Timing): Promise<boolean> {
  const body = await within(silenceMs, timing, response.text())
  return errorOf({ error: parsed(body ?? ''), response })?.code === 'validation_error'
}

/** The service has answered already: what it said beyond its status is of no use to the program. */
async function failed(response: Response): Promise<FailedCall> {
  const answer: Answer<unknown> = { error: {}, response }
  const error: ApiError | null = errorOf(answer)
  const code = response.status === 401 ? 'auth_required' : 'forbidden'
  const message = 'the credential may not listen to notices'
  return new FailedCall(
    { status: response.status, details: [], fault: null, retryAfterSec: null, ...error, code, message },
    response,
  )
}

interface Heard {
  readonly notice: HeardNotice | null
  readonly id: string | null
  readonly retryMs: number | null
}

/** What comes over a line, until it ends, breaks or falls silent. */
async function* heardOn({ response, over }: Line, timing: Timing): AsyncGenerator<Heard, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events = new ServerEventReader()
  let isReset = false
  try {
    for (;;) {
      const piece = await within(silenceMs, timing, reader?.read())
      if (!piece || piece.done) return
      for (const event of events.read(piece.value)) {
        const notice = noticeOf(event)
        // A service says both names of a reset, one after the other.
        const isAgain = event.event === 'resync' && isReset
        if (event.event !== '') isReset = event.event === 'reset'
        yield { notice: isAgain ? null : notice, id: event.id, retryMs: event.retryMs }
      }
    }
  } finally {
    over.abort()
    await reader?.cancel().catch(() => {})
  }
}

/** What comes within a time; null for what does not, or breaks. */
async function within<T>(ms: number, timing: Timing, coming: Promise<T> | undefined): Promise<T | null> {
  const late = new AbortController()
  try {
    return await Promise.race([
      coming?.catch(() => null) ?? null,
      timing.sleep(ms, late.signal).then(() => null),
    ])
  } finally {
    late.abort()
  }
}

const changes = ['created', 'updated', 'removed'] as const

function noticeOf({ event, data }: ServerEvent): HeardNotice | null {
  if (event === 'reset' || event === 'resync') return { type: 'reset' }
  const body = parsed(data)
  if (event === 'ready') return body['resumed'] === false ? { type: 'reset' } : null
  const { kind, id, site_id: site, camera_id: camera } = body
  const change = changes.find((one) => one === body['change'])
  if (event !== 'change' || typeof kind !== 'string' || typeof id !== 'string' || !change) return null
  return {
    type: 'change',
    kind,
    change,
    id,
    site_id: typeof site === 'string' ? site : null,
    camera_id: typeof camera === 'string' ? camera : null,
  }
}

function parsed(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}
