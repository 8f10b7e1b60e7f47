import { useState } from 'react'
import {
  type Decision,
  type NotificationGroup,
  type Outcome,
  useDecisions,
  useGroups,
} from '../../../api/notification-groups.js'
import { useZoneOfSite } from '../../../api/sites.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { type BadgeTone, StateBadge } from '../../../controls/state-badge.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { Moment } from '../../../time/moment.js'
import { useNotificationsText } from './use-notifications-text.js'

const outcomes: readonly Outcome[] = ['sent', 'merged', 'waiting', 'held_back', 'failed']

const tones: Record<Outcome, BadgeTone> = {
  sent: 'ok',
  merged: 'plain',
  waiting: 'warn',
  held_back: 'plain',
  failed: 'alarm',
}

/** What was decided lately: who was told of which alerts. */
export function Groups() {
  const text = useNotificationsText()
  const { frame } = useText()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGroups()
  const groups = data?.pages.flatMap((page) => page.data)
  return (
    <Section title={text.decisions}>
      <p className="text-ink-2">{text.decisionsSay}</p>
      {isError && !data && (
        <Note tone="alarm">
          {text.failed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      )}
      {groups?.length === 0 && <p className="text-ink-2">{text.noDecisions}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {groups?.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
          className="self-start"
        >
          {text.more}
        </Button>
      )}
    </Section>
  )
}

function GroupRow({ group }: { group: NotificationGroup }) {
  const text = useNotificationsText()
  const language = useLanguage()
  const zone = useZoneOfSite()(group.site_id)
  const [isOpen, setOpen] = useState(false)
  const where = group.camera_name ?? group.gateway_name ?? group.site_name
  return (
    <li className="py-2">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-(--target) cursor-pointer">
          <span className="font-strong">
            {group.rule_name}, {where}
          </span>{' '}
          <Moment at={group.opened_at} zone={zone} className="text-ink-3" />
          <span className="flex flex-wrap gap-2 pt-1 pl-4">
            {outcomes
              .filter((one) => group.decisions[one] > 0)
              .map((one) => (
                <StateBadge key={one} tone={tones[one]}>
                  {text.counted(countOf(group.decisions[one], language), text.outcomes[one])}
                </StateBadge>
              ))}
          </span>
        </summary>
        {isOpen && <Decisions groupId={group.id} zone={zone} />}
      </details>
    </li>
  )
}

function Decisions({ groupId, zone }: { groupId: string; zone: string }) {
  const text = useNotificationsText()
  const { data, isError } = useDecisions(groupId)
  if (isError && !data) return <p className="pt-2 pl-4 text-alarm">{text.failed}</p>
  return (
    <ul className="flex flex-col gap-3 pt-3 pl-4">
      {data?.data.map((decision) => (
        <DecisionRow key={decision.id} decision={decision} zone={zone} />
      ))}
    </ul>
  )
}

function DecisionRow({ decision, zone }: { decision: Decision; zone: string }) {
  const text = useNotificationsText()
  const { user_name: name, channel, outcome, reason, setting, decided_at: at } = decision
  return (
    <li className="flex flex-col gap-[2px]">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge tone={tones[outcome]}>{text.outcomes[outcome]}</StateBadge>
        <span>
          {name ?? text.everybody}, {channel === null ? text.anyChannel : text.channels[channel]}
        </span>
        <Moment at={at} zone={zone} className="text-ink-3" />
      </p>
      <p className="text-ink-2">{reason}</p>
      <p className="text-xs break-words text-ink-3">
        {text.settingOf(setting.name, valueIn(setting.value), text.origins[setting.origin])}
      </p>
    </li>
  )
}

/** A value of a setting as text. */
function valueIn(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
