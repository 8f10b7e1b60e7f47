import { type SubmitEvent, useState } from 'react'
import { type Gateway, useChangeGateway } from '../../api/gateways.js'
import { codeOf } from '../../api/second-factors.js'
import { useSites } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Section } from '../../controls/section.js'
import { SelectField } from '../../controls/select-field.js'
import { useGatewayText } from './use-gateway-text.js'

const longestName = 100

/** Name and site of a gateway. */
export function GatewayName({ gateway }: { gateway: Gateway }) {
  const text = useGatewayText()
  const sites = useSites().data ?? []
  const change = useChangeGateway(gateway.id)
  const [name, setName] = useState(gateway.name)
  const [site, setSite] = useState(gateway.site_id)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const called = name.trim()
    setMissing(called === '')
    if (called === '' || change.isPending) return
    change.mutate({ name: called, ...(site !== gateway.site_id && { site_id: site }) })
  }
  return (
    <Section title={text.settings}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={text.name}
          name="name"
          value={name}
          maxLength={longestName}
          autoComplete="off"
          problem={isMissing ? text.nameMissing : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {sites.length > 1 && (
          <SelectField
            label={text.siteIs}
            value={site}
            options={sites.map((one) => ({ value: one.id, says: one.name }))}
            onChange={setSite}
          />
        )}
        <div className="flex items-center gap-3">
          <Button type="submit" aria-disabled={change.isPending} className="max-wide:min-h-[44px]">
            {text.save}
          </Button>
          <span role="status" className="text-xs text-ink-2">
            {change.isSuccess && text.saved}
            {change.isError && (
              <span className="text-alarm">
                {codeOf(change.error) === 'not_found' ? text.siteGone : text.notSaved}
              </span>
            )}
          </span>
        </div>
      </form>
    </Section>
  )
}
