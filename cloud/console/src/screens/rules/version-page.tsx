import { FailedCall } from '@sightline/client'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound } from '../../api/queries.js'
import { useVersionDeed, useVersions, type Version, type VersionDeed } from '../../api/rule-versions.js'
import { type AlertRule, useRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Failed, Loading, Nothing } from '../../frame/page-states.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { Moment } from '../../time/moment.js'
import { ActivateDialog } from './activate-dialog.js'
import { ChangedConditions } from './changed-conditions.js'
import { ConditionChips } from './condition-chips.js'
import { Panel } from './panel.js'
import { TrialPanel } from './trial-panel.js'
import { useRulesText } from './use-rules-text.js'

const route = getRouteApi('/rules/$id/versions/$n')

/** One version of a rule as it was made, beside the one that judges. */
export function VersionPage() {
  const { id, n } = route.useParams()
  const text = useRulesText()
  const rule = useRule(id)
  const versions = useVersions(id, rule.data?.rule_kind === 'camera_event')
  // A rule of another kind has none.
  if (isNotFound(rule.error) || (rule.data && rule.data.rule_kind !== 'camera_event')) return <Nothing />
  if ((rule.isError && !rule.data) || (versions.isError && !versions.data))
    return (
      <Failed
        again={() => {
          void rule.refetch()
          void versions.refetch()
        }}
      />
    )
  if (!rule.data || !versions.data) return <Loading />
  const version = versions.data.find(({ number }) => String(number) === n)
  if (!version) return <Centred sentence={text.versionGone} />
  const active = versions.data.find((one) => one.active) ?? null
  return <OneVersion rule={rule.data} version={version} active={active} />
}

interface OneVersionProps {
  readonly rule: AlertRule
  readonly version: Version
  readonly active: Version | null
}

function OneVersion({ rule, version, active }: OneVersionProps) {
  const text = useRulesText()
  const { role, timeZone } = useUser()
  const mayChange = mayAs(role, 'operator')
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <PageBar
        title={`${rule.name}: ${text.openVersion(version.number)}`}
        beside={<BackToRule rule={rule} />}
      >
        {mayChange && <Deeds {...{ rule, version, active }} />}
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
        <div className="mx-auto flex max-w-[720px] flex-col gap-4">
          <Panel title={version.sentence ?? text.understood}>
            {version.predicate ? (
              <ConditionChips node={version.predicate.where} path="where" onOpen={null} />
            ) : (
              <p>{version.explanation}</p>
            )}
            <p className="text-xs text-ink-3">
              {text.madeBy(version.created_by)}, <Moment at={version.created_at} zone={zone} />
              {version.note !== null && ` · ${version.note}`}
            </p>
          </Panel>
          {active?.predicate && version.predicate && !version.active && (
            <Panel title={text.comparedWith(active.number)}>
              <ChangedConditions from={active.predicate} to={version.predicate} />
            </Panel>
          )}
          {!version.active && <p className="text-xs text-ink-3">{text.goBack}</p>}
          {mayChange && version.predicate && (
            <TrialPanel
              predicate={version.predicate}
              ruleId={rule.id}
              judge={version.judge}
              active={version.active ? null : active}
              onRelax={null}
            />
          )}
        </div>
      </div>
    </>
  )
}

function BackToRule({ rule }: { rule: AlertRule }) {
  return (
    <Link
      to="/rules/$id"
      params={{ id: rule.id }}
      className="flex h-control min-w-0 items-center gap-1 rounded-2 pr-2 text-ink-2 hover:text-ink max-wide:h-[44px]"
    >
      <Icon name="back" size={16} />
      <span className="truncate">{rule.name}</span>
    </Link>
  )
}

/** Makes a version the one that judges, or no more, or does away with it. */
function Deeds({ rule, version, active }: OneVersionProps) {
  const text = useRulesText()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const deed = useVersionDeed(rule.id)
  const problem = deed.error instanceof FailedCall ? deed.error.error.message : null
  const act = (what: VersionDeed): void =>
    deed.mutate(
      { id: version.id, deed: what },
      {
        onSuccess: () => {
          setAsking(false)
          if (what !== 'deactivate') void navigate({ to: '/rules/$id', params: { id: rule.id } })
        },
      },
    )
  return (
    <>
      {problem !== null && !isAsking && (
        <span role="alert" className="text-xs text-alarm">
          {text.deedFailed} {problem}
        </span>
      )}
      {version.active ? (
        <Button disabled={deed.isPending} onClick={() => act('deactivate')}>
          {text.deactivate}
        </Button>
      ) : (
        <>
          <Button icon="trash" disabled={deed.isPending} onClick={() => act('delete')}>
            {text.deleteVersion}
          </Button>
          <Button look="main" disabled={!version.predicate} onClick={() => setAsking(true)}>
            {text.activate(version.number)}
          </Button>
        </>
      )}
      {isAsking && version.predicate && (
        <ActivateDialog
          rule={rule}
          number={version.number}
          predicate={version.predicate}
          active={active?.predicate ?? null}
          isBusy={deed.isPending}
          problem={problem}
          onActivate={() => act('activate')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
