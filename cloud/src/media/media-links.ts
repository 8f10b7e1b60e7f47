import type { Clock } from '../platform/clock.js'
import type { KeyRing } from '../platform/keys.js'
import { judgeLink, type LinkVerdict, signLink } from './link-signature.js'

/** A link is good until the end of the next half hour: for 30 to 60 minutes from the time it is given out. */
const slotSec = 1800
/** Addresses kept for the running half hour. */
const cachedLinks = 50_000

/** What a link carries beside the object that its path names. */
export interface LinkTail {
  readonly exp?: number | undefined
  readonly sig?: string | undefined
}

/** Makes and checks the links by which clips and snapshots are fetched, without any other credential. */
export interface MediaLinks {
  /** Absolute. The same object has the same link for half an hour, so that browsers can keep what they fetched. */
  urlOf(orgId: string, mediaId: string): string
  judge(orgId: string, mediaId: string, tail: LinkTail): LinkVerdict
}

export interface LinkDeps {
  readonly keys: KeyRing
  readonly clock: Clock
  /** Where the service is reached, without a slash at the end. */
  publicUrl(): string
}

export function createMediaLinks(deps: LinkDeps): MediaLinks {
  const { keys, clock } = deps
  const made = new Map<string, string>()
  let madeUntil = 0

  function urlOf(orgId: string, mediaId: string): string {
    const expires = (Math.floor(clock.now() / 1000 / slotSec) + 2) * slotSec
    if (expires !== madeUntil || made.size >= cachedLinks) made.clear()
    madeUntil = expires
    const known = made.get(mediaId)
    if (known !== undefined) return known
    const signature = signLink(keys, 'media', { orgId, object: mediaId, expires })
    const url = `${deps.publicUrl()}/media/${orgId}/${mediaId}?exp=${expires}&sig=${signature}`
    made.set(mediaId, url)
    return url
  }

  return {
    urlOf,
    judge: (orgId, mediaId, { exp, sig }) =>
      exp === undefined || sig === undefined
        ? 'forged'
        : judgeLink(keys, 'media', { orgId, object: mediaId, expires: exp }, sig, clock.now()),
  }
}
