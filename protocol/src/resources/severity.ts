import { z } from 'zod'

/** How grave something is, from the least to the gravest. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const

export const Severity = z.enum(severities)

export type Severity = z.infer<typeof Severity>

/** 0 for `info` up to 4 for `critical`, so that two can be compared. */
export function severityRank(severity: Severity): number {
  return severities.indexOf(severity)
}
