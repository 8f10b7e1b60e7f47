import { z } from 'zod'
import { Actor, Id, PageQuery, page, Timestamp } from './common.js'
import { ClipStatus, EventCategory } from './event.js'
import { GivenMoment } from './moment.js'
import { passwordToHash, TypedPassword } from './password.js'

/** Days that a share lives, and days that it may. */
export const shareDays = { usual: 7, atMost: 365 } as const

/** Body of `POST /api/v1/events/{eventId}/shares`. The body may be left out. */
export const ShareCreate = z
  .object({
    password: passwordToHash({ least: 8, most: 256 })
      .nullable()
      .default(null)
      .describe('Asked of whoever opens the link; null for none. 8 to 256 characters, in Unicode NFKC'),
    expires_at: GivenMoment.optional().describe(
      `RFC 3339; in ${shareDays.usual} days if absent, in ${shareDays.atMost} at most`,
    ),
  })
  .prefault({})
  .meta({ id: 'ShareCreate' })

/**
 * - `active`: whoever has the link, and the password where one is set, sees the event.
 * - `locked`: five wrong passwords; open again after 15 minutes.
 * - `expired`, `revoked`: over for good.
 */
export const ShareStatus = z.enum(['active', 'locked', 'expired', 'revoked'])

/** A link by which somebody without an account sees one event. */
export const Share = z
  .object({
    id: Id,
    event_id: Id,
    status: ShareStatus,
    has_password: z.boolean(),
    created_at: Timestamp,
    created_by: Actor,
    expires_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    view_count: z.number().int().min(0),
    last_viewed_at: Timestamp.nullable(),
  })
  .meta({ id: 'Share' })

/** The answer that shows the link, once. */
export const ShareWithLink = Share.extend({
  token: z.string().describe('43 characters; kept as a hash only, so it is not shown again'),
  url: z.string().describe('The page that shows the event'),
}).meta({ id: 'ShareWithLink' })

export const ShareListQuery = PageQuery
export const SharePage = page(Share)

/**
 * What became of an attempt to open a share, or to fetch what it shows. `password_missing` is what a page asks before
 * it shows the field for the password.
 */
export const ShareOutcome = z.enum([
  'viewed',
  'clip_fetched',
  'snapshot_fetched',
  'password_missing',
  'password_wrong',
  'locked',
  'expired',
  'revoked',
  'event_deleted',
])

/** An entry of `GET /api/v1/events/{eventId}/shares/{shareId}/audit`. */
export const ShareView = z
  .object({
    id: Id,
    at: Timestamp,
    outcome: ShareOutcome,
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'ShareView' })

export const ShareViewPage = page(ShareView)

export const ByShareToken = z.object({ token: z.string().max(256) })

/** Body of `POST /api/v1/shared/{token}`, for passwords that do not fit a header. */
export const ShareOpen = z.object({ password: TypedPassword }).meta({ id: 'ShareOpen' })

/** What the holder of a share sees of the event. Links to media are good for five minutes, or less. */
export const SharedEvent = z
  .object({
    camera_name: z.string(),
    event_category: EventCategory,
    triggered_at: Timestamp,
    duration_sec: z.number().int().nullable(),
    summary: z.string().nullable(),
    clip_status: ClipStatus,
    clip_url: z.string().nullable(),
    clip_content_type: z.string().nullable(),
    clip_bytes: z.number().int().nullable(),
    snapshot_url: z.string().nullable(),
    media_expires_at: Timestamp.describe(
      'When the links to clip and snapshot end; open the share again then',
    ),
    timezone: z.string().describe('IANA name; the time zone of the organisation'),
    expires_at: Timestamp.describe('When the share ends'),
  })
  .meta({ id: 'SharedEvent' })

export type ShareCreate = z.infer<typeof ShareCreate>
export type ShareStatus = z.infer<typeof ShareStatus>
export type Share = z.infer<typeof Share>
export type ShareWithLink = z.infer<typeof ShareWithLink>
export type ShareOutcome = z.infer<typeof ShareOutcome>
export type ShareView = z.infer<typeof ShareView>
export type SharedEvent = z.infer<typeof SharedEvent>
