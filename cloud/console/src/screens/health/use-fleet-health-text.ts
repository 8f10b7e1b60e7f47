import { ownTextFiles } from '../../text/use-own-text.js'

export const useFleetHealthText = ownTextFiles({
  en: async () => (await import('../../text/en/fleet-health.js')).fleetHealth,
  de: async () => (await import('../../text/de/fleet-health.js')).fleetHealth,
})
