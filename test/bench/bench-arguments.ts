/** What was asked for. */
export type BenchArguments =
  | {
      readonly kind: 'run'
      readonly only: readonly number[] | null
      readonly quick: boolean
      /** How many cameras an agent has in the rows that count per camera. */
      readonly cameraCounts: readonly number[]
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }

const usualCounts = [10, 40]
/** As many simulated cameras as one program plays. */
const mostCameras = 64

/** @param known the numbers of the rows that there are */
export function readArguments(given: readonly string[], known: readonly number[]): BenchArguments {
  let quick = false
  let only: number[] | null = null
  let cameraCounts = usualCounts
  const rest = given.flatMap((word) => word.split(/(?<=^--(?:only|cameras))=/))
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--help') return { kind: 'help' }
    if (word === '--quick') quick = true
    else if (word === '--only') {
      const numbers = numbersOf(rest.shift())
      if (!numbers.every((number) => known.includes(number)))
        return { kind: 'wrong', problem: `--only takes some of ${known.join(',')}` }
      only = [...(only ?? []), ...numbers]
    } else if (word === '--cameras') {
      cameraCounts = numbersOf(rest.shift())
      if (!cameraCounts.every((count) => Number.isInteger(count) && count >= 4 && count <= mostCameras))
        return { kind: 'wrong', problem: `--cameras takes numbers from 4 to ${mostCameras}` }
    } else return { kind: 'wrong', problem: `unknown argument ${word}` }
  }
  return { kind: 'run', only, quick, cameraCounts }
}

const numbersOf = (text = '') => text.split(',').map(Number)
