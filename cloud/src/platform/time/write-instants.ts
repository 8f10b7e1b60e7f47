const dayMs = 86_400_000

const digits = (length: number): readonly string[] =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'))
const [two, three] = [digits(2), digits(3)]

/**
 * Writes instants as `Date.toISOString` does, several times as fast where many of one day follow each other.
 * @throws RangeError for what is no instant
 */
export function instantWriter(): (ms: number) => string {
  let [begin, day] = [0, '']
  return (ms) => {
    if (day === '' || !(ms >= begin && ms < begin + dayMs)) {
      begin = Math.floor(ms / dayMs) * dayMs
      day = new Date(begin).toISOString().replace(/T.*/, '')
    }
    const inDay = ms - begin
    const [hours, minutes] = [Math.floor(inDay / 3_600_000), Math.floor(inDay / 60_000) % 60]
    return `${day}T${two[hours]}:${two[minutes]}:${two[Math.floor(inDay / 1000) % 60]}.${three[inDay % 1000]}Z`
  }
}
