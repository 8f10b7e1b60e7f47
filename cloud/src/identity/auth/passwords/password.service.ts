import { hash, verify } from '@node-rs/argon2'
import { normalisedPassword } from '@sightline/protocol'
import { rateLimited } from '../../../platform/errors.js'

/** Hashes people's passwords with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** One attempt, whatever forms of the password are tried. */
  verify(stored: string, password: string): Promise<PasswordVerdict>
  /** Takes as long as `verify`: for an address that has no account, so that the time reveals nothing. */
  verifyNothing(password: string): Promise<void>
}

export interface PasswordVerdict {
  readonly isRight: boolean
  /** What is to be kept in place of a hash that was made of another form than the normal one; null: nothing. */
  readonly renewed: string | null
}

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes. A hash costs 12 to 23 ms of a thread. */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hashes at work at once, and callers that may wait for their turn. */
const atOnce = 2
const waitingAtMost = 50

/**
 * Hashing with a bounded queue: a flood of logins is answered 429 and slows nothing else.
 * Each function throws AppError rate_limited when the queue is full.
 */
export function createPasswords(): Passwords {
  const inTurn = boundedQueue()
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(normalisedPassword(password), parameters)),
    verify: (stored, password) => inTurn(() => matches(stored, password)),
    verifyNothing: (password) =>
      inTurn(async () => {
        nobody ??= hash('the password of nobody', parameters)
        await matches(await nobody, password)
      }),
  }
}

/** All forms are tried where none is right, so that a wrong password takes as long with an account as without. */
async function matches(stored: string, typed: string): Promise<PasswordVerdict> {
  const normal = normalisedPassword(typed)
  for (const form of formsOf(typed)) {
    if (!(await verify(stored, form))) continue
    return { isRight: true, renewed: form === normal ? null : await hash(normal, parameters) }
  }
  return { isRight: false, renewed: null }
}

/**
 * What may have been hashed of what is typed now, the normal form first. Hashes were once made of the text as a system composed it, and
 * another system composes it otherwise: `é` is one code point on Windows and two on a Mac. Of letters without marks all forms are one.
 */
function formsOf(typed: string): ReadonlySet<string> {
  const composed = (['NFC', 'NFD', 'NFKD'] as const).map((form) => typed.normalize(form))
  return new Set([normalisedPassword(typed), typed, ...composed])
}

function boundedQueue() {
  let working = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) {
      if (waiting.length >= waitingAtMost) throw busy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}

function busy() {
  const limit = { limit: waitingAtMost, remaining: 0, retryAfterSec: 1 }
  return rateLimited('too many people are signing in at this moment; try again in a second', limit)
}
