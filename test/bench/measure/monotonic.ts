/** Milliseconds of the machine's monotonic clock, which every process of it reads alike. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
