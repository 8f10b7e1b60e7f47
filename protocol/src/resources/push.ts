import { z } from 'zod'
import { Id, Timestamp } from './common.js'

/** The name of a rule, and its id. */
const NamedRule = z.object({ id: Id, name: z.string() })

/** `GET /api/v1/push/settings`: whether the caller's browsers can be sent messages, and by which rules they are. */
export const PushSettings = z
  .object({
    available: z.boolean().describe('False: the operator of the service named no contact (`VAPID_SUBJECT`)'),
    public_key: z
      .string()
      .nullable()
      .describe(
        'The `applicationServerKey` to subscribe with: a point of P-256 in base64url, the same for the whole organisation. Null where messages are not available',
      ),
    rules: z.array(NamedRule).describe('Rules of which you are a recipient by `push`, by name'),
  })
  .meta({ id: 'PushSettings' })

/** A browser that is sent messages. Its endpoint is not shown: whoever has it can disturb the browser. */
export const PushSubscription = z
  .object({
    id: Id,
    service: z.string().describe('Host of the push service that the browser chose'),
    user_agent: z.string(),
    language: z.string().describe('In which the browser words what it shows, BCP 47'),
    current: z.boolean().describe('It was made in the session that asks'),
    created_at: Timestamp,
    last_sent_at: Timestamp.nullable().describe('When its push service last took a message'),
    failure: z
      .string()
      .nullable()
      .describe('Why its push service did not take the last message; null if it did, and before the first'),
  })
  .meta({ id: 'PushSubscription' })

export const PushSubscriptionList = z.object({
  data: z.array(PushSubscription),
  total: z.number().int().min(0),
})

const base64url = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}={0,2}$`), `${bytes} bytes in base64url`)
    .describe(`${bytes} bytes in base64url`)

/** Body of `POST /api/v1/push/subscriptions`: what `PushSubscription.toJSON()` of a browser gives, and a language. */
export const PushSubscriptionCreate = z.object({
  endpoint: z
    .string()
    .max(2048)
    .regex(/^https:\/\//, 'an address that begins with https://')
    .describe('Where the push service takes messages for the browser (RFC 8030); https'),
  keys: z.object({
    p256dh: base64url(65).describe('Public key of the browser: an uncompressed point of P-256 in base64url'),
    auth: base64url(16).describe('Its authentication secret (RFC 8291): 16 bytes in base64url'),
  }),
  language: z.enum(['en', 'de']).default('en').describe('In which the browser words what it shows'),
})

/** Browsers of one person that are sent messages, at most. */
export const mostPushSubscriptions = 20

/** `POST /api/v1/push/subscriptions/{id}/test` */
export const PushTest = z.object({ message: z.string() })

export type PushSettings = z.infer<typeof PushSettings>
export type PushSubscription = z.infer<typeof PushSubscription>
export type PushSubscriptionCreate = z.infer<typeof PushSubscriptionCreate>
