import { liveCloseCodes } from '@sightline/protocol'
import type { Actor, Caller } from '../../../platform/caller.js'
import type { LiveEnd, Principal } from './viewer.js'

/** With whose rights somebody watches, as they stand now; or why they do no longer. */
export type Standing =
  | {
      readonly ok: true
      readonly caller: Caller
      /** The one camera that a live token is for; null: all that the caller sees. */
      readonly onlyCameraId: string | null
    }
  | { readonly ok: false; readonly end: LiveEnd }

/** What lets somebody watch, for as long as it holds. */
export interface Entitlement {
  readonly orgId: string
  readonly principal: Principal
  /** As `Viewer.countsAs`. */
  readonly countsAs: Pick<Principal, 'kind' | 'id'>
  /** Who watches, as the audit names them: whoever made the token, for a live token. */
  readonly actor: Actor
  /** What the audit says beside it. */
  readonly data: Readonly<Record<string, unknown>>
  readonly expiresAt: Date | null
  /** Asks PostgreSQL anew. */
  standing(): Promise<Standing>
  /** As `Viewer.replaceToken`. */
  replaceToken(token: string): Promise<Date>
  /** As `Viewer.renew`. */
  renew(): Promise<Date>
}

const ended = (reason: string, message: string): Extract<Standing, { ok: false }> => ({
  ok: false,
  end: { code: liveCloseCodes.unauthenticated, reason, message },
})

/** Why nothing is shown any more. */
export const overs = {
  tokenExpired: ended('token_expired', 'The token has expired.'),
  tokenRevoked: ended('token_revoked', 'The token was revoked.'),
  sessionOver: ended('session_over', 'The session has ended; sign in again.'),
  keyRevoked: ended('key_revoked', 'The API key is no longer in force.'),
  makerGone: ended('maker_gone', 'Whoever made this token may not watch any longer.'),
} as const satisfies Record<string, Standing>

/** True once the moment has come. */
export const isOver = (expiresAt: Date | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt.getTime() <= nowMs
