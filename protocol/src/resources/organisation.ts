import { z } from 'zod'
import { Id, Name, since, Timestamp } from './common.js'
import { usageSums } from './model-usage.js'
import { DateBound } from './moment.js'
import { NotificationWindowSec } from './notification-group.js'
import { Timezone } from './timezone.js'

/** The ways to speak to a provider. `openai`: any endpoint that speaks as OpenAI's chat completions do. */
export const modelProviders = ['openai', 'anthropic'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Names a provider of models, as a camera's `ai_provider_override` does. */
export const AiProvider = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'lower-case letters, digits, - and _')

/** What a model is asked for. */
export const ModelPurpose = z.enum(['analysis', 'triage', 'compile', 'judge', 'chat'])
export type ModelPurpose = z.infer<typeof ModelPurpose>

const Model = z.string().trim().min(1).max(100)

/** What a model costs, US dollars for a million tokens. */
export const ModelPrice = z
  .strictObject({ input: z.number().min(0).max(100_000), output: z.number().min(0).max(100_000) })
  .meta({ id: 'ModelPrice' })

/** How events are analysed, unless a camera says otherwise. Keys of providers are never shown. */
export const AiSettings = z
  .object({
    enabled: z.boolean().describe('False: no event is sent to a provider'),
    provider: AiProvider.nullable().describe('Null: the one that the service is set up with'),
    model: z
      .string()
      .nullable()
      .describe("Null: the one that the service is set up with, if it is the same provider's"),
    base_url: z
      .string()
      .nullable()
      .describe("Where the organisation's own endpoint of `provider` is; null: the provider's usual address"),
    prices: z
      .record(z.string(), ModelPrice)
      .describe("By model of the organisation's own providers; without one, costs are null"),
    providers_with_key: z.array(z.string()).describe('Providers for which a key is stored'),
  })
  .meta({ id: 'AiSettings' })

/** Days after which clips, or whole events, are removed; starred and shared ones are kept. */
const RetentionDays = z.number().int().min(1).max(3650)

const RequireSecondFactor = z
  .boolean()
  .describe('Everybody proves a second factor when signing in; who has none sets one up at the next sign-in')
  .meta(since('v1.4'))

export const Organisation = z
  .object({
    id: Id,
    name: z.string(),
    timezone: z.string().describe('IANA name; the days of dates without a time are those of this zone'),
    clip_retention_days: RetentionDays,
    event_retention_days: RetentionDays,
    notification_window_sec: NotificationWindowSec.describe(
      'Alerts of one rule and camera within these seconds are told of together, after the first; 0: each by itself',
    ),
    require_second_factor: RequireSecondFactor,
    ai_settings: AiSettings,
    sends_mail: z
      .boolean()
      .describe('False: the service has no mail server, and nobody is told of anything by e-mail')
      .meta(since('v1.4')),
    storage_used_bytes: z
      .number()
      .int()
      .min(0)
      .describe('What clips and pictures take, with those under way'),
    storage_quota_bytes: z
      .number()
      .int()
      .nullable()
      .describe('What they may take: beyond it uploads wait at the gateways; null: no bound'),
    created_at: Timestamp,
  })
  .meta({ id: 'Organisation' })

/** What a change of the AI settings names; the others stay. An unknown field is refused. */
export const AiSettingsPatch = z
  .strictObject({
    enabled: z.boolean(),
    provider: z
      .enum(modelProviders, 'openai or anthropic; openai also stands for others that speak alike')
      .nullable(),
    model: Model.nullable(),
    base_url: z
      .url({ protocol: /^https$/, error: 'an address such as https://models.example.com/v1' })
      .max(500)
      .refine((url) => !/[?#]/.test(url), 'an address without ? and #')
      .transform((url) => url.replace(/\/+$/, ''))
      .nullable()
      .describe(
        "https, and an address that the service may reach. It goes with `provider`. A new address, or a new provider at an address, forgets the provider's key, unless the same request brings one",
      ),
    prices: z
      .record(Model, ModelPrice.nullable())
      .refine((prices) => Object.keys(prices).length <= 50, 'at most 50 models')
      .describe('By model: its price, or null to forget it; the others stay'),
    provider_keys: z
      .record(AiProvider, z.string().min(1).max(1000).nullable())
      .refine((keys) => Object.keys(keys).length <= 20, 'at most 20 providers')
      .describe('By provider: a key to store, or null to forget it. Stored sealed, never answered'),
  })
  .partial()

/** Body of `PATCH /api/v1/organisation`: at least one field. */
export const OrganisationPatch = z
  .object({
    name: Name,
    timezone: Timezone,
    clip_retention_days: RetentionDays,
    event_retention_days: RetentionDays,
    notification_window_sec: NotificationWindowSec,
    require_second_factor: RequireSecondFactor,
    ai_settings: AiSettingsPatch,
  })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

const count = z.number().int().min(0)

/** Query of `GET /api/v1/organisation/ai-usage`. Without dates: the last 30 days. */
export const AiUsageQuery = z.object({ date_from: DateBound.optional(), date_to: DateBound.optional() })

/** What models were asked for the organisation, and what that took. */
export const AiUsage = z
  .object({
    total: z.object(usageSums),
    days: z
      .array(z.object({ date: z.string(), purpose: ModelPurpose, ...usageSums }))
      .describe("By day of the organisation's timezone and purpose, oldest first"),
    events: z
      .object({
        analysed: count.describe('A model looked at them'),
        skipped: count.describe('None did: analysis is off, or there was nothing to look at'),
        failed: count.describe('One was asked, in vain'),
        pending: count,
      })
      .describe('What became of the events of that time')
      .meta(since('v1.4')),
    operator_today: z
      .object({
        tokens: z.number().int().min(0).describe('In and out together'),
        max_tokens: z.number().int().min(0),
        cost_usd: z.number().min(0),
        max_cost_usd: z.number().min(0).nullable().describe('null: no ceiling in money'),
        spent: z.boolean().describe('True: no model of the service is asked until `resets_at`'),
        resets_at: Timestamp,
      })
      .describe("What was taken today (UTC) of the service's own account, and what may be"),
  })
  .meta({ id: 'AiUsage' })

const DaysOfQuery = z.coerce.number().int().min(1).max(3650).optional().describe('Without it: as it is set')

/** Query of `GET /api/v1/organisation/retention-preview`: days as they might be set. */
export const RetentionPreviewQuery = z.object({
  clip_retention_days: DaysOfQuery,
  event_retention_days: DaysOfQuery,
})

/** As many are counted. */
export const mostPreviewed = 10_000

const Previewed = z.number().int().min(0).max(mostPreviewed)

/** What the next daily removal would take away if it kept so many days. */
export const RetentionPreview = z
  .object({
    clips: Previewed.describe('Clips; 10000: so many or more'),
    events: Previewed.describe('Whole events; 10000: so many or more'),
  })
  .meta({ id: 'RetentionPreview' })

export type RetentionPreviewQuery = z.infer<typeof RetentionPreviewQuery>
export type RetentionPreview = z.infer<typeof RetentionPreview>

/** Query of `GET /api/v1/organisation/ai-usage/cameras`. */
export const CameraAiUsageQuery = AiUsageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** What models took for the events of a camera. */
export const CameraAiUsage = z
  .object({
    camera_id: Id,
    camera_name: z.string(),
    deleted: z.boolean().describe('The camera is gone'),
    events: count.describe('Its events that a model was asked about'),
    ...usageSums,
  })
  .meta({ id: 'CameraAiUsage' })

/** Cameras by what models took for them, the dearest first; without prices, those with most tokens. */
export const CameraAiUsageList = z.object({
  data: z.array(CameraAiUsage),
  total: count.describe('Cameras about whose events a model was asked'),
})

/** The answer of `POST /api/v1/organisation/ai-try`: what became of asking the model for one word. */
export const AiTry = z
  .object({
    answered: z.boolean(),
    provider: z.string().nullable().describe('Null: there is no model to ask'),
    model: z.string().nullable(),
    account: z
      .enum(['organisation', 'operator'])
      .nullable()
      .describe("Whose key and prices are used: the organisation's own, or those of the service"),
    latency_ms: count.nullable().describe('Until the answer was there; null without one'),
    reason: z.string().nullable().describe('Why there is no answer'),
  })
  .meta({ id: 'AiTry' })

export type AiTry = z.infer<typeof AiTry>
export type CameraAiUsageList = z.infer<typeof CameraAiUsageList>
export type CameraAiUsageQuery = z.infer<typeof CameraAiUsageQuery>
export type AiUsage = z.infer<typeof AiUsage>
export type AiUsageQuery = z.infer<typeof AiUsageQuery>
export type AiSettings = z.infer<typeof AiSettings>
export type AiSettingsPatch = z.infer<typeof AiSettingsPatch>
export type Organisation = z.infer<typeof Organisation>
export type OrganisationPatch = z.infer<typeof OrganisationPatch>
