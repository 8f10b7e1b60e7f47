const mask = '***'

/** Below this many characters a value is too common a piece of text to be masked wherever it appears. */
const shortestSecret = 4

const patterns: readonly (readonly [RegExp, string])[] = [
  // user:password@ in any URL; the password may hold further @, so take all up to the last one.
  [/(:\/\/)[^\s/"'<>?#]*@/gi, `$1${mask}@`],
  [/\b(gw|sa|rl)_[A-Za-z0-9_-]{8,}/g, `$1_${mask}`],
  [/\b(basic|bearer)\s+[A-Za-z0-9+/=._~-]{4,}/gi, `$1 ${mask}`],
  [/\b(response=\\*"?)[0-9a-f]{16,}/gi, `$1${mask}`],
  [
    /("(?:[a-z_]*password|passwd|secret|api_?key|token|authorization)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
    `$1"${mask}"`,
  ],
  [/(<(?:\w+:)?Password\b[^<>]*>)[^<]*(<)/gi, `$1${mask}$2`],
  [/([?&](?:sig|signature|token|password|pwd|x-amz-[a-z-]+)=)[^&\s"']+/gi, `$1${mask}`],
]

/** Takes values that must never be readable. */
export interface SecretGuard {
  /** From now on `value` is masked, also where it appears escaped for JSON or percent-encoded. */
  add(value: string): void
}

/** Values that are masked while something lasts, and then forgotten: to mask a value is to know it. */
export interface SecretScope extends SecretGuard {
  /** Forgets what was added here, unless it was added elsewhere too. What is added later is not taken. */
  end(): void
}

/**
 * What must never be readable in a log line, an error or an answer: values registered while the agent
 * runs, and whatever looks like a credential.
 */
export interface Secrets extends SecretGuard {
  scope(): SecretScope
  redact(text: string): string
}

export function createSecrets(): Secrets {
  const known = new Map<string, { holders: number; readonly forms: readonly string[] }>()
  const hold = (value: string) => {
    const entry = known.get(value)
    if (entry) entry.holders += 1
    else known.set(value, { holders: 1, forms: formsOf(value) })
  }
  const release = (value: string) => {
    const entry = known.get(value)
    if (entry) entry.holders -= 1
    if (entry?.holders === 0) known.delete(value)
  }
  const always = new Set<string>()
  return {
    add(value) {
      if (value.length < shortestSecret || always.has(value)) return
      always.add(value)
      hold(value)
    },
    scope() {
      const held = new Set<string>()
      let over = false
      return {
        add(value) {
          if (over || value.length < shortestSecret || held.has(value)) return
          held.add(value)
          hold(value)
        },
        end() {
          over = true
          for (const value of held) release(value)
          held.clear()
        },
      }
    },
    redact(text) {
      let clean = text
      for (const { forms } of known.values()) for (const form of forms) clean = clean.replaceAll(form, mask)
      for (const [pattern, replacement] of patterns) clean = clean.replaceAll(pattern, replacement)
      return clean
    },
  }
}

/** The ways in which a value appears in text. */
function formsOf(value: string): string[] {
  return [...new Set([value, jsonEscaped(value), percentEncoded(value), xmlEscaped(value)])]
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
