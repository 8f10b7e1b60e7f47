import { createHash } from 'node:crypto'
import { z } from 'zod'
import { gone, invalid } from '../../platform/errors.js'
import {
  type SecretBox,
  type SecretContext,
  SecretError,
  UnknownKeyError,
} from '../../platform/secrets/secret-box.js'
import type { Moment } from './change.repository.js'
import { readSnapshot, seesAllUpTo } from './snapshot.js'

const dayMs = 24 * 60 * 60_000

/** How long a token says what changed since. */
const tokenLastsDays = 30
/** That of one which does not say it: changes were kept for eight days when it was made. */
const unsaidDays = 7
/** How long changes are kept: beyond the oldest token, and the longest transaction. */
export const changesKeptMs = (tokenLastsDays + 1) * dayMs

const Body = z.object({
  s: z.string(),
  l: z.string(),
  t: z.number(),
  a: z.string().optional(),
  d: z.number().default(unsaidDays),
})

/** A moment as it comes back, how long it is good, and what its bearer could see then, where the token says it. */
export interface TokenMoment extends Moment {
  readonly sites: string | null
  readonly lastsMs: number
}

/** The sites of a scope as a token names them: enough to notice that they are others. */
export const nameOfSites = (siteIds: readonly string[] | null): string =>
  createHash('sha256')
    .update(siteIds === null ? 'all' : [...new Set(siteIds)].toSorted().join())
    .digest('base64url')
    .slice(0, 12)

const keyIdDigits = 8

const contextOf = (orgId: string): SecretContext => ({ orgId, rowId: orgId, field: 'changes.token' })

/**
 * A moment as clients keep it, with what they could see then where that matters. It is sealed, for it counts what all
 * organisations write, and it is for one organisation. It gives no right: what is told since then is what its bearer may see.
 */
export function encodeUpdateToken(
  box: SecretBox,
  orgId: string,
  { snapshot, lineage, atMs }: Moment,
  siteIds?: readonly string[] | null,
): string {
  const body: z.infer<typeof Body> = {
    s: snapshot.text,
    l: lineage,
    t: atMs,
    d: tokenLastsDays,
    ...(siteIds !== undefined && { a: nameOfSites(siteIds) }),
  }
  const { keyId, bytes } = box.seal(JSON.stringify(body), contextOf(orgId))
  return keyId + bytes.toString('base64url')
}

/**
 * @returns null for one of a master key that is gone: of which moment it is cannot be known any more
 * @throws AppError invalid if it is no token of this organisation
 */
export function decodeUpdateToken(box: SecretBox, orgId: string, token: string): TokenMoment | null {
  const text = unsealed(box, orgId, token)
  if (text === null) return null
  const read = Body.safeParse(JSON.parse(text))
  const snapshot = read.success ? readSnapshot(read.data.s) : null
  if (!read.success || !snapshot) throw foreign()
  const { l: lineage, t: atMs, a: sites = null, d: days } = read.data
  return { snapshot, lineage, atMs, sites, lastsMs: days * dayMs }
}

const foreign = (cause?: unknown) =>
  invalid('this is no token of this service; take it from an answer as it is', cause)

/** @returns null where the key is gone */
function unsealed(box: SecretBox, orgId: string, token: string): string | null {
  try {
    const sealed = {
      keyId: token.slice(0, keyIdDigits),
      bytes: Buffer.from(token.slice(keyIdDigits), 'base64url'),
    }
    return box.open(sealed, contextOf(orgId))
  } catch (error) {
    if (error instanceof UnknownKeyError) return null
    if (error instanceof SecretError) throw foreign(error)
    throw error
  }
}

/**
 * True if all that changed since the moment is still known at `now`, which is a moment of the same cluster. A clock alone does not tell:
 * one that was ahead for an hour had changes forgotten that are young by it now.
 * @param cut the latest transaction of which a change was forgotten by the time that changes were read; null: none was, or that is asked later
 */
export const isKnownSince = (then: TokenMoment, now: Moment, cut: bigint | null): boolean =>
  then.lineage === now.lineage &&
  then.snapshot.xmax <= now.snapshot.xmax &&
  now.atMs - then.atMs <= then.lastsMs &&
  (cut === null || seesAllUpTo(then.snapshot, cut))

/** 410: what changed since is not known any more. */
export const readAgain = (why: string) =>
  gone(`${why}: read everything again, and take the token of that answer`)
