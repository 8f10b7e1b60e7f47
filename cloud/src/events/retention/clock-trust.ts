const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** A leap of PostgreSQL's clock between two readings beyond this is not believed. */
const mostLeapMs = 7 * dayMs
/** How long gateways have to agree with a clock that leapt. */
const agreementMs = dayMs
/** Readings further apart than this do not continue an agreement. */
const mostGapMs = 3 * hourMs

/** What is known of PostgreSQL's clock, by which old evidence is removed. All times are its own. */
export interface ClockTrust {
  /** When it was believed last; null: never read. */
  readonly believedAt: Date | null
  /** Since when it is not believed; null: it is. */
  readonly doubtedSince: Date | null
  /** Since when the gateways have agreed with it at every reading of the doubt. */
  readonly agreedSince: Date | null
  readonly readAt: Date | null
}

/** What a reading of the clocks found. */
export interface ClockReading {
  /** PostgreSQL's time. */
  readonly now: Date
  /** Gateways on line that say what time it is, and those of them within an hour of it. */
  readonly heard: number
  readonly agreeing: number
}

/**
 * Whether a clock is believed now. One that leapt by more than a week since it was believed last, either way, is not,
 * until more than half of the gateways that are heard have agreed with it for a day without a break, or it is back.
 * A service that was off for longer looks the same, and waits alike.
 */
export function nextTrust(trust: ClockTrust, reading: ClockReading): ClockTrust {
  const { now } = reading
  const believed = { believedAt: now, doubtedSince: null, agreedSince: null, readAt: now }
  if (trust.believedAt === null || apart(now, trust.believedAt) <= mostLeapMs) return believed
  const agreedSince = reading.agreeing * 2 > reading.heard ? continued(trust, now) : null
  if (agreedSince && now.getTime() - agreedSince.getTime() >= agreementMs) return believed
  return { ...trust, doubtedSince: trust.doubtedSince ?? now, agreedSince, readAt: now }
}

/** Since when an agreement that is seen now has lasted. */
function continued({ agreedSince, readAt }: ClockTrust, now: Date): Date {
  const isUnbroken = readAt !== null && readAt <= now && apart(now, readAt) <= mostGapMs
  return isUnbroken ? (agreedSince ?? now) : now
}

const apart = (one: Date, other: Date): number => Math.abs(one.getTime() - other.getTime())
