/** What a page may load and reach besides its own scripts and styles. */
export interface PageNeeds {
  /** Where clips and pictures come from, such as `https://clips.example.com/bucket`; '' is this service. */
  readonly media: readonly string[]
  /** Address of this service, if the page plays live pictures over its socket; null: it does not. */
  readonly live: string | null
  /** Whether it is the console: fonts, a manifest, and scripts that make no script from text (Trusted Types). */
  readonly isConsole?: boolean
}

/** The Content-Security-Policy of a page: own scripts and styles, what it needs, and nothing else. */
export function contentPolicy({ media, live, isConsole = false }: PageNeeds): string {
  const shown = ["'self'", ...new Set(media.map(originOf))].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${["'self'", ...(live === null ? [] : [socketOrigin(live)])].join(' ')}`,
    `img-src ${shown}${isConsole ? ' blob:' : ''}`,
    `media-src ${shown}${live === null ? '' : ' blob:'}`,
    // The player decodes in a worker of its own or plays from memory; the console has one that shows messages.
    ...(live === null ? [] : [`worker-src blob:${isConsole ? " 'self'" : ''}`]),
    ...(isConsole
      ? [
          "font-src 'self'",
          "manifest-src 'self'",
          "require-trusted-types-for 'script'",
          'trusted-types sightline-player sightline-messages',
        ]
      : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const originOf = (url: string): string => (url === '' ? "'self'" : new URL(url).origin)

/** Where a page at this address opens its socket; browsers before 2023 do not take 'self' for it. */
const socketOrigin = (url: string): string => (url === '' ? "'self'" : originOf(url).replace(/^http/, 'ws'))
