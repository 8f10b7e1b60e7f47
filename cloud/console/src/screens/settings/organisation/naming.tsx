import type { SubmitEvent } from 'react'
import { type Organisation, useChangeOrganisation } from '../../../api/organisation.js'
import { problemAt } from '../../../api/refusal.js'
import { Field } from '../../../controls/field.js'
import { Section } from '../../../controls/section.js'
import { ZoneField } from '../../../controls/zone-field.js'
import { SaveRow } from '../save-row.js'
import { useDraft } from '../use-draft.js'
import { useOrganisationText } from './use-organisation-text.js'

const longestName = 100

/** How the organisation is called, and in which zone its days begin. */
export function Naming({ organisation: { name, timezone } }: { organisation: Organisation }) {
  const text = useOrganisationText()
  const save = useChangeOrganisation()
  const draft = useDraft({ name, timezone })
  const isMissing = draft.value.name.trim() === ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isMissing && draft.isChanged) save.mutate(draft.changed, { onSuccess: draft.reset })
  }
  return (
    <Section title={text.naming}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={text.name}
          hint={text.nameWhy}
          maxLength={longestName}
          value={draft.value.name}
          onChange={({ target }) => draft.change({ name: target.value })}
          problem={isMissing ? text.nameMissing : problemAt(save.error, 'name')}
        />
        <ZoneField
          label={text.zone}
          hint={text.zoneWhy}
          value={draft.value.timezone}
          onChange={(chosen) => draft.change({ timezone: chosen })}
        />
        <SaveRow saving={save} isChanged={draft.isChanged} />
      </form>
    </Section>
  )
}
