/**
 * Until when somebody wants to be left alone (`notifications_paused_until` of their preferences), as long as that is ahead.
 * @param wished as the preferences hold it; what is no time is no pause
 * @returns null for somebody who is told of alerts
 */
export function pausedUntil(wished: string | null, now: Date): Date | null {
  const until = new Date(wished ?? Number.NaN)
  return until > now ? until : null
}
