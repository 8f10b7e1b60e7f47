import { useMakePairingCode } from '../../api/gateways.js'
import { useSites, useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, durationOf } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { useNow } from '../../time/use-now.js'
import { CodeTiles } from './code-tiles.js'
import { type KeptCode, timeLeft } from './kept-code.js'
import { PairingCommand } from './pairing-command.js'
import { PairingSteps } from './pairing-steps.js'
import { ProgramToStart } from './program-to-start.js'
import { TimeRing } from './time-ring.js'

interface CodeShownProps {
  readonly kept: KeptCode
  /** A machine came with the code. */
  readonly isRedeemed: boolean
  readonly onMade: (code: KeptCode) => void
}

/** A code while somebody types it elsewhere. Once its time is over one press makes another, for the same gateway. */
export function CodeShown({ kept, isRedeemed, onMade }: CodeShownProps) {
  const text = usePairingText()
  const language = useLanguage()
  const zone = useZoneOfSite()(kept.siteId)
  const site = useSites().data?.find(({ id }) => id === kept.siteId)?.name ?? ''
  const { share, sec } = timeLeft(kept, useNow(1000).getTime())
  const make = useMakePairingCode()
  const isOver = sec === 0 && !isRedeemed
  const clock = (ms: number) => clockTime(new Date(ms), { language, zone })
  const renew = (): void => {
    if (make.isPending) return
    make.mutate(
      { name: kept.name, site_id: kept.siteId, gateway_id: kept.gatewayId },
      {
        onSuccess: ({ pairing_code: code, expires_at: endsAt }) =>
          onMade({ ...kept, code, madeAtMs: serviceNow(), endsAtMs: Date.parse(endsAt) }),
      },
    )
  }
  return (
    <section className="flex min-w-0 flex-1 flex-col items-center gap-7 wide:gap-9">
      {isRedeemed ? (
        <ProgramToStart name={kept.name} />
      ) : (
        <>
          <div className="flex flex-col items-center gap-1 text-center">
            <h2 className="font-title tracking-(--tracking-title) max-wide:text-lg wide:text-2xl">
              {text.type}
            </h2>
            <p className="text-ink-2 wide:text-md">
              <Becomes name={kept.name} site={site} /> <span className="max-wide:hidden">{text.typing}</span>
            </p>
          </div>
          <CodeTiles code={kept.code} isOver={isOver} />
        </>
      )}
      {isRedeemed ? null : isOver ? (
        <div role="alert" className="flex max-w-[46ch] flex-col items-center gap-3 text-center">
          <p className="text-lg font-title">{text.over}</p>
          <p className="text-ink-2">{text.overWhy}</p>
          <Button look="main" className="min-h-[44px]" aria-disabled={make.isPending} onClick={renew}>
            {text.makeAgain}
          </Button>
          {make.isError && <Note tone="alarm">{text.madeNot}</Note>}
        </div>
      ) : (
        <>
          <div className="flex items-center gap-5">
            <TimeRing share={share} sec={sec} />
            <div className="flex flex-col gap-[2px]">
              <p role="timer" className="text-md font-strong">
                {text.goodFor(durationOf(sec, language))}
              </p>
              <p className="text-ink-3">{text.until(clock(kept.endsAtMs))}</p>
            </div>
          </div>
          <PairingCommand code={kept.code} />
        </>
      )}
      <PairingSteps progress={isRedeemed ? 'paired' : 'waiting'} madeAt={clock(kept.madeAtMs)} />
      {!isRedeemed && <p className="max-w-[44ch] text-center text-ink-2 wide:hidden">{text.stay}</p>}
    </section>
  )
}

/** Which gateway it becomes, with the two names marked: who types it elsewhere reads them first. */
function Becomes({ name, site }: { name: string; site: string }) {
  const [before, between, after] = usePairingText().becomes('|', '|').split('|')
  return (
    <>
      {before}
      <b className="font-strong text-ink">{name}</b>
      {between}
      <b className="font-strong text-ink">{site}</b>
      {after}
    </>
  )
}
