/** What browsers have of Trusted Types (W3C); the types of the DOM do not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedTypePolicy): TrustedTypePolicy
}

interface TrustedTypePolicy {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The policy that a page names which requires Trusted Types: `trusted-types sightline-player`. */
const policyName = 'sightline-player'

let policy: TrustedTypePolicy | null = null

/**
 * The address of the worker's program, as a page takes it that requires Trusted Types.
 * @throws TypeError if the page allows no policy of this name
 */
export function workerAddress(address: string): string {
  // A policy of one name can be made once.
  policy ??= window.trustedTypes?.createPolicy(policyName, { createScriptURL: (one) => one }) ?? null
  return policy ? policy.createScriptURL(address) : address
}
