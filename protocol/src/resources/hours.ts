import { z } from 'zod'

/** Days of the week, Monday first. */
export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof Weekday>

/** `HH:MM`, from 00:00 to 23:59. */
export const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM, two digits each, from 00:00 to 23:59')

/** The days on which hours begin, each once. */
export const WeekdaysOfHours = z
  .array(Weekday)
  .min(1, 'name at least one day')
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'each day once')

/**
 * Hours of the day by the clock of a place, as fields of a shape. A shape that takes them refines itself by
 * `hoursAreSome`.
 */
export const hours = {
  from: ClockTime.describe('HH:MM, included'),
  to: z
    .union([ClockTime, z.literal('24:00')], { error: 'HH:MM, or 24:00 for the end of the day' })
    .describe(
      'HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day',
    ),
}

/** Hours that begin when they end could be none or all. */
export const hoursAreSome = [
  ({ from, to }: { from: string; to: string }) => from !== to,
  { message: 'from and to differ; the whole day is 00:00 to 24:00', path: ['to'] },
] satisfies Parameters<z.ZodObject<typeof hours>['refine']>
