/** How old pictures were when viewers got them, at one moment of rest, ms. */
export interface Ages {
  readonly medianMs: number
  readonly p95Ms: number
}

/** Other work on the machine moves the figures by so much: half as much again, and a little. */
const margin = { times: 1.5, ms: 40 }

/** @throws RangeError if nobody got anything */
export function agesOf(agesMs: readonly number[]): Ages {
  const sorted = agesMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]
  const [medianMs, p95Ms] = [at(0.5), at(0.95)]
  if (medianMs === undefined || p95Ms === undefined) throw new RangeError('nobody got a picture')
  return { medianMs, p95Ms }
}

/** Whether pictures are older at the last of the moments than at the first, by more than other work explains. */
export function haveAged(moments: readonly Ages[]): boolean {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || first === last)
    throw new RangeError('two moments are needed')
  const isMore = (name: keyof Ages) => last[name] > first[name] * margin.times + margin.ms
  return isMore('medianMs') || isMore('p95Ms')
}

/** One row of the verdict. */
export function agesRow(moments: readonly Ages[]): string {
  const cells = moments.map(({ medianMs, p95Ms }) => `${Math.round(medianMs)} and ${Math.round(p95Ms)}`)
  const verdict = haveAged(moments) ? 'GREW' : 'no'
  return `packet at the agent to viewer, median and p95, ms: ${cells.join(', ')}; grew: ${verdict}`
}
