import { Agent, type AgentOptions } from 'node:https'
import { outdatedTls } from '../platform/outdated-tls.js'

/**
 * Connections to a camera over HTTPS. Cameras sign their certificates themselves, and old ones know old TLS only, which
 * is spoken where the camera can do no better: without it they would be asked over plain HTTP.
 */
export function cameraTlsAgent(options: AgentOptions): Agent {
  return new Agent({ ...options, ...outdatedTls, rejectUnauthorized: false })
}
