import type { CameraDiagnostics, ConnectivityCause } from '@sightline/protocol'
import type { CameraRow } from '../camera.repository.js'
import { explainFault } from '../probing/probe-message.js'
import type { GatewayFacts } from './camera-facts.repository.js'

/** What says why a camera gives pictures or none. */
export type ConnectivityFacts = Pick<
  CameraRow,
  'enabled' | 'connection_mode' | 'gateway_id' | 'observed_status' | 'status_cause' | 'type'
> & {
  /** Null if it has none. */
  readonly gateway: Pick<GatewayFacts, 'status'> | null
  /** `host:port`, as messages name the camera. */
  readonly where: string
}

type Explanation = Pick<CameraDiagnostics['connectivity'], 'ok' | 'cause' | 'message' | 'remedy'>

/** Whether a camera is received, and else why not and what to do: the nearest cause first. */
export function explainConnectivity(facts: ConnectivityFacts): Explanation {
  const cause = causeOf(facts)
  if (cause === null) {
    return { ok: true, cause, message: 'The camera is received.', remedy: null }
  }
  return { ok: false, cause, ...wordsFor(cause, facts) }
}

function causeOf(facts: ConnectivityFacts): ConnectivityCause | null {
  if (!facts.enabled) return 'disabled'
  if (facts.connection_mode === 'gateway') {
    if (facts.gateway === null) return 'unpaired'
    if (facts.gateway.status === 'disabled') return 'gateway_disabled'
    if (facts.gateway.status !== 'online') return 'gateway_offline'
  }
  if (facts.observed_status === 'online') return null
  if (facts.status_cause !== null) return facts.status_cause
  if (facts.observed_status === 'connecting') return 'waiting'
  return facts.connection_mode === 'direct' ? 'relay_offline' : 'unknown'
}

function wordsFor(
  cause: ConnectivityCause,
  { type, where, connection_mode: mode }: ConnectivityFacts,
): Pick<Explanation, 'message' | 'remedy'> {
  switch (cause) {
    case 'disabled':
      return { message: 'The camera is switched off.', remedy: 'Set enabled to true.' }
    case 'unpaired':
      return { message: 'The camera has no gateway.', remedy: 'Pair it with a gateway.' }
    case 'gateway_offline':
      return {
        message: 'The gateway of the camera is off line, so that nobody sees the camera.',
        remedy: 'Check the power and the internet connection of the gateway, and that its program runs.',
      }
    case 'gateway_disabled':
      return { message: 'The gateway of the camera is disabled.', remedy: 'Enable the gateway again.' }
    case 'relay_offline':
      return {
        message: 'No relay serves the camera now.',
        remedy: 'Wait a moment; if it lasts, ask the operator of the service.',
      }
    case 'waiting':
      return {
        message: 'The camera is being connected to; nothing has come from it yet.',
        remedy: 'Wait a moment.',
      }
    case 'unknown':
      return {
        message: 'The camera cannot be reached.',
        remedy: 'Check its power and network; validate-connection says more.',
      }
    default:
      return explainFault(cause, type, where, mode === 'direct' ? 'relay' : 'gateway')
  }
}
