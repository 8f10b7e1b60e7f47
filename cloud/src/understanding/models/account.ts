import type { ModelProvider } from '@sightline/protocol'
import { aiSettingsOf, openProviderKey } from '../../identity/organisation/ai-settings.service.js'
import type { Config } from '../../platform/config.js'
import type { Platform } from '../../platform/platform.js'
import { SecretError } from '../../platform/secrets/secret-box.js'
import { notOffered } from './choose-model.service.js'
import type { ChosenModel } from './model.service.js'

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
}

/** Where and as whom a model is asked. Holds a key: it is never logged, answered or kept. */
export interface Account {
  readonly baseUrl: string
  readonly key: string | null
  /** The address was named by an organisation: the guard of outbound requests applies. */
  readonly guarded: boolean
  readonly price: Price | null
  /** Names the endpoint within this process. */
  readonly endpoint: string
}

type AccountDeps = Pick<Platform, 'database' | 'secretBox'> & { readonly config: Pick<Config, 'ai'> }

const usualUrls: Readonly<Record<ModelProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
}

/** The account of a chosen model as it is set now, or a sentence on why there is none any more. */
export async function openAccount(
  { database, secretBox, config }: AccountDeps,
  orgId: string,
  { provider, model, account }: ChosenModel,
): Promise<Account | string> {
  if (account === 'operator') return openAccountOfOperator(config.ai, provider, model)
  const db = database.forOrg(orgId)
  const settings = await aiSettingsOf(db, orgId)
  if (!settings.enabled) return 'AI is switched off for the organisation'
  const key = await keyOf(() => openProviderKey(db, secretBox, orgId, provider))
  if (key instanceof SecretError) return `the key of ${provider} cannot be opened: an admin stores it anew`
  const ownUrl = settings.provider === provider ? settings.baseUrl : null
  if (key === null && ownUrl === null) return `the AI provider ${provider} has no key any more`
  // People name models, also as parts of every object are named.
  const price = Object.hasOwn(settings.prices, model) ? (settings.prices[model] ?? null) : null
  const baseUrl = ownUrl ?? usualUrls[provider]
  return { baseUrl, key, guarded: true, price, endpoint: `${orgId} ${provider} ${baseUrl}` }
}

/** The operator's own account, or a sentence on why there is none any more. */
export function openAccountOfOperator(
  ai: Config['ai'],
  provider: ModelProvider,
  model: string,
): Account | string {
  if (ai?.provider !== provider) return `the AI provider ${provider} is no longer set up by this service`
  const { baseUrl, apiKey: key } = ai
  const price = ai.allowed.get(model)
  if (price === undefined) return notOffered(model, [...ai.allowed.keys()])
  return {
    baseUrl: baseUrl ?? usualUrls[provider],
    key,
    guarded: false,
    price,
    endpoint: `operator ${provider}`,
  }
}

async function keyOf(open: () => Promise<string | null>): Promise<string | null | SecretError> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof SecretError) return error
    throw error
  }
}
