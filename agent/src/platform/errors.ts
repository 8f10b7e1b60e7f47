/**
 * What can go wrong in ways that a person in front of the machine can act upon. Everything else is a
 * bug and shows with its stack.
 */
export const agentErrorKinds = [
  'usage',
  'not_paired',
  'camera_auth',
  'unreachable',
  'camera_refused',
  'cloud_refused',
  'already_paired',
  'already_running',
  'storage',
  'failed',
] as const

export type AgentErrorKind = (typeof agentErrorKinds)[number]

/** The exit code of the CLI for each kind; printed by `agent --help`, so numbers never change. */
export const exitCodes = {
  failed: 1,
  storage: 1,
  usage: 2,
  not_paired: 3,
  camera_auth: 4,
  unreachable: 5,
  camera_refused: 6,
  cloud_refused: 7,
  already_paired: 8,
  already_running: 9,
} satisfies Record<AgentErrorKind, number>

/** An expected failure: what happened, and in `hint` what to do about it. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly kind: AgentErrorKind
  /** One sentence for the person at the site, or null where there is nothing to do. */
  readonly hint: string | null

  constructor(kind: AgentErrorKind, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.kind = kind
    this.hint = options.hint ?? null
  }

  get exitCode(): number {
    return exitCodes[this.kind]
  }
}

/** Anything that was thrown as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The message of anything that was thrown, with the messages of its causes behind it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.message || (error instanceof AggregateError ? messageOf(error.errors[0]) : error.name)
  if (error.cause === undefined) return own
  const below = messageOf(error.cause)
  return below === '' || own.includes(below) ? own : `${own}: ${below}`
}

/** The first `code` (ECONNREFUSED and the like) in the chain of causes, or null. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return codeOf(error.cause)
}

/** Whether `error` only says that `signal` was aborted. */
export function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && error instanceof Error && (error.name === 'AbortError' || error === signal.reason)
}

/** Whether `error` says that the disk, or what of it is ours, is full. */
export function isOutOfSpace(error: unknown): boolean {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  // LevelDB has one code for whatever the disk refuses.
  return error instanceof Error && /no space left|disk quota exceeded/i.test(messageOf(error))
}
