const key = 'sightline.sign-in-by'

/** The organisation whose people sign in here by its issuer, and where the issuer left off. */
export interface SignInPlace {
  readonly orgId: string
  /** Why the last try did not let anybody in; null: it did, or there was none. */
  readonly problem: string | null
}

/** Reads the address of the sign-in page of an organisation. @returns null for any other page */
export function signInPlaceIn({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): SignInPlace | null {
  const [, orgId] = /^\/login\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(pathname) ?? []
  return orgId === undefined
    ? null
    : { orgId: orgId.toLowerCase(), problem: new URLSearchParams(search).get('problem') }
}

/** The organisation whose sign-in page was used in this browser last: its issuer is offered wherever somebody signs in. */
export function signInPlaceHere(): SignInPlace | null {
  const named = signInPlaceIn(location)
  if (named) return named
  try {
    const orgId = localStorage.getItem(key)
    return orgId === null ? null : { orgId, problem: null }
  } catch {
    return null
  }
}

/** @param orgId whose people sign in here by an issuer; null: theirs has none any more */
export function rememberSignInPlace(orgId: string | null): void {
  try {
    if (orgId === null) localStorage.removeItem(key)
    else localStorage.setItem(key, orgId)
  } catch {
    // A browser that keeps nothing: the address of the page says it.
  }
}
