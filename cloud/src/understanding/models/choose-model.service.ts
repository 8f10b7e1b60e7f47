import { type ModelProvider, modelProviders } from '@sightline/protocol'
import { aiSettingsOf } from '../../identity/organisation/ai-settings.service.js'
import type { Config } from '../../platform/config.js'
import type { Db } from '../../platform/database/handles.js'
import type { CameraModel, ChosenModel, NoModel } from './model.service.js'

/** What the operator set (`AI_*`). */
export interface OperatorModel {
  readonly provider: ModelProvider
  readonly model: string
  /** Models that organisations may choose on the operator's account; `model` is one. */
  readonly allowed: ReadonlyMap<string, unknown>
}

/** What an organisation set. */
export interface OrganisationModel {
  readonly enabled: boolean
  readonly provider: string | null
  readonly model: string | null
  /** The address of its own endpoint for `provider`; null: the provider's usual one. */
  readonly baseUrl: string | null
  /** Providers for which it has a key. */
  readonly keys: readonly string[]
}

/** The choice by the settings as they stand, also inside a transaction of the caller's. */
export async function chooseModelFor(
  db: Db,
  config: Pick<Config, 'ai'>,
  orgId: string,
  camera?: CameraModel,
): Promise<ChosenModel | NoModel> {
  return chooseModel(config.ai, await aiSettingsOf(db, orgId), camera)
}

/**
 * The camera's provider and model over the organisation's over the operator's. The operator's account is used with the
 * operator's provider and allowed models only, and never together with an address or a key of the organisation. Nor by an organisation
 * whose models are at an address of its own: its pictures go nowhere else unless an admin stored a key for that.
 */
export function chooseModel(
  operator: OperatorModel | null,
  organisation: OrganisationModel,
  camera: CameraModel = { provider: null, model: null },
): ChosenModel | NoModel {
  if (!organisation.enabled) return none('AI is switched off for the organisation')
  const usual = organisation.provider ?? operator?.provider ?? null
  const name = camera.provider ?? usual
  if (name === null) return none('no AI provider is set: an admin sets one for the organisation')
  const provider = modelProviders.find((known) => known === name)
  if (!provider)
    return none(
      `the AI provider ${name} is not known: ${modelProviders.join(' or ')} (openai also stands for others that speak alike)`,
    )
  const account = accountFor(provider, operator, organisation)
  if (!account)
    return none(`the AI provider ${provider} has no key: an admin stores one for the organisation`)
  const model =
    camera.model ??
    (provider === usual ? organisation.model : null) ??
    (operator?.provider === provider ? operator.model : null)
  if (model === null) return none(`no model of the AI provider ${provider} is named: an admin names one`)
  if (account === 'operator' && operator && !operator.allowed.has(model))
    return none(notOffered(model, [...operator.allowed.keys()]))
  return { kind: 'chosen', provider, model, account }
}

function accountFor(
  provider: ModelProvider,
  operator: OperatorModel | null,
  organisation: OrganisationModel,
): ChosenModel['account'] | null {
  const hasOwnAddress = organisation.baseUrl !== null && organisation.provider === provider
  if (hasOwnAddress || organisation.keys.includes(provider)) return 'organisation'
  if (organisation.baseUrl !== null) return null
  return operator?.provider === provider ? 'operator' : null
}

/** Why a model cannot be had on the operator's account. */
export function notOffered(model: string, offered: readonly string[]): string {
  return `the model ${model} is not offered on the account of this service, which has ${offered.join(', ')}: an admin names one of them, or stores an own key`
}

const none = (reason: string): NoModel => ({ kind: 'none', reason })
