import { Link } from '@tanstack/react-router'
import {
  type PushDevice,
  usePushDevices,
  usePushSettings,
  useTakeDeviceAway,
  useTestDevice,
} from '../../api/me.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { Section } from '../../controls/section.js'
import { isTurnable, type PushState, usePushHere } from '../../push/use-push-here.js'
import { usePushText } from '../../push/use-push-text.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { Moment } from '../../time/moment.js'
import { Program } from './own-sessions.js'
import { useMeText } from './use-me-text.js'

const tones: Readonly<Record<PushState, 'plain' | 'ok' | 'warn' | 'alarm'>> = {
  on: 'ok',
  off: 'plain',
  busy: 'plain',
  denied: 'warn',
  dismissed: 'warn',
  insecure: 'warn',
  unsupported: 'warn',
  unavailable: 'warn',
  unregistered: 'alarm',
  failed: 'alarm',
}

/** Messages about alerts on this device: whether there are any, and where else. */
export function MessagesHere() {
  const text = useMeText()
  const push = usePushText()
  const { role } = useUser()
  const { state, turnOn, turnOff } = usePushHere()
  const rules = usePushSettings().data?.rules
  const devices = usePushDevices().data ?? []
  const here = devices.find(({ current }) => current)
  const test = useTestDevice()
  return (
    <Section title={push.title}>
      <p className="text-ink-2">{text.messagesWhy}</p>
      <div role="status">
        <Note tone={tones[state]}>
          {push.state[state]}
          {test.isSuccess && state === 'on' && ` ${text.testSent}`}
          {test.isError && state === 'on' && ` ${push.state.failed}`}
        </Note>
      </div>
      {rules && state === 'on' && (
        <p className="text-xs text-ink-3">
          {rules.length > 0 && text.rules(rules.map(({ name }) => name).join(', '))}
          {rules.length === 0 && text.noRule}{' '}
          {rules.length === 0 && mayAs(role, 'operator') && (
            <Link to="/rules" className="text-accent underline-offset-2 hover:underline">
              {text.toRules}
            </Link>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isTurnable.has(state) && (
          <Button look="main" onClick={turnOn}>
            {push.turnOn}
          </Button>
        )}
        {state === 'on' && (
          <>
            <Button onClick={turnOff}>{text.turnOff}</Button>
            {here && (
              <Button disabled={test.isPending} onClick={() => test.mutate(here.id)}>
                {text.test}
              </Button>
            )}
          </>
        )}
      </div>
      {devices.length > 0 && <Devices devices={devices} />}
    </Section>
  )
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const text = useMeText()
  const zone = useUser().timeZone ?? 'UTC'
  const takeAway = useTakeDeviceAway()
  return (
    <div>
      <h3 className="text-xs font-strong text-ink-3">{text.devices}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <Program userAgent={device.user_agent} />
                {device.current && <span className="text-accent"> · {text.thisDevice}</span>}
              </p>
              <p className="truncate text-xs text-ink-3">
                {text.since} <Moment at={device.created_at} zone={zone} />
                {device.last_sent_at !== null && (
                  <>
                    {' · '}
                    {text.lastSent} <Moment at={device.last_sent_at} zone={zone} />
                  </>
                )}
              </p>
              {device.failure !== null && (
                <p className="text-xs text-alarm">{text.notTaken(device.failure)}</p>
              )}
            </div>
            {!device.current && (
              <Button small disabled={takeAway.isPending} onClick={() => takeAway.mutate(device.id)}>
                {text.takeAway}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
