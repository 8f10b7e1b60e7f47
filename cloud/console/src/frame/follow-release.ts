import { lookForRelease, losesNothing, pageChanged, takeRelease } from './release.js'

/** Nobody sits before a page that was not touched for so long, ms. */
const quietMs = 5 * 60_000
/** A tab that is looked at again asks for the release no oftener, ms. */
const releaseCheckMs = 10 * 60_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']

/**
 * Loads the new release of the service once it is known and loses nobody anything: when somebody goes to another page, while
 * nobody sees the tab, and after a rest.
 *
 * @param onPageChanged calls what it is given each time that somebody came to another page; gives back how that ends
 * @returns ends it
 */
export function followRelease(onPageChanged: (act: () => void) => () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let touchedAt = performance.now()
  let lookedAt = performance.now()
  const touched = (): void => {
    touchedAt = performance.now()
  }
  const takeIfCalm = (): void => {
    if (!losesNothing()) return
    if (document.hidden || performance.now() - touchedAt > quietMs) takeRelease()
  }
  for (const kind of touches) addEventListener(kind, touched, { capture: true, passive: true, signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      takeIfCalm()
      if (document.hidden || performance.now() - lookedAt < releaseCheckMs) return
      lookedAt = performance.now()
      void lookForRelease()
    },
    { signal },
  )
  const timer = setInterval(takeIfCalm, 60_000)
  const ended = onPageChanged(() => {
    pageChanged()
    if (losesNothing()) takeRelease()
  })
  return () => {
    stop.abort()
    clearInterval(timer)
    ended()
  }
}
