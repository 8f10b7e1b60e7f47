/** A time as people read it: `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function durationText(totalSec: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(totalSec / unit))
  if (days) return `${days} d ${(hours ?? 0) % 24} h`
  if (hours) return `${hours} h ${(minutes ?? 0) % 60} min`
  return minutes ? `${minutes} min` : `${Math.round(totalSec)} s`
}

/** A size as people read it, in powers of ten: `500 MB`, `1.5 GB`, `200 GB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(bytes >= 1e11 ? 0 : 1)} GB`
  return `${Math.round(bytes / 1e6)} MB`
}
