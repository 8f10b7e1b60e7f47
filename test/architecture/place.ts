import { posix } from 'node:path'

const packages = ['protocol', 'cloud', 'agent', 'test'] as const

/** Where a file stands in the house; every rule about directions is a rule between two places. */
export interface Place {
  readonly package: (typeof packages)[number]
  /** The path below `src` (below the package's folder in `test`). */
  readonly inner: string
  /** Its outermost folder, empty for a file at the root of the package. */
  readonly folder: string
  readonly name: string
  /** Tests, fakes and their support: no part of what is delivered. */
  readonly isTest: boolean
}

/** @param path relative to the workspace, with slashes */
export function placeOf(path: string): Place | undefined {
  const [first = '', ...rest] = path.split('/')
  const found = packages.find((name) => name === first)
  if (!found || (found !== 'test' && rest.shift() !== 'src')) return undefined
  const name = rest.at(-1) ?? ''
  return {
    package: found,
    inner: rest.join('/'),
    folder: rest.length > 1 ? (rest[0] ?? '') : '',
    name,
    isTest: found === 'test' || /\.(test|fake|fixture)\./.test(name) || rest.includes('testing'),
  }
}

/** The file that a relative specifier names, as a path relative to the workspace. */
export function resolveFrom(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
}

/** Whether a file of the cloud belongs to a slice, and not to the root, the platform or the migrations. */
export function sliceOf(place: Place): string | undefined {
  const common = ['', 'platform', 'migrations', 'cli', 'testing']
  return place.package === 'cloud' && !common.includes(place.folder) ? place.folder : undefined
}
