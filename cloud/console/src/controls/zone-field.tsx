import { SelectField } from './select-field.js'

interface ZoneFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** IANA name. */
  readonly value: string
  readonly onChange: (chosen: string) => void
}

/** A time zone, of those that this browser knows and the one in use. */
export function ZoneField(props: ZoneFieldProps) {
  const zones = new Set([props.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return (
    <SelectField
      {...props}
      options={[...zones].map((value) => ({ value, says: value.replaceAll('_', ' ') }))}
    />
  )
}
