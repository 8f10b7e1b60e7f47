import { z } from 'zod'

/** What names of IANA begin with. Others have no slash, or are of one runtime alone (`SystemV/PST8PDT`). */
const regions =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\//i

/**
 * The names without a slash that JavaScript and PostgreSQL read alike. Three letters are mostly not: JavaScript takes `IST` for India and
 * `AST` for Alaska, PostgreSQL for Israel and the Atlantic, and `CET` as a fixed offset.
 */
const plain = new Set(
  (
    'UTC UCT GMT GMT0 GMT+0 GMT-0 Greenwich Universal Zulu EST5EDT CST6CDT MST7MDT PST8PDT Cuba Egypt Eire GB GB-Eire Hongkong Iceland ' +
    'Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo Poland Portugal PRC ROC ROK Singapore Turkey W-SU'
  )
    .toLowerCase()
    .split(' '),
)

/** Names by which Unicode's data, which JavaScript goes by, still calls zones that IANA calls otherwise. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Johnston', 'Pacific/Honolulu'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/**
 * Canonical names that were asked for: asking costs a tenth of a millisecond, and every site of every answer is asked for. There are
 * some hundred. What is invented, or spelled otherwise, is not kept: it would fill the memory for good.
 */
const known = new Set<string>()

/** The name that IANA gives the zone; null for one that JavaScript and PostgreSQL do not both know, or not as the same. */
export function canonicalTimezone(name: string): string | null {
  if (known.has(name)) return name
  const canonical = isReadAlike(name) ? canonicalOf(name) : null
  if (canonical === name) known.add(name)
  return canonical
}

const isReadAlike = (name: string): boolean =>
  (regions.test(name) && name.toLowerCase() !== 'us/pacific-new') || plain.has(name.toLowerCase())

function canonicalOf(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone === '' ? null : (renamed.get(timeZone) ?? timeZone)
  } catch {
    return null
  }
}

export const unknownTimezone = 'an IANA time zone such as Europe/Zurich'

/** An IANA time zone name that JavaScript and PostgreSQL read alike, in its canonical form. */
export const Timezone = z
  .string()
  .min(1)
  .max(64)
  .refine((name) => canonicalTimezone(name) !== null, unknownTimezone)
  .overwrite((name) => canonicalTimezone(name) ?? name)
