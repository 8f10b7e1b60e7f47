const key = 'sightline.sign-out'

/** Whether somebody signed out of this browser and the service does not know: the cookie is good still, and must not sign them in. */
export function signOutPending(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Keeps that the service is still to be told, or that it has been. */
export function rememberSignOut(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing: signing out holds for this tab alone.
  }
}
