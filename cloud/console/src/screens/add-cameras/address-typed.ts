/** What somebody typed for a camera that is not in the list. */
export type Typed =
  | { readonly kind: 'link'; readonly url: string }
  /** The gateway can look there. */
  | { readonly kind: 'place'; readonly target: string; readonly isNetwork: boolean }
  | { readonly kind: 'none' }

const link = /^rtsps?:\/\/[^/\s]/i
const network = /^(\d{1,3}\.){3}\d{1,3}\/\d{2}$/
const host = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i

export function readTyped(typed: string): Typed {
  const text = typed.trim()
  if (link.test(text)) return { kind: 'link', url: text }
  if (network.test(text)) return { kind: 'place', target: text, isNetwork: true }
  return host.test(text) ? { kind: 'place', target: text, isNetwork: false } : { kind: 'none' }
}

/** An RTSP link and the account that stood in it. */
interface LinkParts {
  readonly url: string
  /** Null: none stood in it. */
  readonly account: { readonly username: string; readonly password: string } | null
}

const withAccount = /^(rtsps?:\/\/)([^/]*)@(.*)$/i

/** Takes the account out of a link: it goes into its own fields, and a password is never part of an address. */
export function splitAccount(url: string): LinkParts {
  const [, scheme = '', account = '', rest = ''] = withAccount.exec(url.trim()) ?? []
  if (scheme === '') return { url: url.trim(), account: null }
  const colon = account.indexOf(':')
  const [username, password] = colon < 0 ? [account, ''] : [account.slice(0, colon), account.slice(colon + 1)]
  return { url: scheme + rest, account: { username: decoded(username), password: decoded(password) } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // It was typed as it is.
    return text
  }
}

/** Host and port of a link; null for what is none. The port of RTSP is 554 where none is named. */
export function placeOf(url: string): { readonly host: string; readonly port: number } | null {
  const [, name, port] = /^rtsps?:\/\/(?:[^/]*@)?([^/:]+)(?::(\d{1,5}))?(?:[/?]|$)/i.exec(url.trim()) ?? []
  return name === undefined ? null : { host: name, port: port === undefined ? 554 : Number(port) }
}
