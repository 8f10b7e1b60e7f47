/** The hour at which a night is over for whoever wants to be left alone. */
const morning = 7

/** Seven o'clock of this machine's zone, the next one. */
export function nextMorning(now: Date): Date {
  const at = new Date(now)
  at.setHours(morning, 0, 0, 0)
  if (at <= now) at.setDate(at.getDate() + 1)
  return at
}
