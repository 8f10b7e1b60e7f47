import { credentialForms } from '../rtsp/credential-forms.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { capturedHost } from './capture-format.js'

/** What must not be in a capture. */
export interface Private {
  /** Name or address of the camera, as it was connected to and as it was typed. */
  readonly hosts: readonly string[]
  /** User names and passwords, in whatever form they may stand in a text. */
  readonly words: readonly string[]
}

const removed = '***'

/** The forms in which an account may stand in a text, also where a camera repeats what it was sent. */
export function accountWords(account: StreamCredentials): string[] {
  return credentialForms(account).flatMap(({ username, password }) => [
    ...[username, password].flatMap((word) => [word, encodeURIComponent(word)]),
    Buffer.from(`${username}:${password}`, 'utf8').toString('base64'),
  ])
}

/** A message of RTSP as it may be handed on: nothing in it shows who logs in, with what, or where the camera is. */
export function withoutSecrets(text: string, { hosts, words }: Private): string {
  const masked = text
    .replace(/^((?:proxy-)?authorization:[ \t]*[\w-]+).*$/gim, `$1 ${removed}`)
    .replace(/(\bresponse="?)[0-9a-f]{16,}/gi, `$1${removed}`)
    .replace(/(\brtsps?:\/\/)[^/?#\s@]*@/gi, '$1')
    .replace(/([?&;](?:user(?:name)?|pass(?:word|wd)?|pwd|usr|auth|token)=)[^&;#\s]*/gi, `$1${removed}`)
  const withoutWords = longestFirst(words).reduce((rest, word) => rest.replaceAll(word, removed), masked)
  return longestFirst(hosts).reduce((rest, host) => replaceHost(rest, host), withoutWords)
}

/**
 * A word that is part of a longer one goes last. Words of up to three letters stay: they stand in a text by chance, and
 * the places where an account stands were cleared before.
 */
function longestFirst(words: readonly string[]): string[] {
  return [...new Set(words)].filter(({ length }) => length > 3).toSorted((a, b) => b.length - a.length)
}

/** Only where it stands by itself: an address may begin like a longer one. */
function replaceHost(text: string, host: string): string {
  const literal = host.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replace(new RegExp(`(?<![\\w.-])\\[?${literal}\\]?(?![\\w.-])`, 'gi'), capturedHost)
}
