import { z } from 'zod'
import { Id } from './common.js'

/**
 * What a notice is about. The id of a clip and of an analysis is that of its event, the id of a pairing code and of a discovery
 * that of its gateway. A `delivery` is one to a webhook, `inbox` an entry of the listener's own.
 */
export const NoticeKind = z.enum([
  'event',
  'clip',
  'analysis',
  'alert',
  'camera',
  'gateway',
  'delivery',
  'pairing',
  'discovery',
  'inbox',
])

/** `removed`: deleted, or moved to a site that the listener does not see. */
export const NoticeChange = z.enum(['created', 'updated', 'removed'])

/** `event: change` of `GET /api/v1/notices`: that something changed, never how. */
export const Notice = z
  .object({
    kind: NoticeKind,
    change: NoticeChange,
    id: Id,
    /** Null of a `delivery` and of `inbox`. */
    site_id: Id.nullable(),
    /** Of a camera: its own id. Null of a gateway, of an alert about one, and of kinds that are of no camera. */
    camera_id: Id.nullable(),
  })
  .meta({ id: 'Notice' })

/** `event: ready`: what came before is told, and what changes from here on is told as it happens. */
export const NoticesReady = z.object({
  /** True if nothing is missing since `Last-Event-ID`. */
  resumed: z.boolean(),
})

/** `event: reset`, followed by an `event: resync` that says the same: something may have been missed, so read again what is shown. */
export const NoticesResync = z.object({
  /**
   * - `token_too_old`: `Last-Event-ID` is older than 30 days, or from before a restore or a failover.
   * - `too_many`: more changed at once than is told one by one.
   * - `access`: the listener's role or sites changed.
   */
  reason: z.enum(['token_too_old', 'too_many', 'access']),
})

/** `event: end`: the last of an answer. */
export const NoticesEnd = z.object({
  /**
   * - `token_expired`: go on with a newer access token.
   * - `signed_out`: the session has ended, or the key is no longer in force.
   * - `restarting`: go on at once; another node takes over.
   * - `unavailable`: it could not be checked whether the listener may still listen; try again.
   */
  reason: z.enum(['token_expired', 'signed_out', 'restarting', 'unavailable']),
})

export type NoticeKind = z.infer<typeof NoticeKind>
export type NoticeChange = z.infer<typeof NoticeChange>
export type Notice = z.infer<typeof Notice>
export type NoticesReady = z.infer<typeof NoticesReady>
export type NoticesResync = z.infer<typeof NoticesResync>
export type NoticesEnd = z.infer<typeof NoticesEnd>
