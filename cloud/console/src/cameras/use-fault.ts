import { useLanguage } from '../text/use-text.js'
import { useTroubles } from '../text/use-troubles.js'
import { sentenceOf } from './fault-sentence.js'

interface Told {
  readonly cause: string | null
  readonly message: string
  readonly remedy: string | null
}

/** Why a camera gives no pictures, in the words of the page. */
export interface Fault {
  readonly message: string
  readonly remedy: string | null
  /** As the service says it, in English, where that names the address; else null. */
  readonly detail: string | null
}

/** What the service tells of a camera, in the words of the page, within a `Suspense`; a cause that it does not know as it is told. */
export function useFault(): (told: Told) => Fault {
  const faults = useTroubles()?.faults
  return ({ cause, message, remedy }) => {
    const known = cause === null ? undefined : faults?.[cause]
    if (!known) return { message: sentenceOf(message), remedy, detail: null }
    return { ...known, detail: message.includes(`(${cause})`) ? sentenceOf(message) : null }
  }
}

interface Warned {
  readonly code: string
  readonly stream: 'main' | 'sub' | null
  readonly value: number | null
  readonly message: string
  readonly remedy: string
}

/** What of a camera works and could be better, in the words of the page, within a `Suspense`. */
export function useWarning(): (warned: Warned) => { readonly message: string; readonly remedy: string } {
  const troubles = useTroubles()
  const language = useLanguage()
  const rounded = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return ({ code, stream, value, message, remedy }) => {
    const known = troubles?.warnings[code]
    // Few say a value, and those have one.
    return (
      known?.(rounded.format(Math.abs(value ?? 0)), troubles?.streams[stream ?? 'any'] ?? '') ?? {
        message,
        remedy,
      }
    )
  }
}
