import { useSyncExternalStore } from 'react'
import { at } from '../session/session-user.js'
import { type Language, languages } from '../text/text.js'

/** What a person set for this browser; it stays here. */
export interface SettingsHere {
  readonly theme: Theme
  /** Null: as the person's preferences and the browser have it. */
  readonly language: Language | null
  /** Null: small on stage pages of narrow screens. */
  readonly smallNavigation: boolean | null
  /** Whether characters alone are keys (WCAG 2.1.4). */
  readonly singleKeys: boolean
}

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export const themes = ['auto', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const key = 'sightline.settings'
const usual: SettingsHere = { theme: 'auto', language: null, smallNavigation: null, singleKeys: true }

/** Reads what was stored; whatever does not fit is as if it had not been set. */
export function readSettings(stored: string | null): SettingsHere {
  try {
    const found: unknown = JSON.parse(stored ?? '{}')
    const small = at(found, 'smallNavigation')
    return {
      theme: themes.find((one) => one === at(found, 'theme')) ?? usual.theme,
      language: languages.find((one) => one === at(found, 'language')) ?? null,
      smallNavigation: typeof small === 'boolean' ? small : null,
      singleKeys: at(found, 'singleKeys') !== false,
    }
  } catch {
    return usual
  }
}

const watchers = new Set<() => void>()
let current = readSettings(storedText())

function storedText(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that keeps nothing for this page.
    return null
  }
}

/** Changes settings in every tab of this browser. */
export function changeSettings(change: Partial<SettingsHere>): void {
  become({ ...current, ...change })
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // They hold until the tab is closed.
  }
}

function become(settings: SettingsHere): void {
  current = settings
  document.documentElement.dataset['theme'] = settings.theme
  for (const changed of watchers) changed()
}

addEventListener('storage', (event) => {
  if (event.key === key) become(readSettings(event.newValue))
})
become(current)

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export const currentSettings = (): SettingsHere => current

export const useSettings = (): SettingsHere => useSyncExternalStore(watch, () => current)
