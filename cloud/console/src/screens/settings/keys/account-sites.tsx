import { type SubmitEvent, useState } from 'react'
import { type ServiceAccount, useAccountSites, useSetAccountSites } from '../../../api/service-accounts.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Note } from '../../../controls/note.js'
import { useText } from '../../../text/use-text.js'
import { useReason } from '../save-row.js'
import { SiteChoice } from '../site-choice.js'
import { useSettingsText } from '../use-settings-text.js'
import { useProgramKeysText } from './use-program-keys-text.js'

/** Which sites a program sees that may look only. */
export function AccountSites({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const text = useProgramKeysText()
  const settings = useSettingsText()
  const { frame } = useText()
  const saved = useAccountSites(account.id)
  const save = useSetAccountSites()
  const reason = useReason(save.error)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const sites = chosen ?? saved.data
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (sites) save.mutate({ id: account.id, site_ids: [...sites] }, { onSuccess: onClose })
  }
  return (
    <Dialog title={text.sitesTitle(account.name)} closeLabel={frame.close} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {saved.isError && !saved.data && (
          <Note tone="alarm">
            {settings.failed}{' '}
            <Button small onClick={() => void saved.refetch()}>
              {frame.tryAgain}
            </Button>
          </Note>
        )}
        {sites && <SiteChoice chosen={sites} onChange={setChosen} />}
        {sites?.length === 0 && <Note tone="warn">{text.sitesNone}</Note>}
        {save.isError && (
          <div role="alert">
            <Note tone="alarm">{reason}</Note>
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{settings.cancel}</Button>
          <Button type="submit" look="main" disabled={!sites || save.isPending}>
            {settings.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
