import type { LiveSubscription } from './live-subscription.js'

/** While pictures are due, while keyframes are, and else (`alive` comes). */
const silenceMs = { full: 3300, keys: 15_000, quiet: 25_000 } as const

/** Silence after which a line is taken for dead, and another socket is opened beside. */
export function mostSilenceMs(watched: readonly Pick<LiveSubscription, 'isDue' | 'mode'>[]): number {
  const due = watched.filter(({ isDue }) => isDue)
  if (due.some(({ mode }) => mode === 'full')) return silenceMs.full
  return due.length > 0 ? silenceMs.keys : silenceMs.quiet
}
