import { type Kind, kinds } from '../events/kind.js'

/** What the strip is drawn with, as the theme of the page has it now. */
export interface Colours {
  readonly kinds: Readonly<Record<Kind, string>>
  readonly accent: string
  readonly alarm: string
  readonly warn: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly line: string
  readonly lane: string
  readonly night: string
  readonly ground: string
  readonly font: string
}

/** Reads the tokens in force at an element. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const [person, vehicle, animal, security, movement, signal] = kinds.map((kind) => token(`kind-${kind}`))
  return {
    kinds: {
      person: person ?? '',
      vehicle: vehicle ?? '',
      animal: animal ?? '',
      security: security ?? '',
      movement: movement ?? '',
      signal: signal ?? '',
    },
    accent: token('accent'),
    alarm: token('alarm'),
    warn: token('warn'),
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    line: token('line-strong'),
    lane: token('surface-2'),
    night: token('surface-3'),
    ground: token('surface'),
    font: `11px ${token('font')}`,
  }
}
