import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../platform/platform.js'

/** What the webhook use cases need. */
export interface WebhookDeps
  extends Pick<Platform, 'database' | 'clock' | 'secretBox' | 'keys' | 'config' | 'publicUrl'> {
  readonly outbound: OutboundHttp
}
