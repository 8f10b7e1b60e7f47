import { getRouteApi, Link } from '@tanstack/react-router'
import { isNotFound } from '../../api/queries.js'
import { useRule } from '../../api/rules.js'
import { useZoneOf } from '../../api/sites.js'
import { useVerdicts, type Verdict } from '../../api/verdicts.js'
import { Button } from '../../controls/button.js'
import { Choices } from '../../controls/choices.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Failed, Loading, Nothing } from '../../frame/page-states.js'
import { Icon } from '../../icons/icon.js'
import { Moment } from '../../time/moment.js'
import { useSaying } from './use-saying.js'

const route = getRouteApi('/rules/$id/verdicts')

const outcomes = ['match', 'doubtful', 'no_match'] as const
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a rule said of events, newest first, each with what every condition found; of one event where the address names it. */
export function VerdictsPage() {
  const { text } = useSaying()
  const { id } = route.useParams()
  const asked = route.useSearch()
  const event = asked.event !== undefined && uuid.test(asked.event) ? asked.event : undefined
  const outcome = outcomes.find((one) => one === asked.outcome)
  const navigate = route.useNavigate()
  const rule = useRule(id)
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetching } = useVerdicts(
    id,
    {
      ...(event !== undefined && { event_id: event }),
      ...(outcome !== undefined && { outcome }),
    },
  )
  const verdicts = data?.pages.flatMap((page) => page.data) ?? []
  if (isNotFound(rule.error) || isNotFound(error)) return <Nothing />
  return (
    <>
      <PageBar title={text.verdictsOf(rule.data?.name ?? '…')} before={<BackToRule id={id} />}>
        {event === undefined && (
          <Choices
            label={text.whichVerdicts}
            value={outcome ?? 'all'}
            options={(['all', ...outcomes] as const).map((value) => ({ value, says: text.verdicts[value] }))}
            onChange={(chosen) =>
              void navigate({ search: chosen === 'all' ? {} : { outcome: chosen }, replace: true })
            }
          />
        )}
      </PageBar>
      {isPending && <Loading />}
      {isError && !data && <Failed again={() => void refetch()} />}
      {data && verdicts.length === 0 && (
        <Centred sentence={event === undefined ? text.noVerdicts : text.noVerdictOfEvent}>
          {event !== undefined && <ToEvent id={event} />}
        </Centred>
      )}
      {verdicts.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
          <div className="mx-auto flex max-w-[720px] flex-col gap-3">
            {event !== undefined && (
              <p className="flex flex-wrap items-center gap-3 text-ink-2">
                {text.verdictsOfEvent}
                <Button small onClick={() => void navigate({ search: {}, replace: true })}>
                  {text.allVerdicts}
                </Button>
              </p>
            )}
            <ul className="flex flex-col gap-2">
              {verdicts.map((verdict) => (
                <OneVerdict key={verdict.id} verdict={verdict} />
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

function BackToRule({ id }: { id: string }) {
  const { text } = useSaying()
  return (
    <Link
      to="/rules/$id"
      params={{ id }}
      className="flex h-control flex-none items-center gap-1 border-r border-line pr-3 text-ink-2 hover:text-ink max-wide:h-[44px]"
    >
      <Icon name="back" size={16} />
      <span className="max-wide:sr-only">{text.theRule}</span>
    </Link>
  )
}

function ToEvent({ id }: { id: string }) {
  const { text } = useSaying()
  return (
    <Link to="/events/$id" params={{ id }} hash="rules" className="text-accent underline underline-offset-2">
      {text.whyOfEvent}
    </Link>
  )
}

const looks: Readonly<Record<Verdict['outcome'], string>> = {
  match: 'bg-accent-soft text-accent',
  doubtful: 'bg-warn-soft text-warn',
  no_match: 'bg-surface-3 text-ink-2',
}

/** One verdict: of which event, what it was, what followed, and what every condition found. */
function OneVerdict({ verdict }: { verdict: Verdict }) {
  const { text, nameOf } = useSaying()
  const zone = useZoneOf()(verdict.camera_id)
  const { outcome, conditions, event_id: event, version_number: version, reason } = verdict
  return (
    <li className="flex flex-col gap-2 rounded-3 border border-line bg-surface p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/events/$id"
          params={{ id: event }}
          hash="rules"
          className="font-strong underline-offset-2 hover:underline"
        >
          {nameOf(verdict.camera_id) ?? text.chip.unknown}
        </Link>
        <Moment at={verdict.created_at} zone={zone} className="flex-1 text-xs text-ink-3" />
        <span className={`rounded-1 px-[7px] py-[2px] text-xs font-strong ${looks[outcome]}`}>
          {verdict.status === 'pending' ? text.judgeIsAsked : text.verdicts[outcome]}
        </span>
      </p>
      {/* The model's words are the judge's; the conditions say their own. */}
      {verdict.decided_by !== 'predicate' && reason !== '' && <p className="text-ink-2">{reason}</p>}
      <p className="text-xs text-ink-3">
        {text.followed[verdict.followed]} · {text.decidedBy[verdict.decided_by]} · {text.openVersion(version)}
      </p>
      <details className="text-xs">
        <summary className="min-h-(--target) cursor-pointer text-ink-2 max-wide:min-h-[44px]">
          {text.whatWasFound}
        </summary>
        <ul className="flex flex-col gap-1 pt-1">
          {conditions.map(({ path, held, why }) => (
            <li key={path} className="flex items-start gap-2">
              <span className={`pt-[2px] ${held === 'yes' ? 'text-ok' : 'text-ink-3'}`}>
                <Icon name={held === 'yes' ? 'check' : held === 'no' ? 'close' : 'info'} size={14} />
              </span>
              <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
                <span className="sr-only">{text.held[held]} </span>
                {why}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
