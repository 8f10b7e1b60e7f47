import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'
import { DateBound } from './event.js'
import { usageSums } from './model-usage.js'
import { NotificationWindowSec } from './notification-group.js'
import { Timezone } from './site.js'

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
    ai_settings: AiSettings,
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
    ai_settings: AiSettingsPatch,
  })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

/** Query of `GET /api/v1/organisation/ai-usage`. Without dates: the last 30 days. */
export const AiUsageQuery = z.object({ date_from: DateBound.optional(), date_to: DateBound.optional() })

/** What models were asked for the organisation, and what that took. */
export const AiUsage = z
  .object({
    total: z.object(usageSums),
    days: z
      .array(z.object({ date: z.string(), purpose: ModelPurpose, ...usageSums }))
      .describe("By day of the organisation's timezone and purpose, oldest first"),
  })
  .meta({ id: 'AiUsage' })

export type AiUsage = z.infer<typeof AiUsage>
export type AiUsageQuery = z.infer<typeof AiUsageQuery>
export type AiSettings = z.infer<typeof AiSettings>
export type AiSettingsPatch = z.infer<typeof AiSettingsPatch>
export type Organisation = z.infer<typeof Organisation>
export type OrganisationPatch = z.infer<typeof OrganisationPatch>
