import type { StreamCredentials } from './parse-rtsp-url.js'

/**
 * The ways in which an account can be meant. A password with escapes such as %40 in a field of its own is most
 * likely meant as it stands, but people also copy it out of an address: then it is meant decoded.
 * @param typed as it was written in an address, where it was: then the decoded form is the likelier one.
 */
export function credentialForms(
  given: StreamCredentials,
  typed: StreamCredentials | null = null,
): StreamCredentials[] {
  const other = typed ?? { username: decoded(given.username), password: decoded(given.password) }
  const isSame = other.username === given.username && other.password === given.password
  return isSame ? [given] : [given, other]
}

/** What is no valid percent-encoding, or would hide control characters, was meant as it stands. */
function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return /\p{Cc}/u.test(plain) ? text : plain
  } catch {
    return text
  }
}
