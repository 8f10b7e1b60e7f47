import { WebhookDetail } from '@sightline/protocol'
import { inTurn } from '../measure/in-turn.js'
import { must } from '../service/bench-service.js'
import { type Delays, delaysOf } from '../webhooks/delays.js'
import { Gateways } from '../webhooks/gateways.js'
import type { SceneWebhook, WebhookScene } from '../webhooks/webhook-scene.js'

const perSec = 50

/**
 * How long deliveries to a living webhook take while another of the same organisation, told of the same events, is
 * answered by nothing, and while there is no such other.
 */
export async function besideDeadEndpoint(
  scene: WebhookScene,
  options: { readonly pairs: number; readonly events: number; readonly told: (pair: number) => void },
): Promise<{ product: readonly Delays[]; reference: readonly Delays[] }> {
  await using gateways = await Gateways.connect(scene.service, options.events)
  const living = await scene.addWebhook('/timed')
  const dead = await scene.addWebhook('/dead')
  const turn = async (withDead: boolean): Promise<Delays> => {
    await enable(dead, false)
    await scene.rest()
    await enable(dead, withDead)
    return delaysOf(scene.receiver, await gateways.report(perSec, options.events))
  }
  await turn(false)
  const found = await inTurn(
    options.pairs,
    { product: () => turn(true), reference: () => turn(false) },
    options.told,
  )
  for (const webhook of [living, dead]) await enable(webhook, false)
  await scene.rest()
  return found
}

async function enable({ org, id }: SceneWebhook, enabled: boolean): Promise<void> {
  await must(org.api.patch(`/api/v1/webhooks/${id}`, { enabled }), WebhookDetail)
}
