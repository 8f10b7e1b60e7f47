import type { SourceFile } from './import-directions.js'
import { placeOf } from './place.js'

/** Lines of a file at most: what is longer has a second subject. */
const mostLines = 300
/** Half of the files have at most so many. */
const mostMedianLines = 65

/** What nobody writes or reads by hand. */
const generated = ['cloud/client/src/api.ts']

/** What is too long in the product; tests, which are lists of cases, may be as long as they like. */
export function sizeTroubles(files: readonly SourceFile[]): string[] {
  const sizes = files
    .filter(({ path }) => !generated.includes(path) && !isOfTests(path))
    .map(({ path, source }) => ({ path, lines: source.split('\n').length - 1 }))
    .toSorted((one, other) => one.lines - other.lines)
  const troubles = sizes
    .filter(({ lines }) => lines > mostLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, and ${mostLines} are the most`)
  const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
  if (median > mostMedianLines)
    troubles.push(`the median file has ${median} lines, and ${mostMedianLines} are the most`)
  return troubles
}

function isOfTests(path: string): boolean {
  return placeOf(path)?.isTest === true || /\.(?:test|fake|fixture)\.|(?:^|\/)testing\//.test(path)
}
