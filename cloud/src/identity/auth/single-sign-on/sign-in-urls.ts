/** Below it are the addresses of one organisation. One for each, so that no issuer's answer can pass for another's. */
const base = '/api/v1/auth/single-sign-on'

/** Where an issuer sends browsers back. */
export const redirectUrlOf = (publicUrl: string, orgId: string): string =>
  `${publicUrl}${base}/${orgId}/callback`

/** Where a browser begins. */
export const startUrlOf = (publicUrl: string, orgId: string): string => `${publicUrl}${base}/${orgId}/start`

/** The page of the console for people of an organisation. */
export const signInUrlOf = (publicUrl: string, orgId: string): string => `${publicUrl}/login/${orgId}`
