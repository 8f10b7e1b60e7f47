import type * as Release from './release.js'

/** Scripts that did not come: there was no line, or their release is gone. */
const missing = new WeakSet<Error>()

addEventListener('vite:preloadError', (event) => {
  const error = 'payload' in event ? event.payload : null
  if (!(error instanceof Error)) return
  missing.add(error)
  // By its own words the router would load the page anew at once, which without a line leaves nothing to look at.
  error.message = `a script did not come: ${error.message}`
})

export const isMissingScript = (error: unknown): boolean => error instanceof Error && missing.has(error)

/** Loads what may load the page anew (release.ts), and has it do so. It is mostly there: it comes after the first page. */
export function withRelease(act: (release: typeof Release) => void): void {
  import('./release.js').then(act).catch(() => {})
}
