import { useEffect, useRef, useState } from 'react'
import { addCamera, type Device, type Refusal, refusalOf } from '../../api/adding-cameras.js'
import { splitAccount } from './address-typed.js'
import { makeOf } from './devices.js'
import {
  type Draft,
  type DraftField,
  type Lacking,
  lackingToAdd,
  lackingToLook,
  mayBeOpen,
  reachOf,
} from './draft.js'
import type { KeptDrafts } from './kept-drafts.js'
import { isAsLooked, useLook } from './use-look.js'
import { useNewerPictures } from './use-newer-pictures.js'

/** A user name and a password of cameras, while the page is open. */
export interface Account {
  readonly username: string
  readonly password: string
}

export interface AddingOptions {
  /** Under which the draft is kept. */
  readonly place: string
  readonly kept: KeptDrafts
  readonly device: Device | null
  /** Before anything was typed. */
  readonly initial: Draft
  readonly account: Account | null
  /** Null: over the internet. */
  readonly gatewayId: string | null
  /** Whether something can be looked at now. */
  readonly isReady: boolean
  /** An open device is looked at as soon as it is chosen. */
  readonly looksByItself: boolean
}

/** One camera on its way in: what is typed, what was seen, and what is missing. */
export function useAdding(options: AddingOptions) {
  const { place, kept, device, initial, account, gatewayId, isReady, looksByItself } = options
  // A device that is still being looked at says more of itself by and by: what nobody changed follows it.
  const [typed, setTyped] = useState<Partial<Draft>>(() => kept.draft(place) ?? accountPart(account))
  const draft: Draft = { ...initial, ...typed }
  const [password, setPassword] = useState(account?.password ?? '')
  const [lacking, setLacking] = useState<Lacking>({})
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { look, start } = useLook()
  const reach = reachOf(draft, gatewayId, password)
  const isCurrent = (look.kind === 'seen' || look.kind === 'fault') && isAsLooked(look.of, reach)
  const { newest, isMoving } = useNewerPictures(look, isCurrent && !isAdding)

  const change = (part: Partial<Draft>): void => {
    setTyped({ ...typed, ...part })
    setLacking(withoutKeys(lacking, part))
    kept.keep(place, { ...draft, ...part })
  }
  const takeAccount = ({ username, password: given }: Account): void => {
    setPassword(given)
    change({ username })
  }
  const lookAs = (now: Draft, withPassword: string): void => {
    const missing = lackingToLook(now)
    setLacking(missing)
    setRefused(null)
    if (isReady && !hasAny(missing)) {
      void start(reachOf(now, gatewayId, withPassword), device && makeOf(device))
    }
  }
  /** Looks at the camera as it is typed now; an account in a link goes into its fields. */
  const lookNow = (part: Partial<Draft> = {}): void => {
    const changed = { ...draft, ...part }
    const main = splitAccount(changed.url)
    const sub = splitAccount(changed.subUrl)
    const found = main.account ?? sub.account
    const now = {
      ...changed,
      url: main.url,
      subUrl: sub.url,
      username: found?.username ?? changed.username,
    }
    // What is looked at stays as it is; a name is not looked at.
    const { name: _name, ...looked } = now
    setTyped({ ...typed, ...looked })
    kept.keep(place, now)
    if (found) setPassword(found.password)
    lookAs(now, found?.password ?? password)
  }
  const first = useRef(looksByItself && device !== null && mayBeOpen(device))
  useEffect(() => {
    if (!first.current) return
    first.current = false
    lookAs(draft, password)
  })

  /** @returns the camera; null if it was not added, and why is said */
  const add = async (): Promise<{ readonly id: string; readonly name: string } | null> => {
    const missing = lackingToAdd(draft)
    setLacking(missing)
    if (hasAny(missing) || isAdding || !isCurrent || look.kind !== 'seen') return null
    setAdding(true)
    setRefused(null)
    try {
      const { id, name } = await addCamera(reach, { name: draft.name.trim(), siteId: draft.siteId })
      kept.noteAdded(place)
      return { id, name }
    } catch (error) {
      setRefused(refusalOf(error))
      return null
    } finally {
      setAdding(false)
    }
  }
  return {
    draft,
    change,
    password,
    setPassword,
    takeAccount,
    look,
    lookNow,
    newest,
    isMoving,
    isCurrent,
    lacking,
    refused,
    isAdding,
    add,
  }
}

export type Adding = ReturnType<typeof useAdding>

const accountPart = (account: Account | null): Partial<Draft> =>
  account ? { username: account.username } : {}

const hasAny = (lacking: Lacking): boolean => Object.keys(lacking).length > 0

function withoutKeys(lacking: Lacking, part: Partial<Record<DraftField, unknown>>): Lacking {
  return Object.fromEntries(Object.entries(lacking).filter(([field]) => !Object.hasOwn(part, field)))
}
