import type { Identity } from '../cloud-link/identity.js'
import { Configuration } from '../configuration/configuration.js'
import { CameraLocator } from '../discovery/camera-locator.js'
import { IdentityStore } from '../discovery/identity-store.js'
import type { Lifetime } from '../platform/lifetime.js'
import type { ServiceTime } from '../platform/service-time.js'
import type { AgentContext } from '../runtime/agent-context.js'
import { type DurableState, openDurableState } from '../runtime/durable-state.js'
import { ProvenAccounts } from '../streams/proven-accounts.js'

/** What a gateway keeps on disk besides what every agent does. */
export interface GatewayState extends DurableState {
  readonly identity: Identity
  readonly configuration: Configuration
  readonly locator: CameraLocator
  readonly provenAccounts: ProvenAccounts
}

/** @throws AgentError `already_running`, `storage` */
export async function openGatewayState(
  context: AgentContext,
  identity: Identity,
  service: ServiceTime,
  lifetime: Lifetime,
): Promise<GatewayState> {
  const { database: _, ...durable } = await openDurableState(context, service, lifetime)
  const key = Buffer.from(identity.storage_key, 'base64')
  const configuration = await Configuration.open({ ...context, key })
  lifetime.add('configuration', () => configuration.settled())
  const identities = await IdentityStore.open(context.dataDir, context.log)
  lifetime.add('identities', () => identities.settled())
  const locator = new CameraLocator(identities, context.log)
  const provenAccounts = await ProvenAccounts.open(context.dataDir, key, context.log)
  lifetime.add('proven accounts', () => provenAccounts.settled())
  configuration.onChange(() => {
    // Without a whole configuration nobody knows which cameras are gone.
    if (configuration.revision === 0) return
    const cameraIds = configuration.cameras.map(({ camera_id: id }) => id)
    locator.keepOnly(cameraIds)
    provenAccounts.keepOnly(new Set(cameraIds))
  })
  return { identity, configuration, locator, provenAccounts, ...durable }
}
