import type { AddressPolicy } from '../platform/address-policy.js'
import { defaultOnvifPorts, isTlsPort } from './default-ports.js'
import type { OnvifCredentials, OnvifSessionDeps } from './onvif-endpoint.js'
import { OnvifError } from './onvif-error.js'
import { OnvifSession } from './onvif-session.js'
import { resolveHost } from './resolve-host.js'
import { failureOf } from './session-failure.js'
import type { SendOptions } from './session-wire.js'

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

/** What speaks no TLS may wait for more of what it takes for its own protocol, ms. */
const secondLookMs = 5000

/** Faults that say: there is something, but no ONVIF at this port. */
const elsewhere: readonly string[] = ['refused', 'protocol', 'not_found', 'redirect']

/**
 * A session with a device whose clock is known. Where something else than ONVIF answers at the port it may be HTTPS, at
 * whatever port; then the usual other ports of the same host are tried once. All that is without credentials, and what
 * answered is remembered.
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
  const tls = typed?.tls ?? isTlsPort(known)
  const places = [
    { at: known, tls, isSecondLook: false },
    // Never the other way round: what is to be encrypted is not asked for in the clear.
    ...(tls ? [] : [{ at: known, tls: true, isSecondLook: true }]),
    ...others.map((other) => ({ at: other, tls: isTlsPort(other), isSecondLook: false })),
  ]
  let failure: OnvifError | null = null
  for (const place of places) {
    if (place.isSecondLook && failure?.fault !== 'protocol') continue
    const endpoint = { address, host, port: place.at, tls: place.tls }
    const session = new OnvifSession(endpoint, credentials, deps, signal)
    try {
      await meet(session, place.isSecondLook ? { timeoutMs: secondLookMs } : {})
      if (typed !== undefined) {
        typed.port = place.at
        typed.tls = place.tls
      }
      return session
    } catch (error) {
      session[Symbol.dispose]()
      if (!(error instanceof OnvifError)) throw error
      failure ??= error
      // A camera known to answer there is away for now; it has not moved to another port.
      if ((!place.isSecondLook && !elsewhere.includes(error.fault)) || (typed?.port ?? null) !== null) break
    }
  }
  throw failure ?? new OnvifError('refused', `nothing answers at ${host}: check the address`)
}

/** Measures the clock. @throws OnvifError where this is no ONVIF device */
async function meet(session: OnvifSession, options: SendOptions): Promise<void> {
  const { answer, status } = await session.measureClock(options)
  if (answer.kind !== 'not_soap') return
  const { host, port } = session.endpoint
  const where = `${host} port ${port}`
  throw failureOf(answer, { status, where, hasCredentials: false, isProven: false })
}
