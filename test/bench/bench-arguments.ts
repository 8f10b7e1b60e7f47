/** What was asked for. */
export type BenchArguments =
  | { readonly kind: 'run'; readonly only: readonly number[] | null; readonly quick: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** @param known the numbers of the rows that there are */
export function readArguments(given: readonly string[], known: readonly number[]): BenchArguments {
  let quick = false
  let only: number[] | null = null
  const rest = given.flatMap((word) => word.split(/(?<=^--only)=/))
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--help') return { kind: 'help' }
    if (word === '--quick') quick = true
    else if (word === '--only') {
      const numbers = (rest.shift() ?? '').split(',').map(Number)
      const unknown = numbers.find((number) => !known.includes(number))
      if (unknown !== undefined) return { kind: 'wrong', problem: `--only takes some of ${known.join(',')}` }
      only = [...(only ?? []), ...numbers]
    } else return { kind: 'wrong', problem: `unknown argument ${word}` }
  }
  return { kind: 'run', only, quick }
}
