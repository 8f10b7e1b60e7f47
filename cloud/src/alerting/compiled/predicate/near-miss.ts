import type { PredicateNode } from '@sightline/protocol'
import type { Truth } from './truth.js'

/** How far an event is from a match, on the way on which the fewest conditions are missing. */
export interface NearMiss {
  /** Conditions of that way. */
  readonly of: number
  /** Those of them that are as the way needs them. */
  readonly met: number
  /** The paths of the others; doubtful ones are among them. Empty for a match. */
  readonly missing: readonly string[]
}

interface Way {
  readonly of: number
  readonly missing: readonly string[]
}

/** @param heldAt what each condition said, by its path */
export function nearestWay(where: PredicateNode, heldAt: ReadonlyMap<string, Truth>): NearMiss {
  const { of, missing } = wayTo(true, where, 'where', heldAt)
  return { of, met: of - missing.length, missing }
}

/** The conditions that would have to be otherwise for a node to become `wanted`. */
function wayTo(wanted: boolean, node: PredicateNode, path: string, heldAt: ReadonlyMap<string, Truth>): Way {
  switch (node.op) {
    case 'all':
    case 'any': {
      const ways = node.of.map((child, index) => wayTo(wanted, child, `${path}.of.${index}`, heldAt))
      // What is wanted of `all`, and what is not wanted of `any`, needs each of its nodes; else one is enough.
      return (node.op === 'all') === wanted ? together(ways) : nearest(ways)
    }
    case 'not':
      return wayTo(!wanted, node.of, `${path}.of`, heldAt)
    default:
      return { of: 1, missing: heldAt.get(path) === wanted ? [] : [path] }
  }
}

function together(ways: readonly Way[]): Way {
  return {
    of: ways.reduce((sum, { of }) => sum + of, 0),
    missing: ways.flatMap(({ missing }) => missing),
  }
}

/** The way with the fewest missing; of equals the one of which more is there. */
function nearest(ways: readonly Way[]): Way {
  return ways.reduce((best, way) => {
    const fewer = best.missing.length - way.missing.length
    return fewer > 0 || (fewer === 0 && way.of > best.of) ? way : best
  })
}
