/** Resolves once the scripts of the page have run: they may have something to say to a player that stands in its markup. */
export const pageReady: Promise<void> = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve()
  document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  addEventListener('load', () => resolve(), { once: true })
})
