import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * How long an address of a name that has several may take to answer before the next one is tried, ms: a round trip over
 * satellite or a full radio cell, or a first packet that was lost (sent again after 1 s).
 */
const patienceMs = 1500

/**
 * Gives each address of a name this time: to be called once, as a program begins. Node gives 250 ms and then never comes
 * back to it. On a slow line a cloud was never reached whose last address nobody answers at, such as the one of IPv4 where a
 * site has IPv6 alone, or one of IPv6 where it has none.
 */
export function letSlowAddressesAnswer(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(patienceMs)
}
