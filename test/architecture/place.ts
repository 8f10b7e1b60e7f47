import { posix } from 'node:path'

const packages = ['protocol', 'cloud', 'client', 'player', 'agent', 'test'] as const

/** The packages that stand inside another. */
const within = { client: 'cloud/client/', player: 'cloud/console/player/' }

/** Folders beside `src` that hold what tests stand on, and tests of a whole package. They are no part of a product. */
const besideSources = ['testing', 'contract']

/** Where a file stands in the house; every rule about directions is a rule between two places. */
export interface Place {
  readonly package: (typeof packages)[number]
  /** The path below `src` (below the package's folder in `test`, and for what stands beside `src`). */
  readonly inner: string
  /** Its outermost folder, empty for a file at the root of the package. */
  readonly folder: string
  readonly name: string
  /** Tests, fakes and their support: no part of what is delivered. */
  readonly isTest: boolean
}

/** @param path relative to the workspace, with slashes */
export function placeOf(path: string): Place | undefined {
  const inner = Object.entries(within).find(([, folder]) => path.startsWith(folder))
  const [first = '', ...rest] = (inner ? path.replace(inner[1], `${inner[0]}/`) : path).split('/')
  const found = packages.find((name) => name === first)
  if (!found) return undefined
  const isBeside = besideSources.includes(rest[0] ?? '')
  if (found !== 'test' && !isBeside && rest.shift() !== 'src') return undefined
  const name = rest.at(-1) ?? ''
  return {
    package: found,
    inner: rest.join('/'),
    folder: rest.length > 1 ? (rest[0] ?? '') : '',
    name,
    isTest: found === 'test' || isBeside || /\.(test|fake|fixture)\./.test(name) || rest.includes('testing'),
  }
}

/** The file that a relative specifier or one of `imports` in package.json names, as a path relative to the workspace. */
export function resolveFrom(path: string, specifier: string): string {
  const alias = /^#(?<name>\w+)\/(?<rest>.*)$/.exec(specifier)?.groups
  const named = alias?.['name'] === 'testing' ? `${path.split('/')[0]}/testing` : `${alias?.['name']}/src`
  const found = alias ? `${named}/${alias['rest']}` : posix.join(posix.dirname(path), specifier)
  return found.replace(/\.js$/, '.ts')
}

/**
 * The slice of a file of the cloud, such as `fleet/gateways`; the area alone for a file at its root, which all slices of
 * the area share. None for the root, the platform and the migrations.
 */
export function sliceOf(place: Place): string | undefined {
  const common = ['', 'platform', 'migrations']
  if (place.package !== 'cloud' || [...common, ...besideSources].includes(place.folder)) return undefined
  return place.inner.split('/').slice(0, -1).slice(0, 2).join('/')
}
