/** What browsers have of Trusted Types (W3C); the types of the DOM do not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

const address = '/service-worker.js'

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The address of the service worker, as the page's policy lets it be loaded: the only one by this name. */
export function workerAddress(): string {
  policy ??= window.trustedTypes?.createPolicy('sightline-messages', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}
