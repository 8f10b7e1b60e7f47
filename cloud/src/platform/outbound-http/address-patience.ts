import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * How long an address of a name that has several may take to answer before the next one is tried, ms: a round trip to the other
 * side of the world by a slow line, or a first packet that was lost (sent again after 1 s).
 */
const patienceMs = 1500

/**
 * Gives each address of a name this time: to be called once, as a program begins. Node gives 250 ms and then never comes back to
 * it. A receiver of webhooks, an issuer, a model or a store that is far away was never reached where its last address leads
 * nowhere, such as one of IPv6 where the service has IPv4 alone.
 */
export function letSlowAddressesAnswer(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(patienceMs)
}
