import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePushSettings } from '../api/me.js'
import { useUser } from '../session/use-session.js'
import { useLanguage } from '../text/use-text.js'
import { hasPushHere, pushAbility, turnPushOff, turnPushOn } from './push-here.js'

/** How messages stand in this browser. */
export type PushState =
  | 'on'
  | 'off'
  | 'busy'
  /** The browser does not allow them. */
  | 'denied'
  /** The browser asked, and nobody answered. */
  | 'dismissed'
  | 'insecure'
  | 'unsupported'
  /** The service sends none. */
  | 'unavailable'
  /** The browser has no push service, or does not reach it. */
  | 'unregistered'
  /** The service could not be asked, or refused. */
  | 'failed'

/** Messages in this browser, and turning them on and off. */
export function usePushHere(): { state: PushState; turnOn: () => void; turnOff: () => void } {
  const { id: userId } = useUser()
  const language = useLanguage()
  const client = useQueryClient()
  const settings = usePushSettings()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<'dismissed' | 'unregistered' | 'failed' | null>(null)

  const attempt = async (work: () => Promise<typeof trouble>): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    setTrouble(await work().catch(troubleOf))
    setBusy(false)
    await client.invalidateQueries({ queryKey: ['me'] })
  }
  const turnOn = () =>
    void attempt(async () => ((await turnPushOn({ userId, language })) === 'dismissed' ? 'dismissed' : null))
  const turnOff = () => void attempt(async () => (await turnPushOff(), null))

  return { state: stateNow(), turnOn, turnOff }

  function stateNow(): PushState {
    const ability = pushAbility()
    if (ability !== 'able') return ability
    if (isBusy) return 'busy'
    if (settings.data?.available === false) return 'unavailable'
    if (trouble) return trouble
    if (settings.isError && !settings.data) return 'failed'
    return hasPushHere(userId) ? 'on' : 'off'
  }
}

/** In these, asking again may help. */
export const isTurnable: ReadonlySet<PushState> = new Set(['off', 'dismissed', 'unregistered', 'failed'])

/** `pushManager.subscribe` throws these; whatever else is thrown came from the service. */
const troubleOf = (error: unknown): 'unregistered' | 'failed' =>
  error instanceof DOMException ? 'unregistered' : 'failed'
