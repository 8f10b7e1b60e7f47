import type { Config } from '../../../platform/config.js'
import { pushContact } from './subscriptions/push-key.js'

/** True where push services can be told whom to reach: without it no browser is sent a message, and none is queued. */
export function pushIsConfigured(config: Pick<Config, 'vapidSubject' | 'owner'>, publicUrl: string): boolean {
  return pushContact(config, publicUrl) !== null
}
