import type { KeyRing } from '../../../platform/secrets/keys.js'
import type { Clock } from '../../../platform/time/clock.js'
import type { LinkHolder } from './link-holder.service.js'
import { judgeLink, type LinkVerdict, signLink } from './link-signature.js'

/** A link is good until the end of the next half hour: for 30 to 60 minutes from the time it is given out. */
const slotSec = 1800
/** Addresses kept for the running half hour. */
const cachedLinks = 50_000

/** What a link carries beside the object that its path names. */
export interface LinkTail {
  readonly exp?: number | undefined
  readonly sig?: string | undefined
  /** To whom it was given. */
  readonly to?: LinkHolder | undefined
}

/** Makes and checks the links by which clips and snapshots are fetched, without any other credential. */
export interface MediaLinks {
  /**
   * Absolute. The same object has the same link, by holder, for half an hour, so that browsers can keep what they
   * fetched.
   */
  urlOf(orgId: string, mediaId: string, holder?: LinkHolder): string
  /** Absolute, and good for exactly so long. */
  urlFor(
    orgId: string,
    mediaId: string,
    validSec: number,
    holder?: LinkHolder,
  ): { url: string; expiresAt: Date }
  judge(orgId: string, mediaId: string, tail: LinkTail): LinkVerdict
}

interface LinkDeps {
  readonly keys: KeyRing
  readonly clock: Clock
  /** Where the service is reached, without a slash at the end. */
  publicUrl(): string
}

export function createMediaLinks(deps: LinkDeps): MediaLinks {
  const { keys, clock } = deps
  const made = new Map<string, string>()
  let madeUntil = 0

  function urlOf(orgId: string, mediaId: string, holder?: LinkHolder): string {
    const expires = (Math.floor(clock.now() / 1000 / slotSec) + 2) * slotSec
    if (expires !== madeUntil || made.size >= cachedLinks) made.clear()
    madeUntil = expires
    // One holder's links are few, and are asked for one by one.
    if (holder !== undefined) return linkUntil(orgId, mediaId, expires, holder)
    const known = made.get(mediaId)
    if (known !== undefined) return known
    const url = linkUntil(orgId, mediaId, expires)
    made.set(mediaId, url)
    return url
  }

  function linkUntil(orgId: string, mediaId: string, expires: number, holder?: LinkHolder): string {
    const signature = signLink(keys, 'media', { orgId, object: mediaId, expires, holder })
    const to = holder === undefined ? '' : `&to=${holder}`
    return `${deps.publicUrl()}/media/${orgId}/${mediaId}?exp=${expires}${to}&sig=${signature}`
  }

  return {
    urlOf,
    urlFor(orgId, mediaId, validSec, holder) {
      const expires = Math.floor(clock.now() / 1000) + validSec
      return { url: linkUntil(orgId, mediaId, expires, holder), expiresAt: new Date(expires * 1000) }
    },
    judge: (orgId, mediaId, { exp, sig, to }) =>
      exp === undefined || sig === undefined
        ? 'forged'
        : judgeLink(
            keys,
            'media',
            { orgId, object: mediaId, expires: exp, holder: to, signature: sig },
            clock.now(),
          ),
  }
}
