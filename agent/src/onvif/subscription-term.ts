import type { TermForm } from './device-memory.js'

/** What we ask for, ms. In seconds, because some cameras misread minutes. */
export const wantedTermMs = 600_000
/** Renewals closer than this bring some cameras down, ms. */
const floorMs = 60_000
/** Between the renewals of a term that is shorter than the floor and that pulling does not extend, ms. */
const shortFloorMs = 20_000
/** A term beyond what was asked for by more than this was misread, ms. */
const slackMs = 60_000

/** How the end of a subscription is written, or null where it is left to the camera. */
export function termText(form: TermForm, cameraNowMs: number): string | null {
  switch (form) {
    case 'relative':
      return `PT${wantedTermMs / 1000}S`
    case 'absolute':
      return new Date(cameraNowMs + wantedTermMs).toISOString().replace(/\.\d+Z$/, 'Z')
    case 'none':
      return null
  }
}

/** Whether a camera misread the span that it was asked for: it granted nothing, or far too much. Less is its right. */
export function isMisread(termMs: number | null): boolean {
  return termMs !== null && (termMs <= 0 || termMs > wantedTermMs + slackMs)
}

/**
 * When to renew, ms after the grant: at 80 % of it, at least a minute. A shorter grant is renewed within its term, if
 * that leaves at least 20 s; one that is shorter still lives by pulling, or is made anew.
 */
export function renewAfterMs(termMs: number | null): number {
  const granted = termMs === null || termMs <= 0 ? wantedTermMs : Math.min(termMs, wantedTermMs)
  const due = granted * 0.8
  return due >= floorMs ? due : Math.max(due, shortFloorMs)
}
