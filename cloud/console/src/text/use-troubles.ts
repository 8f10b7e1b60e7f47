import { use } from 'react'
import type { Troubles } from './en/troubles.js'
import type { Language } from './text.js'
import { useLanguage } from './use-text.js'

const files: Readonly<Record<Language, () => Promise<{ readonly troubles: Troubles }>>> = {
  en: () => import('./en/troubles.js'),
  de: () => import('./de/troubles.js'),
}
const loaded = new Map<Language, Promise<Troubles | null>>()

function load(language: Language): Promise<Troubles | null> {
  const known = loaded.get(language)
  if (known) return known
  const coming = files[language]().then(
    ({ troubles }) => troubles,
    () => null,
  )
  loaded.set(language, coming)
  return coming
}

/** What is said of faults and warnings, within a `Suspense`; null where the words did not come: then the service's stand there. */
export const useTroubles = (): Troubles | null => use(load(useLanguage()))
