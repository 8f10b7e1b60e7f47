import { push as de } from '../text/de/push.js'
import { push as en } from '../text/en/push.js'
import { useLanguage } from '../text/use-text.js'

const texts: Readonly<Record<ReturnType<typeof useLanguage>, typeof en>> = { en, de }

/** The words of messages in a browser. They come with what says them, and not with the first page. */
export const usePushText = (): typeof en => texts[useLanguage()]
