import type { LiveSubscription } from './live-subscription.js'

/** While pictures are due, while keyframes are, and else (`alive` comes). */
const silenceMs = { full: 3300, keys: 15_000, quiet: 25_000 } as const

/** Silence after which a line is taken for dead, and another socket is opened beside. */
export function mostSilenceMs(watched: readonly Pick<LiveSubscription, 'isDue' | 'mode'>[]): number {
  const due = watched.filter(({ isDue }) => isDue)
  if (due.some(({ mode }) => mode === 'full')) return silenceMs.full
  return due.length > 0 ? silenceMs.keys : silenceMs.quiet
}

/** A look at a line that comes this much too late, ms: the machine slept, and its sockets may be dead without knowing. */
export const sleptMs = 5000
/** One that does is no moment to judge, ms: what came meanwhile is heard after it. Who is always late judges each other time. */
export const lateMs = 1000
