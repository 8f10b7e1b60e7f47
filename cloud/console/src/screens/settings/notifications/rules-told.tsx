import type { components } from '@sightline/client'
import { type ReactNode, useState } from 'react'
import { useRuleNames, useUserNames } from '../../../api/names.js'
import { useQuiet } from '../../../api/notification-groups.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { AddressLink } from '../../../frame/address-link.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { durationOf, localeOf } from '../../../time/format.js'
import { weekdays } from '../../../time/weekdays.js'
import { type NotificationsText, useNotificationsText } from './use-notifications-text.js'

type Rule = components['schemas']['AlertRule']
type Organisation = components['schemas']['Organisation']

/** Per rule: who is told, by which channel, together for how long, and in which hours nobody is. */
export function RulesTold({ organisation }: { organisation: Organisation }) {
  const text = useNotificationsText()
  const { frame } = useText()
  const { data, isError, refetch } = useRuleNames()
  const users = useUserNames(true).data
  const nameOf = (id: string): string =>
    users?.find((user) => user.id === id)?.display_name ?? (users ? text.someone : '…')
  return (
    <Section title={text.rules}>
      {isError && !data && (
        <Note tone="alarm">
          {text.failed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      )}
      {data?.length === 0 && <p className="text-ink-2">{text.noRules}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {data?.map((rule) => (
          <RuleRow key={rule.id} rule={rule} organisation={organisation} nameOf={nameOf} />
        ))}
      </ul>
    </Section>
  )
}

interface RuleRowProps {
  readonly rule: Rule
  readonly organisation: Organisation
  readonly nameOf: (userId: string) => string
}

function RuleRow({ rule, organisation, nameOf }: RuleRowProps) {
  const text = useNotificationsText()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const told = rule.recipients.filter(({ channels }) => channels.length > 0)
  const mailsInVain = !organisation.sends_mail && told.some(({ channels }) => channels.includes('email'))
  return (
    <li className="flex flex-col gap-1 py-3">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer">
          <span className="font-strong">{rule.name}</span>
          {!rule.enabled && <span className="text-ink-3"> · {text.off}</span>}
          <span className="block pl-4 text-ink-2">
            {told.length === 0
              ? text.nobody
              : told
                  .map((one) => text.byChannels(nameOf(one.user_id), channelsOf(one.channels, text)))
                  .join(' · ')}
          </span>
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-1 pt-2 pl-4">
            <p className="text-ink-2">
              {windowOf(rule, organisation, text, (sec) => durationOf(sec, language))}
            </p>
            <QuietHours ruleId={rule.id} />
            <p>
              <AddressLink
                href={`/rules/${rule.id}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                {text.toRule}
              </AddressLink>
            </p>
          </div>
        )}
      </details>
      {mailsInVain && <p className="pl-4 text-xs text-warn">{text.mailsInVain}</p>}
    </li>
  )
}

const channelsOf = (channels: Rule['recipients'][number]['channels'], text: NotificationsText): string =>
  channels.map((one) => text.channels[one]).join(', ') || text.noChannel

function windowOf(
  rule: Rule,
  organisation: Organisation,
  text: NotificationsText,
  durationIn: (seconds: number) => string,
): string {
  const seconds = rule.notification_window_sec ?? organisation.notification_window_sec
  if (seconds === 0) return text.windowNone
  return rule.notification_window_sec === null
    ? text.windowOfOrganisation(durationIn(seconds))
    : text.windowOfRule(durationIn(seconds))
}

/** When a rule tells nobody. */
function QuietHours({ ruleId }: { ruleId: string }): ReactNode {
  const text = useNotificationsText()
  const language = useLanguage()
  const { data, isError } = useQuiet(ruleId, true)
  if (isError) return <p className="text-alarm">{text.failed}</p>
  if (!data) return null
  if (data.quiet_hours.length === 0) return <p className="text-ink-2">{text.noQuietHours}</p>
  return (
    <div>
      <p className="text-ink-3">{text.quietHours}</p>
      <ul className="text-ink-2">
        {data.quiet_hours.map(({ days, from, to }) => (
          <li key={`${days.join()} ${from}`}>
            {text.quietOf(days.length === 7 ? text.everyDay : daysOf(days, language), from, to)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const weekOrder: readonly string[] = weekdays
/** A Monday. */
const mondayMs = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

/** Names of days as the language has them. */
function daysOf(days: readonly string[], language: ReturnType<typeof useLanguage>): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  return days.map((day) => format.format(mondayMs + weekOrder.indexOf(day) * dayMs)).join(', ')
}
