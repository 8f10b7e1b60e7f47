import type { AddressPolicy } from '../platform/address-policy.js'
import { defaultOnvifPorts } from './default-ports.js'
import type { OnvifCredentials, OnvifSessionDeps } from './onvif-endpoint.js'
import { OnvifError } from './onvif-error.js'
import { OnvifSession } from './onvif-session.js'
import { resolveHost } from './resolve-host.js'
import { failureOf } from './session-failure.js'

/** Where the ONVIF service of a device is said to be, and how to sign in there. */
export interface OnvifAccess {
  /** Name or IP literal, as typed. */
  readonly host: string
  readonly port: number
  readonly credentials: OnvifCredentials | null
}

export interface OpenSessionDeps extends OnvifSessionDeps {
  readonly allowed: AddressPolicy
  /** Ports to try where the one that was typed has no ONVIF service; by default those of the usual makers. */
  readonly otherPorts?: readonly number[]
}

const tlsPorts: readonly number[] = [443, 8443]

/** Faults that say: there is something, but no ONVIF at this port. */
const elsewhere: readonly string[] = ['refused', 'protocol', 'not_found', 'redirect']

/**
 * A session with a device whose clock is known. Where nothing that speaks ONVIF answers at the port, the usual other
 * ports of the same host are tried once, without credentials, and what answered is remembered.
 * @param signal ends the session, also later
 * @throws OnvifError: of the port that was typed, if no other answers
 */
export async function openSession(
  { host, port, credentials }: OnvifAccess,
  deps: OpenSessionDeps,
  signal: AbortSignal,
): Promise<OnvifSession> {
  const address = await resolveHost(host, deps.allowed, deps.clock)
  const typed = deps.devices?.of(host, port)
  const known = typed?.port ?? port
  const others = (deps.otherPorts ?? defaultOnvifPorts).filter((other) => other !== known)
  let failure: OnvifError | null = null
  for (const at of [known, ...others]) {
    const endpoint = { address, host, port: at, tls: tlsPorts.includes(at) }
    const session = new OnvifSession(endpoint, credentials, deps, signal)
    try {
      await meet(session)
      if (typed !== undefined) typed.port = at
      return session
    } catch (error) {
      session[Symbol.dispose]()
      if (!(error instanceof OnvifError)) throw error
      failure ??= error
      // A camera known to answer there is away for now; it has not moved to another port.
      if (!elsewhere.includes(error.fault) || (typed?.port ?? null) !== null) break
    }
  }
  throw failure ?? new OnvifError('refused', `nothing answers at ${host}: check the address`)
}

/** Measures the clock. @throws OnvifError where this is no ONVIF device */
async function meet(session: OnvifSession): Promise<void> {
  const { answer, status } = await session.measureClock()
  if (answer.kind !== 'not_soap') return
  const { host, port } = session.endpoint
  const where = `${host} port ${port}`
  throw failureOf(answer, { status, where, hasCredentials: false, isProven: false })
}
