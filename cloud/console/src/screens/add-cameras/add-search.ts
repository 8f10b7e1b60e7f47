import { textsIn } from '../../frame/search.js'

/** In place of a device: one whose address somebody enters. */
export const byHand = 'by-hand'
/** In place of a gateway: the internet reaches the camera. */
export const noGateway = 'none'

/** Which gateway looks, and which device is being added, so that a phone goes on where a desk began. */
export interface AddSearch {
  readonly gateway?: string
  readonly device?: string
}

export const readAddSearch = (search: Readonly<Record<string, unknown>>): AddSearch =>
  textsIn(search, ['gateway', 'device'])

/** The gateway that looks: the one that the address names, else the only one there is. @returns null: none is chosen yet */
export function chosenGateway<One extends { readonly id: string; readonly site_id: string }>(
  gateways: readonly One[],
  named: string | undefined,
  siteId: string | null,
): One | null {
  const byName = gateways.find(({ id }) => id === named)
  if (byName) return byName
  if (named !== undefined) return null
  const here = siteId === null ? gateways : gateways.filter(({ site_id: site }) => site === siteId)
  const [only, ...others] = here
  return only && others.length === 0 ? only : null
}
