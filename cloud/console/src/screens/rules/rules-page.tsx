import { getRouteApi, Link } from '@tanstack/react-router'
import { useCameras } from '../../api/cameras.js'
import { type AlertRule, useAlertCounts, useRules } from '../../api/rules.js'
import { Button, buttonClass } from '../../controls/button.js'
import { SeverityBadge } from '../../events/severity-badge.js'
import { useKeys } from '../../frame/keys.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { JudgeSpent } from './judge-spent.js'
import { mannerOf } from './rule-fields.js'
import { useRulesText } from './use-rules-text.js'

const route = getRouteApi('/rules')

/** Every rule that this person may see: of what it tells, whether it does, and how often it did. */
export function RulesPage() {
  const { frame, keys } = useText()
  const text = useRulesText()
  const language = useLanguage()
  const { role } = useUser()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, isPending, isError, refetch } = useRules()
  const ofSite = useOfSite()
  const rules = data?.filter(ofSite)
  const words = q.trim().toLowerCase()
  const found = (rules ?? []).filter(({ name, active_sentence: sentence }) =>
    `${name} ${sentence ?? ''}`.toLowerCase().includes(words),
  )
  const mayMake = mayAs(role, 'operator')
  useKeys({
    '/': {
      does: keys.search,
      act: () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    },
  })
  return (
    <>
      <PageBar
        title={text.title}
        beside={
          <label className="flex h-control min-w-0 max-w-[380px] flex-1 items-center gap-2 rounded-2 bg-control px-[10px] text-ink-3 focus-within:shadow-(--focus) light-edge">
            <Icon name="search" size={16} />
            <input
              type="search"
              aria-label={text.search}
              placeholder={text.search}
              value={q}
              onChange={({ target }) =>
                void navigate({ search: target.value === '' ? {} : { q: target.value }, replace: true })
              }
              data-search
              className="min-w-0 flex-1 bg-transparent text-ink shadow-none! outline-none placeholder:text-ink-3 max-wide:text-lg"
            />
          </label>
        }
      >
        {mayMake && (
          <Link to="/rules/new" className={buttonClass({ look: 'main' })}>
            <Icon name="plus" size={16} />
            {text.make}
          </Link>
        )}
      </PageBar>
      <nav aria-label={text.title} className="flex flex-none flex-wrap gap-1 px-4 pt-2 max-wide:px-2">
        {mayMake && (
          <Link to="/rules/quiet" className={buttonClass({ look: 'bare', small: true })}>
            <Icon name="quiet" size={16} />
            {text.quietPage}
          </Link>
        )}
        {mayAs(role, 'admin') && (
          <Link to="/rules/told" className={buttonClass({ look: 'bare', small: true })}>
            <Icon name="inbox" size={16} />
            {text.toldPage}
          </Link>
        )}
      </nav>
      {rules?.some(({ active_version_id: version }) => version !== null) && (
        <div className="px-5 pt-3 empty:hidden max-wide:px-3">
          <JudgeSpent />
        </div>
      )}
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {rules?.length === 0 && (
        <Centred sentence={mayMake ? text.empty : text.emptyViewer}>
          {mayMake && (
            <Link to="/rules/new" className={buttonClass({})}>
              {text.make}
            </Link>
          )}
        </Centred>
      )}
      {rules && rules.length > 0 && found.length === 0 && (
        <Centred sentence={text.noneFound}>
          <Button onClick={() => void navigate({ search: {}, replace: true })}>{text.clear}</Button>
        </Centred>
      )}
      {found.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto px-[14px] pb-4 max-wide:px-2">
          <p role="status" className="px-[6px] pt-2 pb-1 text-xs text-ink-3">
            {found.length === 1 ? text.one : text.count(countOf(found.length, language))}
          </p>
          <ul aria-label={text.list}>
            {found.map((rule) => (
              // What is out of view is not laid out: there may be a thousand.
              <li key={rule.id} className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
                <RuleRow rule={rule} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Whether a rule can tell of something at the site that was chosen. */
function useOfSite(): (rule: AlertRule) => boolean {
  const site = useSiteId()
  const cameras = useCameras(null).data ?? []
  return ({ scope_type: scope, site_ids: sites, camera_ids: ids }) => {
    if (site === null || scope === 'all_cameras') return true
    if (scope === 'site') return sites.includes(site)
    return cameras.some(({ id, site_id: at }) => at === site && ids.includes(id))
  }
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const text = useRulesText()
  const { events } = useText()
  const counts = useAlertCounts().data
  const count = counts?.get(rule.id) ?? 0
  const manner = mannerOf(rule)
  const says =
    manner === 'words'
      ? rule.active_sentence
      : manner === 'outage' && rule.system_trigger
        ? text.outageOf[rule.system_trigger]
        : rule.event_category === null
          ? text.anyEvent
          : text.atOnce(events.categories[rule.event_category])
  return (
    <Link
      to="/rules/$id"
      params={{ id: rule.id }}
      className="flex min-h-[60px] items-center gap-3 rounded-3 px-[10px] py-2 hover:bg-surface-2"
    >
      <span className={rule.enabled ? 'text-ink-2' : 'text-ink-3'}>
        <Icon name={manner === 'words' ? 'model' : manner === 'outage' ? 'no-line' : 'movement'} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block truncate font-strong ${rule.enabled ? '' : 'text-ink-2'}`}>{rule.name}</span>
        <span className="block truncate text-xs text-ink-3">{says}</span>
      </span>
      <span className="flex flex-none flex-wrap items-center justify-end gap-2 text-xs text-ink-3">
        {rule.channels_not_set_up.includes('email') && (
          <span title={text.noMail} className="text-warn">
            {text.noMailShort}
          </span>
        )}
        {rule.warnings.length > 0 && (
          <span className="rounded-1 bg-warn-soft px-[7px] py-[2px] font-strong text-warn">
            {text.needsSomebody}
          </span>
        )}
        {!rule.enabled && (
          <span className="rounded-1 bg-surface-3 px-[7px] py-[2px] font-strong text-ink-2">{text.off}</span>
        )}
        {counts && rule.enabled && (
          <span className="max-wide:hidden">{count === 0 ? text.never : text.perWeek(count)}</span>
        )}
        <SeverityBadge severity={rule.severity} />
      </span>
    </Link>
  )
}
