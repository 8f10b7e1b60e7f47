import { canonicalTimezone } from '@sightline/protocol'

/** What JavaScript takes and leaves as it is, though PostgreSQL has it for something else or not at all. */
const former: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  HST: 'Pacific/Honolulu',
  MET: 'Europe/Brussels',
  MST: 'America/Phoenix',
  WET: 'Europe/Lisbon',
  'SYSTEMV/AST4': 'America/Puerto_Rico',
  'SYSTEMV/AST4ADT': 'America/Halifax',
  'SYSTEMV/CST6': 'America/Regina',
  'SYSTEMV/CST6CDT': 'America/Chicago',
  'SYSTEMV/EST5': 'America/Panama',
  'SYSTEMV/EST5EDT': 'America/New_York',
  'SYSTEMV/HST10': 'Pacific/Honolulu',
  'SYSTEMV/MST7': 'America/Phoenix',
  'SYSTEMV/MST7MDT': 'America/Denver',
  'SYSTEMV/PST8': 'Etc/GMT+8',
  'SYSTEMV/PST8PDT': 'America/Los_Angeles',
  'SYSTEMV/YST9': 'Etc/GMT+9',
  'SYSTEMV/YST9YDT': 'America/Anchorage',
}

/** Zones whose clocks stand to UTC by a part of an hour, and never change. */
const partsOfHours: Readonly<Record<string, string>> = {
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
  '-09:30': 'Pacific/Marquesas',
}

/**
 * Stored names that were asked for. What is no name today was one to an earlier node, or to one of the earlier release that runs beside
 * this one still, on a newer Node: there are a few of them, and each is asked for with every event.
 */
const known = new Map<string, string | null>()
const mostKnown = 500

/** The zone of today that a stored name means, as people were shown it; null where there is none. */
export function storedTimezone(name: string): string | null {
  const before = known.get(name)
  if (before !== undefined) return before
  const read = canonicalTimezone(name) ?? offsetZone(name) ?? canonicalTimezone(formerZone(name))
  if (known.size < mostKnown) known.set(name, read)
  return read
}

/** By which clocks times are told where a stored name says a zone: UTC where it says none. */
export const clockZone = (name: string): string => storedTimezone(name) ?? 'UTC'

/** `+01:00`, `-0530` or `+01`, which Node takes from version 22 on. */
function offsetZone(name: string): string | null {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(name) ?? []
  if (sign === undefined || hours === undefined) return null
  if (minutes !== '00') return partsOfHours[`${sign}${hours}:${minutes}`] ?? null
  // What is ahead of UTC has a minus in these names.
  return canonicalTimezone(Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`)
}

function formerZone(name: string): string {
  const zone = former[name.toUpperCase()]
  if (zone !== undefined) return zone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return name
  }
}
