import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'
import { Timezone } from './site.js'

/** Names a provider of models, as a camera's `ai_provider_override` does. */
export const AiProvider = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'lower-case letters, digits, - and _')

const Model = z.string().trim().min(1).max(100)

/** How events are analysed, unless a camera says otherwise. Keys of providers are never shown. */
export const AiSettings = z
  .object({
    enabled: z.boolean().describe('False: no event is sent to a provider'),
    provider: AiProvider.nullable().describe('Null: the one that the service is set up with'),
    model: z.string().nullable().describe("Null: the provider's default"),
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
    ai_settings: AiSettings,
    created_at: Timestamp,
  })
  .meta({ id: 'Organisation' })

/** What a change of the AI settings names; the others stay. An unknown field is refused. */
export const AiSettingsPatch = z
  .strictObject({
    enabled: z.boolean(),
    provider: AiProvider.nullable(),
    model: Model.nullable(),
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
    ai_settings: AiSettingsPatch,
  })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

export type AiSettings = z.infer<typeof AiSettings>
export type AiSettingsPatch = z.infer<typeof AiSettingsPatch>
export type Organisation = z.infer<typeof Organisation>
export type OrganisationPatch = z.infer<typeof OrganisationPatch>
