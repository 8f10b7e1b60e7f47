/**
 * What a request asks for, as the router reads it, whichever form it comes in. What is decided by an address goes by this: a path that is
 * compared as it was sent is not the one that is routed, and the router takes other spellings of it.
 */

/** Also with the authority before it, as requests through proxies have it, and as a server has to take it (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** The path of a target: without the query, and with letters where it has them as `%61`. */
export function pathOf(target: string): string {
  const [path = ''] = originForm(target).split(/[?#]/, 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
