import type { KeyRing } from '../../../platform/secrets/keys.js'
import type { Clock } from '../../../platform/time/clock.js'
import { judgeLink, type LinkVerdict, signLink } from '../links/link-signature.js'
import type { LinkTail } from '../links/media-links.service.js'

const lifetimeSec = 3600

/** Makes and checks the links to which a gateway sends the parts of an upload. */
export interface PartLinks {
  /** A path on the cloud's origin, good for an hour. */
  pathOf(orgId: string, uploadId: string, number: number): string
  judge(orgId: string, uploadId: string, number: number, tail: LinkTail): LinkVerdict
}

export function createPartLinks({ keys, clock }: { keys: KeyRing; clock: Clock }): PartLinks {
  const factsOf = (orgId: string, uploadId: string, number: number, expires: number) => ({
    orgId,
    object: `${uploadId}/${number}`,
    expires,
  })
  return {
    pathOf(orgId, uploadId, number) {
      const expires = Math.floor(clock.now() / 1000) + lifetimeSec
      const signature = signLink(keys, 'upload', factsOf(orgId, uploadId, number, expires))
      return `/api/v1/uploads/${uploadId}/parts/${number}?org=${orgId}&exp=${expires}&sig=${signature}`
    },
    judge: (orgId, uploadId, number, { exp, sig }) =>
      exp === undefined || sig === undefined
        ? 'forged'
        : judgeLink(
            keys,
            'upload',
            { ...factsOf(orgId, uploadId, number, exp), signature: sig },
            clock.now(),
          ),
  }
}
