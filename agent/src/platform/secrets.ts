const mask = '***'

/** Below this many characters a value is too common a piece of text to be masked wherever it appears. */
const shortestSecret = 4

const patterns: readonly (readonly [RegExp, string])[] = [
  // user:password@ in any URL; the password may hold further @, so take all up to the last one.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/"'<>?#]*@/gi, `$1${mask}@`],
  [/\b(gw|sa)_[A-Za-z0-9_-]{8,}/g, `$1_${mask}`],
  [/\b(basic|bearer)\s+[A-Za-z0-9+/=._~-]{4,}/gi, `$1 ${mask}`],
  [/\b(response=\\*"?)[0-9a-f]{16,}/gi, `$1${mask}`],
  [
    /("(?:[a-z_]*password|passwd|secret|api_?key|token|authorization)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
    `$1"${mask}"`,
  ],
  [/(<(?:\w+:)?Password\b[^>]*>)[^<]*(<)/gi, `$1${mask}$2`],
  [/([?&](?:sig|signature|token|password|pwd|x-amz-[a-z-]+)=)[^&\s"']+/gi, `$1${mask}`],
]

/**
 * What must never be readable in a log line, an error or an answer: values registered while the agent
 * runs, and whatever looks like a credential.
 */
export interface Secrets {
  /** From now on `value` is masked, also where it appears escaped for JSON or percent-encoded. */
  add(value: string): void
  redact(text: string): string
}

export function createSecrets(): Secrets {
  const known = new Set<string>()
  return {
    add(value) {
      if (value.length < shortestSecret) return
      for (const form of [value, jsonEscaped(value), percentEncoded(value), xmlEscaped(value)])
        known.add(form)
    },
    redact(text) {
      let clean = text
      for (const value of known) clean = clean.replaceAll(value, mask)
      for (const [pattern, replacement] of patterns) clean = clean.replaceAll(pattern, replacement)
      return clean
    },
  }
}

function jsonEscaped(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

/** As in a URL; a lone surrogate has no such form. */
function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}

function xmlEscaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The secrets of this process. One set, because one redactor stands before every sink. */
export const secrets: Secrets = createSecrets()
