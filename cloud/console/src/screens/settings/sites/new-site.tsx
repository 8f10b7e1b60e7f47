import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { type SiteFields, useCreateSite } from '../../../api/change-sites.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Note } from '../../../controls/note.js'
import { useText } from '../../../text/use-text.js'
import { useReason } from '../save-row.js'
import { useSettingsText } from '../use-settings-text.js'
import { SiteFieldsPart } from './site-fields.js'
import { useSitesText } from './use-sites-text.js'

/** Asks for what a new site takes, and leads to it. */
export function NewSite({ onClose }: { onClose: () => void }) {
  const text = useSitesText()
  const settings = useSettingsText()
  const { frame } = useText()
  const navigate = useNavigate()
  const create = useCreateSite()
  const reason = useReason(create.error)
  const [site, setSite] = useState<SiteFields>({
    name: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    address: null,
  })
  const [isNameAsked, askName] = useState(false)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    askName(true)
    if (site.name.trim() === '') return
    create.mutate(site, {
      onSuccess: ({ id }) => {
        onClose()
        void navigate({ to: '/sites/$id', params: { id } })
      },
    })
  }
  return (
    <Dialog title={text.addTitle} closeLabel={frame.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SiteFieldsPart
          value={site}
          onChange={(part) => setSite((before) => ({ ...before, ...part }))}
          error={create.error}
          isNameAsked={isNameAsked}
        />
        {create.isError && (
          <div role="alert">
            <Note tone="alarm">{reason}</Note>
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{settings.cancel}</Button>
          <Button type="submit" look="main" disabled={create.isPending}>
            {text.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
