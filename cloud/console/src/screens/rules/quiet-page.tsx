import { getRouteApi, Link } from '@tanstack/react-router'
import { useHeldBack, useKnobs, useSuggestions } from '../../api/quiet.js'
import { useRules } from '../../api/rules.js'
import { useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Failed, Loading, Nothing } from '../../frame/page-states.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { Moment } from '../../time/moment.js'
import { BackToRules } from './back-to-rules.js'
import { KnobFields } from './knob-fields.js'
import { Panel, selectLook } from './panel.js'
import { QuietCamera } from './quiet-camera.js'
import { Suggestions } from './quiet-panel.js'
import { useRulesText } from './use-rules-text.js'

const route = getRouteApi('/rules/quiet')

/** What is no big deal, rule by rule: what holds alerts back, what people's answers suggest, and what was held back. */
export function QuietPage() {
  const { camera } = route.useSearch()
  if (!mayAs(useUser().role, 'operator')) return <Nothing />
  return camera === undefined ? <Quiet /> : <QuietCamera key={camera} cameraId={camera} />
}

function Quiet() {
  const text = useRulesText()
  const { rule: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, isPending, isError, refetch } = useRules()
  const rules = data?.filter(({ rule_kind: kind }) => kind === 'camera_event') ?? []
  const ruleId = rules.find(({ id }) => id === asked)?.id ?? rules[0]?.id ?? null
  return (
    <>
      <PageBar title={text.quietTitle} before={<BackToRules />}>
        {ruleId !== null && (
          <select
            aria-label={text.ofRule}
            value={ruleId}
            onChange={({ target }) => void navigate({ search: { rule: target.value }, replace: true })}
            className={`${selectLook} max-w-[240px]`}
          >
            {rules.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PageBar>
      {isPending && <Loading />}
      {isError && !data && <Failed again={() => void refetch()} />}
      {data && ruleId === null && <Centred sentence={text.empty} />}
      {ruleId !== null && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
          <div className="mx-auto flex max-w-[720px] flex-col gap-4">
            <p className="text-ink-2">{text.quietSays}</p>
            <SuggestionsOf key={`suggestions ${ruleId}`} ruleId={ruleId} />
            <KnobsOf key={ruleId} ruleId={ruleId} />
            <HeldBackOf ruleId={ruleId} />
          </div>
        </div>
      )}
    </>
  )
}

function SuggestionsOf({ ruleId }: { ruleId: string }) {
  const text = useRulesText()
  const suggestions = useSuggestions(ruleId).data
  return (
    <Panel title={text.suggestions}>
      {suggestions?.length === 0 && <p className="text-ink-3">{text.noSuggestions}</p>}
      <Suggestions ruleId={ruleId} />
    </Panel>
  )
}

function KnobsOf({ ruleId }: { ruleId: string }) {
  const text = useRulesText()
  const { data: knobs, isError, refetch } = useKnobs(ruleId)
  return (
    <Panel title={text.quiet}>
      {isError && !knobs && <Failed again={() => void refetch()} />}
      {knobs && <KnobFields ruleId={ruleId} knobs={knobs} />}
    </Panel>
  )
}

/** What was held back, newest first, each with its event and the reason. */
function HeldBackOf({ ruleId }: { ruleId: string }) {
  const text = useRulesText()
  const zoneOf = useZoneOfSite()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetching } = useHeldBack(ruleId)
  const held = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Panel title={text.heldBack}>
      {isError && !data && <Failed again={() => void refetch()} />}
      {data && held.length === 0 && <p className="text-ink-3">{text.noneHeldBack}</p>}
      <ul className="flex flex-col gap-2">
        {held.map(({ id, event_id: event, camera_name: camera, site_id: site, reason, triggered_at: at }) => (
          <li key={id}>
            <Link
              to="/events/$id"
              params={{ id: event }}
              className="flex flex-wrap items-baseline gap-x-3 rounded-1 hover:bg-surface-2"
            >
              <span className="font-strong">{camera}</span>
              <Moment at={at} zone={zoneOf(site)} className="text-xs text-ink-3" />
              <span className="text-ink-2">{reason}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button small disabled={isFetching} onClick={() => void fetchNextPage()} className="self-start">
          {text.older}
        </Button>
      )}
    </Panel>
  )
}
