const key = 'sightline.known'

/** Whether somebody was signed in here when this browser showed the console last: most likely they still are. */
export function knownHere(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/**
 * Keeps how the frame stands while somebody is signed in, or that nobody is (null): the page shows as much before its script
 * has run. Nobody is let in by it.
 */
export function rememberKnown(frame: 'small' | 'wide' | null): void {
  try {
    if (frame === null) localStorage.removeItem(key)
    else if (localStorage.getItem(key) !== frame) localStorage.setItem(key, frame)
  } catch {
    // A browser that keeps nothing: the page begins with the mark alone.
  }
}
