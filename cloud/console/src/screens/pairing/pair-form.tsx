import { type SubmitEvent, useState } from 'react'
import { type Gateway, useMakePairingCode } from '../../api/gateways.js'
import { codeOf } from '../../api/second-factors.js'
import { useSites } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { SelectField } from '../../controls/select-field.js'
import { useSiteId } from '../../frame/use-site.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { serviceNow } from '../../time/service-clock.js'
import type { KeptCode } from './kept-code.js'
import { mostOpenCodes, OpenCodes, useWaitingGateways } from './open-codes.js'

const longestName = 100

interface PairFormProps {
  /** The gateway that gets another machine; null: a new one is made. */
  readonly replaced: Gateway | null
  readonly onMade: (code: Omit<KeptCode, 'userId'>) => void
}

/** Name and site of what is paired, and the press that makes the code. */
export function PairForm({ replaced, onMade }: PairFormProps) {
  const text = usePairingText()
  const sites = useSites().data
  const chosen = useSiteId()
  const make = useMakePairingCode()
  const waiting = useWaitingGateways()
  const [name, setName] = useState('')
  const [site, setSite] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const siteId = replaced?.site_id ?? site ?? chosen ?? sites?.[0]?.id ?? null

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const called = (replaced?.name ?? name).trim()
    setMissing(called === '')
    if (called === '' || siteId === null || make.isPending) return
    make.mutate(
      { name: called, site_id: siteId, ...(replaced && { gateway_id: replaced.id }) },
      {
        onSuccess: ({ id, pairing_code: code, expires_at: endsAt }) =>
          onMade({
            gatewayId: id,
            name: called,
            siteId,
            code,
            madeAtMs: serviceNow(),
            endsAtMs: Date.parse(endsAt),
            openedBefore: replaced?.commissioning_until ?? null,
          }),
      },
    )
  }
  if (sites?.length === 0) return <Note>{text.noSite}</Note>
  const isFull = waiting.length >= mostOpenCodes || codeOf(make.error) === 'rate_limited'
  return (
    <form noValidate onSubmit={submit} className="flex w-full max-w-[440px] flex-col gap-4">
      <h2 className="text-2xl font-title tracking-(--tracking-title)">
        {replaced ? replaced.name : text.formTitle}
      </h2>
      <p className="text-md text-ink-2">{replaced ? text.replaces(replaced.name) : text.formWhy}</p>
      {!replaced && (
        <>
          <Field
            label={text.name}
            name="name"
            value={name}
            placeholder={text.nameHint}
            maxLength={longestName}
            autoComplete="off"
            autoFocus
            problem={isMissing ? text.nameMissing : undefined}
            onChange={({ target }) => setName(target.value)}
          />
          {sites && sites.length > 1 && (
            <SelectField
              label={text.site}
              value={siteId ?? ''}
              options={sites.map((one) => ({ value: one.id, says: one.name }))}
              onChange={setSite}
            />
          )}
        </>
      )}
      {isFull && <OpenCodes />}
      <div role="alert">
        {make.isError && !isFull && (
          <Note tone="alarm">{codeOf(make.error) === 'not_found' ? text.siteGone : text.madeNot}</Note>
        )}
      </div>
      <Button
        type="submit"
        look="main"
        aria-disabled={make.isPending || waiting.length >= mostOpenCodes}
        className="min-h-[44px] self-start max-wide:w-full"
      >
        {text.make}
      </Button>
    </form>
  )
}
