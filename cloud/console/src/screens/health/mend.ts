import type { TroubledCamera } from '../../api/health.js'

type Deed = 'password' | 'connection' | 'findOut' | 'how'

/** What of a camera mends a trouble, and where it is done. */
export interface Mend {
  readonly deed: Deed
  readonly tab: 'settings' | 'health'
}

/** Causes that another address, port or path mends. */
const ofConnection: ReadonlySet<string> = new Set([
  'dns',
  'refused',
  'not_found',
  'not_rtsp',
  'address',
  'tls',
  'redirect',
  'unpaired',
])

/** The button of a camera that needs somebody, or that could be better. @param mayChange its settings */
export function mendOf({ connectivity }: Pick<TroubledCamera, 'connectivity'>, mayChange: boolean): Mend {
  const { ok, cause } = connectivity
  if (ok || cause === null) return { deed: 'how', tab: 'health' }
  if (mayChange && cause === 'auth') return { deed: 'password', tab: 'settings' }
  if (mayChange && ofConnection.has(cause)) return { deed: 'connection', tab: 'settings' }
  return { deed: 'findOut', tab: 'health' }
}
