import { z } from 'zod'
import { Actor, Id, PageQuery, page, Timestamp } from './common.js'

/** Where a page is from, as browsers say it in `Origin`: scheme, host and port, without a path. */
export const PageOrigin = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'an origin: scheme, host and port, nothing else',
  )

/** Body of `POST /cameras/{id}/live-token`. */
export const LiveTokenRequest = z.object({
  origins: z.array(PageOrigin).min(1).max(10).describe('Pages from which it is good'),
  ttl_sec: z
    .number()
    .int()
    .min(30)
    .max(3600)
    .default(300)
    .describe('Seconds; a page renews it over its socket'),
  label: z.string().trim().min(1).max(100).optional().describe('For the audit log: who watches'),
})

/** A token with which a page watches one camera and does nothing else. Shown once. */
export const LiveToken = z.object({
  id: Id,
  camera_id: Id,
  token: z.string().describe('Begins with lt_'),
  origins: z.array(z.string()),
  expires_at: Timestamp,
  renewable_until: Timestamp.describe('No renewal goes beyond it'),
})

export const LiveTokenStatus = z.enum(['active', 'expired', 'revoked'])

/** A live token as administrators see it: without the secret. It is forgotten a day after its end. */
export const IssuedLiveToken = LiveToken.omit({ token: true })
  .extend({
    status: LiveTokenStatus,
    label: z.string().nullable(),
    ttl_sec: z.number().int().describe('Seconds that it is good for, and that each renewal gives it'),
    created_at: Timestamp,
    created_by: Actor,
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'IssuedLiveToken' })

export const LiveTokenListQuery = PageQuery
export const LiveTokenPage = page(IssuedLiveToken)

export type IssuedLiveToken = z.infer<typeof IssuedLiveToken>
export type LiveTokenStatus = z.infer<typeof LiveTokenStatus>
export type LiveTokenRequest = z.infer<typeof LiveTokenRequest>
export type LiveToken = z.infer<typeof LiveToken>
