import { secondFactor as de } from '../text/de/second-factor.js'
import { secondFactor as en } from '../text/en/second-factor.js'
import { useLanguage } from '../text/use-text.js'

export type SecondFactorText = typeof en

const texts: Readonly<Record<ReturnType<typeof useLanguage>, SecondFactorText>> = { en, de }

/** The words of second factors. They come with what says them, and not with the page that signs in. */
export const useSecondFactorText = (): SecondFactorText => texts[useLanguage()]
