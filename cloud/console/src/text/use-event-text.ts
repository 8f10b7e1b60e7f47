import type { event } from './en/event.js'
import { ownTextFiles } from './use-own-text.js'

export type EventText = typeof event

/** The words of an event, which several screens say. */
export const useEventText = ownTextFiles<EventText>({
  en: async () => (await import('./en/event.js')).event,
  de: async () => (await import('./de/event.js')).event,
})
