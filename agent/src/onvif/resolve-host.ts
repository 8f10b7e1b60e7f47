import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { lookupName } from '../platform/lookup-name.js'
import { OnvifError } from './onvif-error.js'

const lookupTimeoutMs = 5000

/**
 * Resolves a host once and checks the result, so that what was checked is what is connected to.
 * @returns an IP literal that may be contacted; IPv4 before IPv6.
 * @throws OnvifError `dns` or `address`.
 */
export async function resolveHost(host: string, allowed: AddressPolicy, clock: Clock): Promise<string> {
  const addresses = await lookUp(host, clock)
  const permitted = addresses.find((address) => allowed(address) === null)
  if (permitted !== undefined) return permitted
  const [first] = addresses
  if (first === undefined) throw new OnvifError('dns', `${host} has no address: check the name`)
  throw new OnvifError('address', allowed(first) ?? `${first} may not be contacted`)
}

async function lookUp(host: string, clock: Clock): Promise<string[]> {
  let cancel = (): void => {}
  const tooLate = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(lookupTimeoutMs, () => reject(new Error('no answer of the name server')))
  })
  try {
    return await Promise.race([lookupName(host, { clock }), tooLate])
  } catch (error) {
    throw new OnvifError('dns', `${host} cannot be found: check the name, or enter the IP address`, error)
  } finally {
    cancel()
  }
}
