/** Speeds that are offered, times real time. */
export const speeds = [0.25, 0.5, 1, 2, 4, 8] as const

/** What a clip may be played at; as it is for what is no number. */
export function speedWithin(times: number): number {
  return Number.isNaN(times) ? 1 : Math.min(8, Math.max(0.25, times))
}

/** The next speed that is offered, also from one between them. @param by 1 for a faster one, -1 for a slower */
export function speedBeside(times: number, by: 1 | -1): number {
  const next = by === 1 ? speeds.find((one) => one > times) : speeds.findLast((one) => one < times)
  return next ?? speedWithin(times)
}
