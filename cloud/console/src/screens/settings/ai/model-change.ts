import type { AiSettings, AiSettingsChange } from '../../../api/ai.js'

export const providers = ['service', 'openai', 'anthropic'] as const
export type ProviderChoice = (typeof providers)[number]

/** What stands in the fields of the form. */
export interface ModelFields {
  readonly enabled: boolean
  readonly provider: ProviderChoice
  readonly model: string
  readonly baseUrl: string
  /** Empty: the stored one stays. */
  readonly key: string
  readonly forgetsKey: boolean
  /** US dollars for a million tokens, as typed. */
  readonly priceIn: string
  readonly priceOut: string
}

export const providerIn = ({ provider }: AiSettings): ProviderChoice =>
  providers.find((one) => one === provider) ?? 'service'

/** The fields as the settings have them. */
export function fieldsOf(settings: AiSettings): ModelFields {
  const price = settings.prices[settings.model ?? '']
  return {
    enabled: settings.enabled,
    provider: providerIn(settings),
    model: settings.model ?? '',
    baseUrl: settings.base_url ?? '',
    key: '',
    forgetsKey: false,
    priceIn: price ? String(price.input) : '',
    priceOut: price ? String(price.output) : '',
  }
}

/** What is wrong with the price; null: nothing. */
export function priceProblem({ model, priceIn, priceOut }: ModelFields): 'wrong' | 'no model' | null {
  if (priceIn.trim() === '' && priceOut.trim() === '') return null
  if (numberIn(priceIn) === null || numberIn(priceOut) === null) return 'wrong'
  return model.trim() === '' ? 'no model' : null
}

/** A number as people type it, with a point or a comma; null: it is none. */
function numberIn(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

/** What is sent: the key only where it changes, for it never came here. */
export function changeOf(fields: ModelFields, before: AiSettings): AiSettingsChange {
  const model = fields.model.trim()
  const provider = fields.provider === 'service' ? null : fields.provider
  const [input, output] = [numberIn(fields.priceIn), numberIn(fields.priceOut)]
  const hasPrice = input !== null && output !== null
  return {
    enabled: fields.enabled,
    provider,
    model: model === '' ? null : model,
    base_url: provider === null || fields.baseUrl.trim() === '' ? null : fields.baseUrl.trim(),
    ...(model !== '' &&
      (hasPrice || before.prices[model] !== undefined) && {
        prices: { [model]: hasPrice ? { input, output } : null },
      }),
    ...(provider !== null &&
      (fields.key !== '' || fields.forgetsKey) && {
        provider_keys: { [provider]: fields.key === '' ? null : fields.key },
      }),
  }
}
