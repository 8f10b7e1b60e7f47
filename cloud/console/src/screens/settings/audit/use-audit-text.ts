import type { audit } from '../../../text/en/audit.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type AuditText = typeof audit
export const useAuditText = ownTextFiles<AuditText>({
  en: async () => (await import('../../../text/en/audit.js')).audit,
  de: async () => (await import('../../../text/de/audit.js')).audit,
})
