import { useEffect, useRef } from 'react'
import { useFound, useScan } from '../../api/adding-cameras.js'
import type { Gateway } from '../../api/gateways.js'
import { Button, buttonClass } from '../../controls/button.js'
import { AddressLink } from '../../frame/address-link.js'
import { Icon } from '../../icons/icon.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { PairingSteps } from './pairing-steps.js'

interface PairedProps {
  readonly gateway: Gateway
  /** When the code was made, as a clock has it. */
  readonly madeAt: string
  readonly onAnother: () => void
}

/** The gateway is on line: it looks for cameras, and one press leads to adding them. */
export function Paired({ gateway, madeAt, onAnother }: PairedProps) {
  const text = usePairingText()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useFound(gateway.id).data
  const look = useScan(gateway.id)
  const { mutate } = look
  const mayLook = found?.may_scan === true
  const isNew = found?.scanned_at === null && !found.scanning && found.error === null
  const hasAsked = useRef(false)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (!mayLook || !isNew || hasAsked.current) return
    hasAsked.current = true
    mutate(undefined)
  }, [mayLook, isNew, mutate])
  const hasFailed = look.isError || (found?.error ?? null) !== null
  const isLooking = mayLook && !hasFailed && (isNew || found?.scanning)
  const count = found?.data.filter(({ state }) => state !== 'already_added').length ?? 0
  return (
    <section className="flex min-w-0 flex-1 flex-col items-center gap-7">
      <span className="grid size-[72px] place-items-center rounded-full bg-ok-soft text-ok">
        <Icon name="check" size={36} />
      </span>
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-center text-2xl font-title tracking-(--tracking-title) outline-none"
      >
        {text.isOnline(gateway.name)}
      </h2>
      <div role="status" className="max-w-[46ch] text-center text-md text-ink-2">
        {isLooking && text.looking}
        {hasFailed && text.lookFailed}
        {!isLooking && !hasFailed && mayLook && count === 0 && text.foundNone}
      </div>
      <div className="flex flex-wrap justify-center gap-2 max-wide:w-full max-wide:flex-col">
        <AddressLink
          href={`/cameras/add?gateway=${gateway.id}`}
          className={`${buttonClass({ look: 'main' })} min-h-[44px]`}
        >
          <AddWords count={count} />
        </AddressLink>
        {mayLook && !isLooking && (hasFailed || count === 0) && (
          <Button className="min-h-[44px]" onClick={() => mutate(undefined)}>
            {text.lookAgain}
          </Button>
        )}
        <AddressLink href={`/gateways/${gateway.id}`} className={`${buttonClass({})} min-h-[44px]`}>
          {text.openGateway}
        </AddressLink>
        <Button look="bare" className="min-h-[44px]" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
      <PairingSteps progress={isLooking ? 'looking' : 'done'} madeAt={madeAt} />
    </section>
  )
}

function AddWords({ count }: { count: number }) {
  const text = usePairingText()
  const language = useLanguage()
  if (count === 0) return text.addCameras
  return count === 1 ? text.foundOne : text.foundCount(countOf(count, language))
}
