import { importRules, type Target } from './import-rules.js'
import { findImports } from './imports.js'
import { type Place, placeOf, resolveFrom } from './place.js'
import { tokenize } from './tokens.js'
import { useRules } from './use-rules.js'

export interface SourceFile {
  /** Relative to the workspace, with slashes: `cloud/src/fleet/gateways/gateway.routes.ts`. */
  readonly path: string
  readonly source: string
}

export interface Violation {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly message: string
}

/**
 * Finds every import that goes against the directions of the house (docs/architecture.md), and every use of time,
 * chance, environment, children and raw SQL outside the places that own them. Pure: it looks at nothing but the given files.
 */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, source }) => {
    const place = placeOf(path)
    return place ? violationsIn(path, place, source) : []
  })
}

function violationsIn(path: string, place: Place, source: string): Violation[] {
  const tokens = tokenize(source)
  const imports = findImports(tokens)
  const found: Violation[] = []
  for (const { specifier, line } of imports) {
    const target = targetOf(path, specifier)
    for (const [rule, breaks] of Object.entries(importRules)) {
      const message = breaks(place, target)
      if (message !== undefined) found.push({ path, line, rule, message: `${message} (${specifier})` })
    }
  }
  if (place.isTest) return found
  for (const [rule, uses] of Object.entries(useRules)) {
    for (const line of uses({ place, tokens, imports })) found.push({ path, line, rule, message: rule })
  }
  return found
}

function targetOf(path: string, specifier: string): Target {
  if (!/^[.#]/.test(specifier)) return { kind: 'package', name: specifier }
  const resolved = resolveFrom(path, specifier)
  return { kind: 'file', path: resolved, place: placeOf(resolved) }
}
