import { cloudAreas } from './cloud-areas.js'
import type { SourceFile } from './import-directions.js'
import { findImports } from './imports.js'
import { type Place, placeOf, resolveFrom } from './place.js'
import { tokenize } from './tokens.js'

/** The structure of one package as its imports draw it, without tests. */
export interface Structure {
  readonly areas: readonly Area[]
  /** Files that import each other in a circle, by type or by value. */
  readonly circles: readonly (readonly string[])[]
}

/** A folder right below `src`; the files beside these folders, which put them together, are one area too. */
export interface Area {
  readonly name: string
  readonly files: number
  readonly medianLines: number
  readonly largestLines: number
  /** Other areas, in the order of the areas. */
  readonly imports: readonly string[]
  /** Those of them that stand above it. */
  readonly importsBackUp: readonly string[]
}

interface Node {
  readonly area: string
  readonly lines: number
  readonly imports: readonly string[]
}

const composition = 'composition'

/** @param order the areas from the top down, so far as they are settled; others follow, importers first */
export function structureOf(
  files: readonly SourceFile[],
  name: Place['package'],
  order: readonly string[] = name === 'cloud' ? [composition, ...cloudAreas] : [composition],
): Structure {
  const nodes = nodesOf(files, name)
  const reached = reachedAreas(nodes)
  const names = order.filter((area) => reached.has(area))
  const rest = [...reached.keys()].filter((area) => !order.includes(area))
  while (rest.length > 0) names.push(...rest.splice(topmost(rest, reached), 1))
  return {
    areas: names.map((area) => {
      const imports = names.filter((other) => other !== area && reached.get(area)?.has(other))
      const importsBackUp = imports.filter((other) => names.indexOf(other) < names.indexOf(area))
      const own = [...nodes.values()].filter((node) => node.area === area)
      const lines = own.map((node) => node.lines).toSorted((a, b) => a - b)
      const medianLines = lines[Math.floor(lines.length / 2)] ?? 0
      return {
        name: area,
        files: own.length,
        medianLines,
        largestLines: lines.at(-1) ?? 0,
        imports,
        importsBackUp,
      }
    }),
    circles: circlesOf(nodes),
  }
}

function nodesOf(files: readonly SourceFile[], name: Place['package']): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const { path, source } of files) {
    const place = placeOf(path)
    if (place === undefined || place.package !== name || place.isTest || path.endsWith('.d.ts')) continue
    const imports = findImports(tokenize(source)).flatMap(({ specifier }) =>
      /^[.#]/.test(specifier) ? [resolveFrom(path, specifier)] : [],
    )
    nodes.set(path, { area: areaOf(place), lines: source.split('\n').length - 1, imports })
  }
  return nodes
}

/** The migrations are the schema of platform's database, which runs them. */
function areaOf({ folder }: Place): string {
  if (folder === '') return composition
  return folder === 'migrations' ? 'platform' : folder
}

function reachedAreas(nodes: ReadonlyMap<string, Node>): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>()
  for (const { area, imports } of nodes.values()) {
    const others = reached.get(area) ?? new Set()
    for (const path of imports) others.add(nodes.get(path)?.area ?? area)
    reached.set(area, others)
  }
  return reached
}

/** @returns the place of the area that the fewest of the others import */
function topmost(areas: readonly string[], reached: ReadonlyMap<string, ReadonlySet<string>>): number {
  const importers = areas.map((area) => areas.filter((other) => reached.get(other)?.has(area)).length)
  return importers.indexOf(Math.min(...importers))
}

/** Tarjan's strongly connected components, those of more than one file. */
function circlesOf(nodes: ReadonlyMap<string, Node>): string[][] {
  const found: string[][] = []
  const low = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const index = low.size
    low.set(path, index)
    open.push(path)
    let lowest = index
    for (const next of nodes.get(path)?.imports ?? []) {
      if (!nodes.has(next)) continue
      if (!low.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, low.get(next) ?? index)
    }
    low.set(path, lowest)
    if (lowest === index) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) found.push(circle.toSorted())
    }
    return lowest
  }
  for (const path of nodes.keys()) if (!low.has(path)) visit(path)
  return found
}

/** The table of docs/architecture.md. It holds what is settled, no sizes: these change with every file. */
export function tableOf({ areas }: Structure): string {
  const rows = areas.map(({ name, imports }) => `| \`${name}\` | ${imports.join(', ') || 'none'} |`)
  return ['| area | imports |', '|---|---|', ...rows].join('\n')
}
