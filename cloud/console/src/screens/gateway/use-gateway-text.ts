import { ownTextFiles } from '../../text/use-own-text.js'

export const useGatewayText = ownTextFiles({
  en: async () => (await import('../../text/en/gateway.js')).gateway,
  de: async () => (await import('../../text/de/gateway.js')).gateway,
})
