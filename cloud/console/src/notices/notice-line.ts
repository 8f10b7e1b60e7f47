import { waitOf } from '../api/too-many.js'
import { type Notice, readNotice } from './notice.js'
import { ServerEventReader } from './server-events.js'

export interface NoticeLineOptions {
  /** A token that is good now; null: nobody is signed in. @param renewed another one than before */
  readonly token: (renewed: boolean) => Promise<string | null>
  readonly noticed: (notice: Notice) => void
  /** Since when there is no line, by this machine's clock; null: there is one. */
  readonly line: (lostSince: number | null) => void
  /** The service takes no more listeners before then, by this machine's clock, ms. */
  readonly tooMany: (untilMs: number) => void
}

/** Between two tries, ms: drawn evenly between these. */
const [leastWaitMs, mostWaitMs] = [500, 4_000]
/** The service says something each 15 s; silence this long is a dead line. */
const silenceMs = 40_000
/** An answer that has not begun by then does not come, ms: a line may break without a word. */
const patienceMs = 15_000

/**
 * Listens to the notices of the service (`GET /api/v1/notices`), and goes on where it was when the line breaks.
 * @param signal ends it
 */
export async function listenToNotices(options: NoticeLineOptions, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let wasRefused = false
  let lostSince: number | null = null
  const remember = (id: string): void => {
    lastId = id
  }
  while (!signal.aborted) {
    const token = await options.token(wasRefused).catch(() => null)
    if (token === null) {
      if (signal.aborted) return
      lostSince ??= Date.now()
      options.line(lostSince)
      await rest(signal)
      continue
    }
    const answer = await listenOnce(
      { token, lastId, signal },
      {
        noticed: options.noticed,
        remember,
        isOpen: () => {
          lostSince = null
          options.line(null)
        },
      },
    )
    wasRefused = answer?.status === 401
    // It cannot go on from there: everything is read again.
    if (answer?.status === 400) lastId = null
    if (signal.aborted) return
    // The line stands; only this is refused.
    if (answer?.status === 429) {
      const waitMs = waitOf(secondsIn(answer.headers.get('retry-after')))
      options.tooMany(Date.now() + waitMs)
      await rest(signal, waitMs)
      continue
    }
    lostSince ??= Date.now()
    options.line(lostSince)
    await rest(signal)
  }
}

const secondsIn = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) ? Number(text) : null

/** Who hears what comes over the line. */
interface Listener {
  readonly noticed: (notice: Notice) => void
  /** Where to go on after a break. */
  readonly remember: (id: string) => void
  readonly isOpen: () => void
}

/** Listens until the line ends. @returns what the service answered; null where there was no line */
async function listenOnce(
  { token, lastId, signal }: { token: string; lastId: string | null; signal: AbortSignal },
  listener: Listener,
): Promise<Response | null> {
  const headers = { authorization: `Bearer ${token}`, ...(lastId !== null && { 'last-event-id': lastId }) }
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  const late = setTimeout(end, patienceMs)
  signal.addEventListener('abort', end)
  try {
    const answer = await fetch('/api/v1/notices', { headers, signal: attempt.signal, cache: 'no-store' })
    clearTimeout(late)
    if (answer.ok && answer.body) {
      listener.isOpen()
      await take(answer.body, listener)
    }
    return answer
  } catch {
    return null
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', end)
  }
}

async function take(body: ReadableStream<Uint8Array>, { noticed, remember }: Listener): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const events = new ServerEventReader()
  for (;;) {
    const piece = await within(
      silenceMs,
      reader.read().catch(() => null),
    )
    if (!piece || piece.done) return void reader.cancel().catch(() => undefined)
    for (const { id, event, data } of events.read(decoder.decode(piece.value, { stream: true }))) {
      const notice = readNotice(event, data)
      if (notice) noticed(notice)
      if (id !== null) remember(id)
    }
  }
}

/** What comes within a time, else null. */
async function within<T>(ms: number, coming: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Until the next try, or at once when the browser says that it has a network again. */
function rest(
  signal: AbortSignal,
  waitMs = leastWaitMs + Math.random() * (mostWaitMs - leastWaitMs),
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
