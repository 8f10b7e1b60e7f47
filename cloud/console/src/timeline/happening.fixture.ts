import type { Happening } from './happening.js'

/** An event of a test. Seconds. */
export function happened(id: string, from: number, to: number, rest: Partial<Happening> = {}): Happening {
  return {
    id,
    kind: 'movement',
    from: from * 1000,
    to: to * 1000,
    triggeredAt: from * 1000,
    clip: 'ready',
    alert: null,
    isStarred: false,
    category: 'motion',
    snapshot: null,
    summary: null,
    isByHand: false,
    ...rest,
  }
}
