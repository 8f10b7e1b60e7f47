import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { NotificationGroup } from '../../api/notification-groups.js'
import { useRules } from '../../api/rules.js'
import { useZoneOfSite } from '../../api/sites.js'
import { useDecisions, useToldGroups } from '../../api/told.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { BackToRules } from './back-to-rules.js'
import { selectLook } from './panel.js'
import { useRulesText } from './use-rules-text.js'

const route = getRouteApi('/rules/told')

/** What became of each alert for each person and channel, and by which setting. For admins. */
export function ToldPage() {
  return mayAs(useUser().role, 'admin') ? <Told /> : <Nothing />
}

function Told() {
  const text = useRulesText()
  const { frame } = useText()
  const { rule: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const rules = useRules().data ?? []
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetching } = useToldGroups(
    asked ?? null,
  )
  const groups = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <PageBar title={text.toldTitle} before={<BackToRules />}>
        <select
          aria-label={text.ofRule}
          value={asked ?? ''}
          onChange={({ target }) =>
            void navigate({ search: target.value === '' ? {} : { rule: target.value }, replace: true })
          }
          className={`${selectLook} max-w-[240px]`}
        >
          <option value="">{text.anyRule}</option>
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </PageBar>
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={text.toldFailed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data && groups.length === 0 && <Centred sentence={text.noneTold} />}
      {groups.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
          <div className="mx-auto flex max-w-[720px] flex-col gap-3">
            <p className="text-ink-2">{text.toldSays}</p>
            <ul className="flex flex-col gap-2">
              {groups.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </ul>
            {hasNextPage && (
              <Button small disabled={isFetching} onClick={() => void fetchNextPage()} className="self-start">
                {text.older}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  )
}

const outcomes = ['sent', 'waiting', 'merged', 'held_back', 'failed'] as const

function Group({ group }: { group: NotificationGroup }) {
  const text = useRulesText()
  const zone = useZoneOfSite()(group.site_id)
  const [isOpen, setOpen] = useState(false)
  const counts = outcomes.filter((one) => group.decisions[one] > 0)
  return (
    <li className="rounded-3 border border-line bg-surface p-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-strong">{group.rule_name}</span>
        <span className="text-ink-2">{group.camera_name ?? group.gateway_name ?? group.site_name}</span>
        <Moment at={group.opened_at} zone={zone} className="text-xs text-ink-3" />
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-xs">
        <summary className="min-h-(--target) cursor-pointer text-ink-2 max-wide:min-h-[44px]">
          {counts.map((one) => text.outcomeCount(group.decisions[one], text.outcomes[one])).join(' · ') ||
            text.decisions}
        </summary>
        <Decisions group={group} isOpen={isOpen} />
      </details>
    </li>
  )
}

function Decisions({ group, isOpen }: { group: NotificationGroup; isOpen: boolean }) {
  const text = useRulesText()
  const { frame } = useText()
  const { data, isError, refetch } = useDecisions(group.id, isOpen)
  return (
    <>
      {isError && !data && (
        <p role="alert" className="flex items-center gap-2 py-1 text-ink-2">
          {text.toldFailed}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </p>
      )}
      <ul className="flex flex-col gap-1 pt-1">
        {data?.data.map(({ id, user_name: name, channel, outcome, reason, setting, event_id: event }) => (
          <li key={id} className="text-ink-3">
            <span className="text-ink-2">
              {name ?? text.everybody}
              {channel && `, ${text.channels[channel]}`}: {text.outcomes[outcome]}.
            </span>{' '}
            {reason} · {text.bySetting(setting.name, text.origins[setting.origin])}{' '}
            {event !== null && (
              <Link
                to="/events/$id"
                params={{ id: event }}
                className="text-accent underline underline-offset-2"
              >
                {text.theEvent}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {data && data.total > data.data.length && <p className="pt-1 text-ink-3">{text.onlyFirst}</p>}
    </>
  )
}
