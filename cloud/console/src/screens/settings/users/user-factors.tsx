import { useState } from 'react'
import { type User, useResetSecondFactor, useSecondFactorsOf } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { Section } from '../../../controls/section.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useUser } from '../../../session/use-session.js'
import { Moment } from '../../../time/moment.js'
import { useReason } from '../save-row.js'
import { Sure } from '../sure.js'
import { useUsersText } from './use-users-text.js'

/** By what somebody signs in beside their password, and forgetting it for who has lost it. */
export function UserFactors({ user, mayChange }: { user: User; mayChange: boolean }) {
  const text = useUsersText()
  const zone = useUser().timeZone ?? 'UTC'
  const { data } = useSecondFactorsOf(user.id)
  const reset = useResetSecondFactor(user.id)
  const reason = useReason(reset.error)
  const [isAsking, setAsking] = useState(false)
  const name = user.display_name
  return (
    <Section title={text.factors}>
      {data?.data.length === 0 && (
        <p className="text-ink-2">{user.single_sign_on ? text.issuerAsks : text.noFactors}</p>
      )}
      {data && data.data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {data.data.map((factor) => (
            <li key={factor.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1 truncate">
                {factor.name} <span className="text-ink-3">· {text.factorKinds[factor.kind]}</span>
              </span>
              <span className="text-xs text-ink-3">
                {text.since} <Moment at={factor.created_at} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayChange && data && data.data.length > 0 && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          {text.reset}
        </Button>
      )}
      {isAsking && (
        <Sure
          title={text.resetTitle(name)}
          sentence={text.resetSure}
          button={text.reset}
          isPending={reset.isPending}
          problem={reset.isError ? reason : null}
          onSure={() =>
            reset.mutate(undefined, {
              onSuccess: () => {
                setAsking(false)
                lastActions.say(text.resetDone(name))
              },
            })
          }
          onClose={() => {
            reset.reset()
            setAsking(false)
          }}
        />
      )}
    </Section>
  )
}
