import type { gateways } from '../text/en/gateways.js'
import { ownTextFiles } from '../text/use-own-text.js'

export type GatewaysText = typeof gateways
export const useGatewaysText = ownTextFiles<GatewaysText>({
  en: async () => (await import('../text/en/gateways.js')).gateways,
  de: async () => (await import('../text/de/gateways.js')).gateways,
})
