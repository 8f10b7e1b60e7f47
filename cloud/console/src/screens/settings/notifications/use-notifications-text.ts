import type { notifications } from '../../../text/en/notifications.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type NotificationsText = typeof notifications

export const useNotificationsText = ownTextFiles<NotificationsText>({
  en: async () => (await import('../../../text/en/notifications.js')).notifications,
  de: async () => (await import('../../../text/de/notifications.js')).notifications,
})
