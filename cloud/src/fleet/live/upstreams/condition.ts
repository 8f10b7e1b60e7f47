import type { Trouble } from './try-outcome.js'

/**
 * How an upstream stands.
 * - starting: asked for, nothing came yet.
 * - flowing: frames come.
 * - stalled: none come for a time, or the way to them broke; it is tried again where waiting helps.
 */
export type Condition =
  | { readonly kind: 'starting' }
  /** @param limitation what the site leaves out for want of a line, for a person; null: nothing */
  | { readonly kind: 'flowing'; readonly limitation: string | null }
  | { readonly kind: 'stalled'; readonly trouble: Trouble }

/** Pictures came, and come no more. */
export const silence: Trouble = {
  reason: null,
  message: 'No picture has come from the camera for some seconds.',
  passes: true,
}
/** The media socket is open, and nothing came over it. */
export const nothingSent: Trouble = {
  reason: 'gateway_silent',
  message: 'The gateway has opened the way for the picture, and sends none.',
  passes: true,
}

/** Whether the other one is no news. */
export function isSame(a: Condition, b: Condition): boolean {
  if (a.kind === 'flowing' && b.kind === 'flowing') return a.limitation === b.limitation
  if (a.kind !== 'stalled' || b.kind !== 'stalled') return a.kind === b.kind
  return a.trouble.reason === b.trouble.reason && a.trouble.message === b.trouble.message
}
