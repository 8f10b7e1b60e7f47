import type { SubmitEvent } from 'react'
import { type SiteFields, useChangeSite } from '../../../api/change-sites.js'
import type { Site } from '../../../api/sites.js'
import { Section } from '../../../controls/section.js'
import { SaveRow } from '../save-row.js'
import { useDraft } from '../use-draft.js'
import { SiteFieldsPart } from './site-fields.js'
import { useSitesText } from './use-sites-text.js'

/** Name, zone and address, to be changed. */
export function AboutSite({ site: { id, name, timezone, address } }: { site: Site }) {
  const text = useSitesText()
  const save = useChangeSite(id)
  const draft = useDraft<SiteFields>({ name, timezone, address })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (draft.isChanged && draft.value.name.trim() !== '')
      save.mutate(draft.changed, { onSuccess: draft.reset })
  }
  return (
    <Section title={text.about}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SiteFieldsPart value={draft.value} onChange={draft.change} error={save.error} isNameAsked />
        <SaveRow saving={save} isChanged={draft.isChanged} />
      </form>
    </Section>
  )
}
