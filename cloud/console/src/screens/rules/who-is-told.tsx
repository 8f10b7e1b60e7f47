import { lazy } from 'react'
import { useUserNames } from '../../api/names.js'
import { type AlertRule, type Channel, type Recipient, useTestRule } from '../../api/rules.js'
import { Button, IconButton } from '../../controls/button.js'
import { Check } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { initialsOf } from '../../frame/initials.js'
import { Part } from '../../frame/part.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { Panel, selectLook } from './panel.js'
import { useRulesText } from './use-rules-text.js'

const MessagesOff = lazy(() => import('../../push/messages-off.js'))

interface WhoIsToldProps {
  readonly recipients: readonly Recipient[]
  /** What the service knows of the rule; null for one that is not made yet. */
  readonly rule: AlertRule | null
  readonly mayChange: boolean
  readonly onChange: (recipients: Recipient[]) => void
}

const channels: readonly Channel[] = ['in_app', 'email', 'push']
/** People of a rule at most. */
const most = 20

/** Who is told by a rule, and by which channels. */
export function WhoIsTold({ recipients, rule, mayChange, onChange }: WhoIsToldProps) {
  const text = useRulesText()
  const me = useUser()
  const users = useUserNames(mayChange && mayAs(me.role, 'admin')).data ?? []
  const names = new Map([
    [me.id, me.displayName],
    ...users.map(({ id, display_name: name }) => [id, name] as const),
    ...(rule?.recipients ?? []).map(({ user_id: id, user_name: name }) => [id, name] as const),
  ])
  const others = users.filter(({ id, enabled }) => enabled && recipients.every((one) => one.user_id !== id))
  const isIn = recipients.some(({ user_id: id }) => id === me.id)
  const add = (id: string) => onChange([...recipients, { user_id: id, channels: ['in_app', 'email'] }])
  const set = (id: string, chosen: Channel[]) =>
    onChange(recipients.map((one) => (one.user_id === id ? { ...one, channels: chosen } : one)))
  return (
    <Panel title={text.whoIsTold}>
      {recipients.length === 0 && <p className="text-ink-2">{text.nobody}</p>}
      {recipients.length > 0 && (
        <ul className="flex flex-col gap-3">
          {recipients.map(({ user_id: id, channels: by }) => (
            <li key={id} className="flex flex-col">
              <span className="flex items-center gap-[10px]">
                <span
                  aria-hidden="true"
                  className="grid size-[26px] flex-none place-items-center rounded-full bg-surface-3 text-2xs font-strong text-ink-2"
                >
                  {initialsOf(names.get(id) ?? '')}
                </span>
                <span className="min-w-0 flex-1 truncate">{names.get(id) ?? id}</span>
                {mayChange && (
                  <IconButton
                    small
                    icon="close"
                    label={text.removePerson(names.get(id) ?? '')}
                    onClick={() => onChange(recipients.filter((one) => one.user_id !== id))}
                  />
                )}
              </span>
              <span className="flex flex-wrap gap-x-4 pl-5">
                {mayChange
                  ? channels.map((channel) => (
                      <Check
                        key={channel}
                        label={text.channels[channel]}
                        checked={by.includes(channel)}
                        onChange={({ target }) =>
                          set(id, target.checked ? [...by, channel] : by.filter((one) => one !== channel))
                        }
                        className="text-xs max-wide:min-h-[44px]"
                      />
                    ))
                  : by.map((channel) => (
                      <span key={channel} className="text-xs text-ink-3">
                        {text.channels[channel]}
                      </span>
                    ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {recipients.length > 0 && <p className="text-xs text-ink-3">{text.webhooksToo}</p>}
      <NotSetUp rule={rule} />
      {recipients.some(({ user_id: id, channels: by }) => id === me.id && by.includes('push')) && (
        <Part>
          <MessagesOff />
        </Part>
      )}
      {mayChange && recipients.length < most && (
        <div className="flex flex-wrap gap-2">
          {!isIn && (
            <Button small icon="plus" onClick={() => add(me.id)}>
              {text.me}
            </Button>
          )}
          {others.some(({ id }) => id !== me.id) && (
            <select
              aria-label={text.somebodyElse}
              value=""
              onChange={({ target }) => add(target.value)}
              className={`${selectLook} max-w-[200px]`}
            >
              <option value="">{text.somebodyElse}</option>
              {others
                .filter(({ id }) => id !== me.id)
                .map(({ id, display_name: name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </select>
          )}
          {rule && recipients.length > 0 && <SendTest ruleId={rule.id} />}
        </div>
      )}
    </Panel>
  )
}

/** Channels by which nobody is told, whatever was chosen. */
function NotSetUp({ rule }: { rule: AlertRule | null }) {
  const text = useRulesText()
  const off = rule?.channels_not_set_up ?? []
  return (
    <>
      {off.includes('email') && <Note tone="warn">{text.noMail}</Note>}
      {off.includes('push') && <Note tone="warn">{text.noPush}</Note>}
    </>
  )
}

function SendTest({ ruleId }: { ruleId: string }) {
  const text = useRulesText()
  const test = useTestRule(ruleId)
  return (
    <>
      <Button small disabled={test.isPending} onClick={() => test.mutate()}>
        {text.test}
      </Button>
      <span role="status" className="w-full text-xs text-ink-3">
        {test.isSuccess && test.data.message}
        {test.isError && <span className="text-alarm">{text.testFailed}</span>}
      </span>
    </>
  )
}
