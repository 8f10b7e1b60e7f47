import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ServiceAccount, useDisableServiceAccount, useRotateKey } from '../../../api/service-accounts.js'
import { Button } from '../../../controls/button.js'
import { lastActions } from '../../../frame/last-actions.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { useText } from '../../../text/use-text.js'
import { Moment } from '../../../time/moment.js'
import { useReason } from '../save-row.js'
import { Sure } from '../sure.js'
import { AccountSites } from './account-sites.js'
import type { MadeKey } from './keys-page.js'
import { useProgramKeysText } from './use-program-keys-text.js'

interface AccountRowProps {
  readonly account: ServiceAccount
  readonly onMade: (made: MadeKey) => void
}

/** What is open over the page for one program. */
type Open = 'rotate' | 'disable' | 'sites' | null

/** A program: its name, role and the readable part of its key, and what can be done with it. */
export function AccountRow({ account, onMade }: AccountRowProps) {
  const text = useProgramKeysText()
  const { frame } = useText()
  const { role: own } = useUser()
  const zone = useUser().timeZone ?? 'UTC'
  const [open, setOpen] = useState<Open>(null)
  const { id, name, role, key_prefix: prefix, last_used_at: usedAt, disabled } = account
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className={`min-w-[220px] flex-1 ${disabled ? 'text-ink-3' : ''}`}>
        <p className="truncate">
          <span className="font-strong">{name}</span>{' '}
          <span className="text-ink-3">· {disabled ? text.off : frame.role[role]}</span>
        </p>
        <p className="text-xs text-ink-3">
          <code className="font-mono">{prefix}…</code> ·{' '}
          {usedAt === null ? (
            text.neverUsed
          ) : (
            <>
              {text.lastUsed} <Moment at={usedAt} zone={zone} />
            </>
          )}{' '}
          ·{' '}
          <Link
            to="/settings/audit"
            search={{ actor: id }}
            className="text-accent underline underline-offset-2"
          >
            {text.deeds}
          </Link>
        </p>
      </div>
      {!disabled && mayAs(own, role) && (
        <div className="flex flex-wrap gap-2">
          {role === 'viewer' && (
            <Button small onClick={() => setOpen('sites')}>
              {text.sites}
            </Button>
          )}
          <Button small onClick={() => setOpen('rotate')}>
            {text.rotate}
          </Button>
          <Button small onClick={() => setOpen('disable')}>
            {text.disable}
          </Button>
        </div>
      )}
      {!disabled && !mayAs(own, role) && <p className="text-xs text-ink-3">{text.above}</p>}
      {open === 'sites' && <AccountSites account={account} onClose={close} />}
      {open === 'rotate' && <Rotate account={account} onClose={close} onMade={onMade} />}
      {open === 'disable' && <Disable account={account} onClose={close} />}
    </div>
  )
}

function Rotate({ account: { id, name }, onClose, onMade }: AccountRowProps & { onClose: () => void }) {
  const text = useProgramKeysText()
  const rotate = useRotateKey()
  const reason = useReason(rotate.error)
  return (
    <Sure
      title={text.rotateTitle(name)}
      sentence={text.rotateSure}
      button={text.rotate}
      isPending={rotate.isPending}
      problem={rotate.isError ? reason : null}
      onSure={() =>
        rotate.mutate(id, {
          onSuccess: ({ api_key: key }) => {
            onClose()
            onMade({ name, key: key.full_key })
          },
        })
      }
      onClose={onClose}
    />
  )
}

function Disable({ account: { id, name }, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const text = useProgramKeysText()
  const disable = useDisableServiceAccount()
  const reason = useReason(disable.error)
  return (
    <Sure
      title={text.disableTitle(name)}
      sentence={text.disableSure}
      button={text.disable}
      isPending={disable.isPending}
      problem={disable.isError ? reason : null}
      onSure={() =>
        disable.mutate(id, {
          onSuccess: () => {
            onClose()
            lastActions.say(text.disabled(name))
          },
        })
      }
      onClose={onClose}
    />
  )
}
