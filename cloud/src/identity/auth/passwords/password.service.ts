import { hash, verify } from '@node-rs/argon2'
import { normalisedPassword } from '@sightline/protocol'
import { rateLimited } from '../../../platform/errors.js'

/** Hashes people's passwords with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** One attempt, whatever forms of the password are tried: also the text as it was typed, for hashes made before forms were. */
  verify(stored: string, password: string): Promise<boolean>
  /** Takes as long as `verify`: for an address that has no account, so that the time reveals nothing. */
  verifyNothing(password: string): Promise<void>
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
async function matches(stored: string, typed: string): Promise<boolean> {
  for (const form of new Set([normalisedPassword(typed), typed])) if (await verify(stored, form)) return true
  return false
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
