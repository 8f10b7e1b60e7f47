/**
 * The areas of the cloud from the top down: each imports itself and what stands below it, by its services. Where a lower
 * one must cause something in a higher one it offers a hook, and `cloud/src/wiring.ts` connects the two.
 */
export const cloudAreas = [
  'operations',
  'alerting',
  'understanding',
  'fleet',
  'events',
  'delivery',
  'identity',
  'platform',
] as const

export type CloudArea = (typeof cloudAreas)[number]

/** Folders of the cloud that are no area: rules of their own say what they may import. */
const beside = ['', 'migrations', 'testing', 'contract']

/** Answers what is wrong with an import between two slices of the cloud, or undefined. */
export function areaTrouble(from: string, to: string): string | undefined {
  for (const slice of [from, to]) {
    const [folder = ''] = slice.split('/')
    if (areaOf(slice) === undefined && !beside.includes(folder))
      return `${folder} is no area of the cloud: give it a place in cloudAreas`
  }
  const [here, there] = [areaOf(from), areaOf(to)]
  if (here === undefined || there === undefined) return undefined
  if (cloudAreas.indexOf(here) <= cloudAreas.indexOf(there)) return undefined
  return `${here} stands below ${there}, and may not import it`
}

function areaOf(slice: string): CloudArea | undefined {
  const [first] = slice.split('/')
  return cloudAreas.find((area) => area === first)
}
