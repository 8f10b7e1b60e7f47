import { type SubmitEvent, useState } from 'react'
import { problemAt } from '../../../api/refusal.js'
import { type NewAccount as Fields, useCreateServiceAccount } from '../../../api/service-accounts.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { useUser } from '../../../session/use-session.js'
import { useText } from '../../../text/use-text.js'
import { RoleField } from '../role-field.js'
import { rolesUpTo } from '../roles.js'
import { useReason } from '../save-row.js'
import { SiteChoice } from '../site-choice.js'
import { useSettingsText } from '../use-settings-text.js'
import type { MadeKey } from './keys-page.js'
import { useProgramKeysText } from './use-program-keys-text.js'

interface NewAccountProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

/** Asks for what a program takes that is to have a key. */
export function NewAccount({ onMade, onClose }: NewAccountProps) {
  const text = useProgramKeysText()
  const settings = useSettingsText()
  const { frame } = useText()
  const { role: own } = useUser()
  const create = useCreateServiceAccount()
  const reason = useReason(create.error)
  const [account, setAccount] = useState<Fields>({ name: '', role: 'viewer', site_ids: [] })
  const [isAsked, setAsked] = useState(false)
  const change = (part: Partial<Fields>) => setAccount((before) => ({ ...before, ...part }))
  const name = account.name.trim()
  const isViewer = account.role === 'viewer'
  const lacksSites = isViewer && account.site_ids.length === 0
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (name === '' || lacksSites) return
    create.mutate(
      { ...account, name, site_ids: isViewer ? account.site_ids : [] },
      { onSuccess: ({ api_key: key }) => onMade({ name, key: key.full_key }) },
    )
  }
  return (
    <Dialog title={text.addTitle} closeLabel={frame.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={text.name}
          maxLength={100}
          autoComplete="off"
          value={account.name}
          onChange={({ target }) => change({ name: target.value })}
          problem={isAsked && name === '' ? text.nameMissing : problemAt(create.error, 'name')}
        />
        <RoleField value={account.role} roles={rolesUpTo(own)} onChange={(role) => change({ role })} />
        <p className="text-xs text-ink-3">{text.roleFixed}</p>
        {isViewer && (
          <SiteChoice
            chosen={account.site_ids}
            onChange={(site_ids) => change({ site_ids })}
            problem={isAsked && lacksSites ? text.sitesNone : undefined}
          />
        )}
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
