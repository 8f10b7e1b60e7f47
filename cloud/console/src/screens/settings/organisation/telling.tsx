import type { SubmitEvent } from 'react'
import { type Organisation, useChangeOrganisation } from '../../../api/organisation.js'
import { Section } from '../../../controls/section.js'
import { SelectField } from '../../../controls/select-field.js'
import { useLanguage } from '../../../text/use-text.js'
import { durationOf } from '../../../time/format.js'
import { SaveRow } from '../save-row.js'
import { useDraft } from '../use-draft.js'
import { useOrganisationText } from './use-organisation-text.js'

/** Lengths that are offered, in seconds; the service takes any up to a day. */
const offered = [0, 60, 300, 900, 1800, 3600, 14_400, 86_400]

/** How long alerts of one rule and camera are told of together. */
export function Telling({ organisation }: { organisation: Organisation }) {
  const text = useOrganisationText()
  const language = useLanguage()
  const save = useChangeOrganisation()
  const draft = useDraft({ notification_window_sec: organisation.notification_window_sec })
  const lengths = [...new Set([...offered, organisation.notification_window_sec])].toSorted((a, b) => a - b)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (draft.isChanged) save.mutate(draft.changed, { onSuccess: draft.reset })
  }
  return (
    <Section title={text.telling}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label={text.window}
          hint={text.windowWhy}
          value={String(draft.value.notification_window_sec)}
          options={lengths.map((seconds) => ({
            value: String(seconds),
            says: seconds === 0 ? text.windowEach : durationOf(seconds, language),
          }))}
          onChange={(chosen) => draft.change({ notification_window_sec: Number(chosen) })}
        />
        <SaveRow saving={save} isChanged={draft.isChanged} />
      </form>
    </Section>
  )
}
