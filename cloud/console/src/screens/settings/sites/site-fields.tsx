import type { SiteFields } from '../../../api/change-sites.js'
import { problemAt } from '../../../api/refusal.js'
import { Field } from '../../../controls/field.js'
import { ZoneField } from '../../../controls/zone-field.js'
import { useSitesText } from './use-sites-text.js'

interface SiteFieldsProps {
  readonly value: SiteFields
  readonly onChange: (part: Partial<SiteFields>) => void
  /** What the service refused. */
  readonly error: unknown
  /** Whether it is said that a name is missing. */
  readonly isNameAsked: boolean
}

/** Name, zone and address of a site. */
export function SiteFieldsPart({ value, onChange, error, isNameAsked }: SiteFieldsProps) {
  const text = useSitesText()
  const isMissing = isNameAsked && value.name.trim() === ''
  return (
    <>
      <Field
        label={text.name}
        maxLength={100}
        value={value.name}
        onChange={({ target }) => onChange({ name: target.value })}
        problem={isMissing ? text.nameMissing : problemAt(error, 'name')}
      />
      <ZoneField
        label={text.zone}
        hint={text.zoneWhy}
        value={value.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
      <Field
        label={text.address}
        hint={text.addressWhy}
        maxLength={500}
        autoComplete="off"
        value={value.address ?? ''}
        onChange={({ target }) => onChange({ address: target.value === '' ? null : target.value })}
        problem={problemAt(error, 'address')}
      />
    </>
  )
}
