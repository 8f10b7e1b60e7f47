import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useGateway } from '../../api/gateways.js'
import { isNotFound } from '../../api/queries.js'
import { useZoneOfSite } from '../../api/sites.js'
import { Note } from '../../controls/note.js'
import { PageBar } from '../../frame/page-bar.js'
import { Loading, Nothing } from '../../frame/page-states.js'
import { BackToHealth } from '../../gateways/back-to-health.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { CodeShown } from './code-shown.js'
import { type KeptCode, keepCode, readKeptCode } from './kept-code.js'
import { PairForm } from './pair-form.js'
import { Paired } from './paired.js'
import { PairingHelp } from './pairing-help.js'

const route = getRouteApi('/gateways/pair')

/** Joins a machine to the organisation: what it is to be, its code, and what becomes of it, by itself. */
export function PairingPage() {
  const text = usePairingText()
  const { role } = useUser()
  if (!mayAs(role, 'operator')) return <Nothing />
  return (
    <>
      <PageBar title={text.title} before={<BackToHealth />} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-[1240px] gap-7 px-6 pt-7 pb-6 max-desk:flex-col max-wide:px-4 max-wide:pt-5">
          <div className="flex min-w-0 flex-1 justify-center">
            <Pairing />
          </div>
          <PairingHelp />
        </div>
      </div>
    </>
  )
}

function Pairing() {
  const text = usePairingText()
  const user = useUser()
  const { gateway: replacedId } = route.useSearch()
  const replaced = useGateway(replacedId ?? null)
  const [kept, setKept] = useKeptCode(user.id, replacedId)
  const gateway = useGateway(kept?.gatewayId ?? null)
  const clock = useClockOf(kept)

  if (replacedId !== undefined && replaced.isPending) return <Loading />
  if (replacedId !== undefined && !replaced.data) return <Nothing />
  if (kept === null)
    return (
      <PairForm replaced={replaced.data ?? null} onMade={(code) => setKept({ ...code, userId: user.id })} />
    )
  if (gateway.isError && isNotFound(gateway.error))
    return (
      <div className="flex flex-col gap-4">
        <Note tone="warn">{text.gone}</Note>
        <PairForm replaced={null} onMade={(code) => setKept({ ...code, userId: user.id })} />
      </div>
    )
  const isRedeemed = gateway.data !== undefined && gateway.data.commissioning_until !== kept.openedBefore
  if (gateway.data && isRedeemed && gateway.data.status === 'online')
    return <Paired gateway={gateway.data} madeAt={clock(kept.madeAtMs)} onAnother={() => setKept(null)} />
  return <CodeShown kept={kept} isRedeemed={isRedeemed} onMade={setKept} />
}

/** The code that this tab keeps; of another gateway than the one that is asked for, none. */
function useKeptCode(userId: string, replacedId: string | undefined) {
  const [kept, setKept] = useState(() => {
    const code = readKeptCode(sessionStorage, userId, serviceNow())
    return replacedId === undefined || code?.gatewayId === replacedId ? code : null
  })
  const keep = (code: KeptCode | null): void => {
    keepCode(sessionStorage, code)
    setKept(code)
  }
  return [kept, keep] as const
}

/** A time at the site of a code, as a clock has it. */
function useClockOf(kept: KeptCode | null): (ms: number) => string {
  const language = useLanguage()
  const zone = useZoneOfSite()(kept?.siteId)
  return (ms) => clockTime(new Date(ms), { language, zone })
}
