import type { Role } from '@sightline/protocol'

/**
 * Who may call a route. Every route declares it as `config.access`:
 * - `public`: anyone; credentials are not checked.
 * - `signed`: whoever holds the signed address; the handler verifies the signature.
 * - `authenticated`: any person or key.
 * - `user`: a person; a key is refused (routes about oneself).
 * - `atLeast(role)`: a person or key of that role or above.
 * - `gateway`: a gateway with its `gw_` key.
 */
export type Access = 'public' | 'signed' | 'authenticated' | 'user' | 'gateway' | { readonly atLeast: Role }
