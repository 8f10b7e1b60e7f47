import { eventDeeds as de } from '../../text/de/event-deeds.js'
import { eventDeeds as en } from '../../text/en/event-deeds.js'
import { ownText } from '../../text/use-own-text.js'

export const useEventDeedsText = ownText({ en, de })
