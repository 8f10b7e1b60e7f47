/** As the service takes them. */
const [least, most] = [1, 3650]

/** Days that somebody typed; null: it is no number of days that things can be kept. */
export function typedDays(typed: string): number | null {
  const text = typed.trim()
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= least && days <= most ? days : null
}
