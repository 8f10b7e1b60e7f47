import { useState } from 'react'
import type { Gateway } from '../../api/gateways.js'
import { splitAccount, type Typed } from './address-typed.js'
import { emptyDraft } from './draft.js'
import type { KeptDrafts } from './kept-drafts.js'
import type { Account } from './use-adding.js'

/** Under which a draft is kept that belongs to no device. @param round grows with each that is begun */
export const placeOfHand = (gatewayId: string, round: number): string =>
  round === 0 ? `hand ${gatewayId}` : `hand ${gatewayId} ${round}`

/** A camera whose address somebody enters: begun with what was typed beside the list. */
export function useByHand(gateway: Gateway, kept: KeptDrafts, onBegun: () => void) {
  const [round, setRound] = useState(0)
  // It stood in a link, and goes no further than this page.
  const [account, setAccount] = useState<Account | null>(null)
  const begin = (typed: Typed): void => {
    const place = placeOfHand(gateway.id, 0)
    const before = kept.draft(place) ?? { ...emptyDraft, siteId: gateway.site_id }
    if (typed.kind === 'link') {
      const parts = splitAccount(typed.url)
      const { username } = parts.account ?? before
      kept.keep(place, { ...before, by: 'rtsp', url: parts.url, username })
      setAccount(parts.account)
    }
    if (typed.kind === 'place' && !typed.isNetwork)
      kept.keep(place, { ...before, by: 'onvif', host: typed.target })
    setRound(round + 1)
    onBegun()
  }
  return { round, account, begin }
}
