import { type SubmitEvent, useState } from 'react'
import {
  type Organisation,
  type RetentionDays,
  useChangeOrganisation,
  useRetentionPreview,
} from '../../../api/organisation.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { useLanguage } from '../../../text/use-text.js'
import { SaveRow } from '../save-row.js'
import { Sure } from '../sure.js'
import { useDraft } from '../use-draft.js'
import { countsInWords } from './counts-in-words.js'
import { typedDays } from './typed-days.js'
import { useOrganisationText } from './use-organisation-text.js'

/** How long clips and events are kept, and what a shorter time deletes, before it is saved. */
export function Keeping({ organisation }: { organisation: Organisation }) {
  const text = useOrganisationText()
  const language = useLanguage()
  const save = useChangeOrganisation()
  const draft = useDraft({
    clips: String(organisation.clip_retention_days),
    events: String(organisation.event_retention_days),
  })
  const [isAsking, setAsking] = useState(false)
  const clips = typedDays(draft.value.clips)
  const events = typedDays(draft.value.events)
  const days: RetentionDays | null = clips !== null && events !== null ? { clips, events } : null
  const isShorter =
    days !== null &&
    (days.clips < organisation.clip_retention_days || days.events < organisation.event_retention_days)
  const preview = useRetentionPreview(isShorter ? days : null)
  const counted = preview.isPlaceholderData ? undefined : preview.data
  const lost = isShorter && counted ? countsInWords(counted, text, language) : null

  const store = (): void => {
    if (!days) return
    setAsking(false)
    save.mutate(
      { clip_retention_days: days.clips, event_retention_days: days.events },
      { onSuccess: draft.reset },
    )
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!days || !draft.isChanged) return
    // What it deletes is known, or was not to be had: either way it is asked for what deletes.
    if (isShorter && (lost !== null || !counted)) setAsking(true)
    else store()
  }

  return (
    <Section title={text.keeping}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{text.keepingWhy}</p>
        <div className="grid grid-cols-2 gap-4">
          <DaysField
            label={text.clipDays}
            value={draft.value.clips}
            problem={clips === null ? text.daysWrong : undefined}
            onChange={(typed) => draft.change({ clips: typed })}
          />
          <DaysField
            label={text.eventDays}
            value={draft.value.events}
            problem={events === null ? text.daysWrong : undefined}
            onChange={(typed) => draft.change({ events: typed })}
          />
        </div>
        {days && days.clips > days.events && <Note>{text.clipsOutlive}</Note>}
        <div role="status" className="empty:hidden">
          {isShorter && !counted && (
            <p className="text-ink-3">{preview.isError ? text.countFailed : text.counting}</p>
          )}
          {isShorter && counted && lost === null && <p className="text-ink-2">{text.deletesNothing}</p>}
          {lost !== null && <Note tone="warn">{text.deletes(lost)}</Note>}
        </div>
        <SaveRow saving={save} isChanged={draft.isChanged} />
      </form>
      {isAsking && (
        <Sure
          title={lost === null ? text.keeping : text.sureTitle(lost)}
          sentence={lost === null ? text.countFailed : text.sure(lost)}
          button={text.sureButton}
          isPending={save.isPending}
          problem={null}
          onSure={store}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

interface DaysFieldProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (typed: string) => void
}

function DaysField({ onChange, ...rest }: DaysFieldProps) {
  return (
    <Field
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
