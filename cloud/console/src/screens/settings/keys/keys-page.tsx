import { useState } from 'react'
import { type ServiceAccount, useServiceAccounts } from '../../../api/service-accounts.js'
import { Button } from '../../../controls/button.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { useText } from '../../../text/use-text.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { AccountRow } from './account-row.js'
import { NewAccount } from './new-account.js'
import { ShownKeyDialog } from './shown-key-dialog.js'
import { useProgramKeysText } from './use-program-keys-text.js'

/** A key that was just made, and whose it is. */
export interface MadeKey {
  readonly name: string
  readonly key: string
}

/** Programs that call the service with a key of their own. */
export function KeysPage() {
  const text = useProgramKeysText()
  const settings = useSettingsText()
  const { frame } = useText()
  const { data, isPending, isError, refetch } = useServiceAccounts()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const inForce = data?.filter(({ disabled }) => !disabled) ?? []
  const off = data?.filter(({ disabled }) => disabled) ?? []
  return (
    <>
      <SettingsBar title={settings.sections.keys}>
        <Button look="main" icon="plus" onClick={() => setAdding(true)}>
          <span className="max-wide:sr-only">{text.add}</span>
        </Button>
      </SettingsBar>
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data && (
        <SettingsParts>
          <p className="text-ink-2">{text.why}</p>
          {inForce.length === 0 ? (
            <p className="rounded-3 border border-line bg-surface p-4 text-ink-3">{text.empty}</p>
          ) : (
            <Accounts accounts={inForce} onMade={setMade} />
          )}
          {off.length > 0 && (
            <details>
              <summary className="min-h-(--target) cursor-pointer text-ink-2">
                {text.showOff(off.length)}
              </summary>
              <div className="pt-2">
                <Accounts accounts={off} onMade={setMade} />
              </div>
            </details>
          )}
        </SettingsParts>
      )}
      {isAdding && (
        <NewAccount
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false)
            setMade(key)
          }}
        />
      )}
      {made && <ShownKeyDialog made={made} onDone={() => setMade(null)} />}
    </>
  )
}

interface AccountsProps {
  readonly accounts: readonly ServiceAccount[]
  readonly onMade: (made: MadeKey) => void
}

function Accounts({ accounts, onMade }: AccountsProps) {
  const text = useProgramKeysText()
  return (
    <ul
      aria-label={text.list}
      className="flex flex-col divide-y divide-line rounded-3 border border-line bg-surface"
    >
      {accounts.map((account) => (
        <li key={account.id}>
          <AccountRow account={account} onMade={onMade} />
        </li>
      ))}
    </ul>
  )
}
