import { useEffect, useRef, useState } from 'react'
import { addCamera, type Device, lookAt, refusalOf, type Verdict } from '../../api/adding-cameras.js'
import { makeOf } from './devices.js'
import { draftOf, reachOf } from './draft.js'
import type { KeptDrafts } from './kept-drafts.js'
import type { Account } from './use-adding.js'

/** How it stands with one of several cameras. */
export type Each =
  | { readonly kind: 'waiting' | 'looking' | 'adding' | 'added' }
  | { readonly kind: 'seen'; readonly verdict: Verdict }
  | { readonly kind: 'fault'; readonly verdict: Verdict }
  | { readonly kind: 'refused'; readonly message: string | null }

interface SeveralOptions {
  readonly devices: readonly Device[]
  readonly gatewayId: string
  readonly siteId: string
  readonly kept: KeptDrafts
  readonly onAdded: () => void
}

const waiting: Each = { kind: 'waiting' }

/**
 * Several cameras with one account: each is looked at once, one after the other. Where the first refuses it the others are not
 * asked: most likely it was mistyped, and each wrong try brings an account nearer to being locked.
 */
export function useSeveral({ devices, gatewayId, siteId, kept, onAdded }: SeveralOptions) {
  const [states, setStates] = useState<Readonly<Record<string, Each>>>({})
  const [isBusy, setBusy] = useState(false)
  const [stoppedBy, setStoppedBy] = useState<Device | null>(null)
  const used = useRef<Account | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const stateOf = (device: Device): Each => states[device.id] ?? waiting
  const set = (device: Device, state: Each) => setStates((before) => ({ ...before, [device.id]: state }))
  const reach = (device: Device, { username, password }: Account) =>
    reachOf({ ...draftOf(device), username }, gatewayId, password)

  const lookAtEach = async (given: readonly Device[], account: Account, stops: boolean): Promise<void> => {
    if (isBusy) return
    used.current = account
    setBusy(true)
    setStoppedBy(null)
    for (const device of given) {
      if (isGone.current) return
      set(device, { kind: 'looking' })
      const came = await lookAt(reach(device, account), makeOf(device)).then(
        (verdict): Each => ({ kind: verdict.success ? 'seen' : 'fault', verdict }),
        notReached,
      )
      set(device, came)
      if (stops && came.kind === 'fault' && came.verdict.fault === 'auth') {
        setStoppedBy(device)
        break
      }
    }
    setBusy(false)
  }
  const addSeen = async (): Promise<void> => {
    const account = used.current
    if (isBusy || !account) return
    setBusy(true)
    for (const device of devices.filter((one) => stateOf(one).kind === 'seen')) {
      if (isGone.current) return
      set(device, { kind: 'adding' })
      const name = draftOf(device).name || device.address
      const came = await addCamera(reach(device, account), { name, siteId }).then(
        (): Each => ({ kind: 'added' }),
        notReached,
      )
      set(device, came)
      if (came.kind === 'added') kept.noteAdded(device.id)
    }
    setBusy(false)
    onAdded()
  }
  /** What was seen was seen with another account. */
  const forget = () => {
    setStates({})
    setStoppedBy(null)
  }
  return { stateOf, isBusy, stoppedBy, lookAtEach, addSeen, forget }
}

function notReached(error: unknown): Each {
  const refusal = refusalOf(error)
  return { kind: 'refused', message: refusal.kind === 'refused' ? refusal.message : null }
}
