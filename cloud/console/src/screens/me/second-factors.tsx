import { useState } from 'react'
import {
  type SecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactors,
} from '../../api/second-factors.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { Section } from '../../controls/section.js'
import { AddPasskey } from '../../second-factor/add-passkey.js'
import { NoPasskeys } from '../../second-factor/no-passkeys.js'
import { passkeysHere } from '../../second-factor/passkey-browser.js'
import { PasswordForm } from '../../second-factor/password-form.js'
import { RecoveryCodes } from '../../second-factor/recovery-codes.js'
import { SetUpApp } from '../../second-factor/set-up-app.js'
import { useSecondFactorText } from '../../second-factor/use-second-factor-text.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { useMeText } from './use-me-text.js'

type Open =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'renew' }
  | { kind: 'remove'; factor: SecondFactor }

/** By what the person signs in beside the password: setting it up, taking it away, recovery codes. */
export function SecondFactors() {
  const text = useSecondFactorText()
  const me = useMeText()
  const { frame } = useText()
  const { data, isError, refetch } = useSecondFactors()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const here = passkeysHere(data?.passkey_origin ?? null)
  return (
    <Section title={text.title}>
      <p className="text-ink-2">{text.why}</p>
      {isError && !data && (
        <Note tone="alarm">
          {me.failed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      )}
      {data?.total === 0 && <Note>{text.none}</Note>}
      {data && data.total > 0 && (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {data.data.map((factor) => (
              <Factor key={factor.id} factor={factor} onRemove={() => setOpen({ kind: 'remove', factor })} />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <span>{text.codesLeft(data.recovery_codes_left)}</span>
            <Button small onClick={() => setOpen({ kind: 'renew' })}>
              {text.renew}
            </Button>
          </div>
        </>
      )}
      {data && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen({ kind: 'app' })}>{text.setUpApp}</Button>
          {here === 'possible' && (
            <Button onClick={() => setOpen({ kind: 'passkey' })}>{text.addPasskey}</Button>
          )}
        </div>
      )}
      {data && <NoPasskeys here={here} origin={data.passkey_origin} />}
      {open?.kind === 'app' && <SetUpDialog onClose={close} />}
      {open?.kind === 'passkey' && <PasskeyDialog onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog factor={open.factor} isLast={data?.total === 1} onClose={close} />
      )}
    </Section>
  )
}

function Factor({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  const text = useSecondFactorText()
  const zone = useUser().timeZone ?? 'UTC'
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate">{factor.name}</p>
        <p className="truncate text-xs text-ink-3">
          {text.added} <Moment at={factor.created_at} zone={zone} />
          {' · '}
          {factor.last_used_at === null ? (
            text.neverUsed
          ) : (
            <>
              {text.lastUsed} <Moment at={factor.last_used_at} zone={zone} />
            </>
          )}
        </p>
      </div>
      <Button small onClick={onRemove}>
        {text.takeAway}
      </Button>
    </li>
  )
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const text = useSecondFactorText()
  const { email } = useUser()
  return (
    <Dialog title={text.appTitle} closeLabel={text.close} onClose={onClose}>
      <SetUpApp email={email} onDone={onClose} />
    </Dialog>
  )
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const text = useSecondFactorText()
  const { email } = useUser()
  return (
    <Dialog title={text.passkeyTitle} closeLabel={text.close} onClose={onClose}>
      <AddPasskey email={email} onDone={onClose} />
    </Dialog>
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const text = useSecondFactorText()
  const { email } = useUser()
  const renew = useRenewRecoveryCodes()
  return (
    <Dialog title={text.renewTitle} closeLabel={text.close} onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recovery_codes} email={email} onDone={onClose} />
      ) : (
        <>
          <p className="text-ink-2">{text.renewWhy}</p>
          <PasswordForm
            submitLabel={text.renew}
            isPending={renew.isPending}
            error={renew.error}
            onPassword={renew.mutate}
          />
        </>
      )}
    </Dialog>
  )
}

function RemoveDialog({
  factor,
  isLast,
  onClose,
}: {
  factor: SecondFactor
  isLast: boolean
  onClose: () => void
}) {
  const text = useSecondFactorText()
  const remove = useRemoveSecondFactor()
  return (
    <Dialog title={text.takeAwayTitle(factor.name)} closeLabel={text.close} onClose={onClose}>
      {isLast && <p className="text-ink-2">{text.lastOne}</p>}
      <PasswordForm
        submitLabel={text.takeAway}
        look="danger"
        isPending={remove.isPending}
        error={remove.error}
        onPassword={(password) => remove.mutate({ id: factor.id, password }, { onSuccess: onClose })}
      />
    </Dialog>
  )
}
