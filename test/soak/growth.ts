import { type Holdings, inBytes } from './holdings.js'

const mebibyte = 1024 * 1024

/**
 * By how much a quantity may be larger at the end than at the begin. Memory at rest differs by what V8 compiled
 * meanwhile and by where the rings stand between two keyframes; single connections and timers come and go.
 */
function marginOf(name: string, begin: number): number {
  switch (name) {
    case 'heap':
      return 6 * mebibyte
    case 'buffers':
      return 8 * mebibyte
    case 'resident':
      return 0.15 * begin
    case 'handles':
    case 'timers':
    case 'AbortSignal':
      return Math.max(8, 0.05 * begin)
    case 'children':
      return 0
    default:
      return 2
  }
}

/** A quantity over the run. */
export interface Growth {
  readonly name: string
  /** After warming up, in the middle, at the end. */
  readonly values: readonly number[]
  readonly margin: number
  readonly grew: boolean
}

/** Compares what was held at moments of rest, the first with the last. @throws RangeError without two of them */
export function growthOf(moments: readonly Holdings[]): Growth[] {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || first === last)
    throw new RangeError('two moments are needed')
  return [...last].map(([name, end]) => {
    const begin = first.get(name) ?? 0
    const margin = marginOf(name, begin)
    return { name, values: moments.map((held) => held.get(name) ?? 0), margin, grew: end - begin > margin }
  })
}

/** The table as text. */
export function growthTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ name, values, margin, grew }) => {
    const text = (value: number) =>
      inBytes.includes(name) ? `${(value / mebibyte).toFixed(1)} MiB` : String(Math.floor(value))
    const cells = [name, ...values.map(text), `+${text(margin)}`, grew ? 'GREW' : 'no']
    return cells.map((cell, column) => (column === 0 ? cell.padEnd(18) : cell.padStart(11))).join(' ')
  })
  const heads = ['held at rest', ...momentNames(growths), 'allowed', 'grew']
  const head = heads.map((cell, column) => (column === 0 ? cell.padEnd(18) : cell.padStart(11))).join(' ')
  return [head, ...rows].join('\n')
}

function momentNames([first]: readonly Growth[]): string[] {
  const count = first?.values.length ?? 0
  return Array.from({ length: count }, (_, at) => (at === 0 ? 'begin' : at === count - 1 ? 'end' : 'between'))
}
