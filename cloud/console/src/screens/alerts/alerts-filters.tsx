import { Link } from '@tanstack/react-router'
import { useRuleNames } from '../../api/names.js'
import { Button } from '../../controls/button.js'
import { filterControl as control } from '../../controls/filter-control.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { type AlertsSearch, heaps, isFiltered } from './alert-search.js'
import type { Heap } from './use-heaps.js'

/** The heaps to choose from, with how many are in those that are read. */
export function HeapTabs({ search, shown }: { search: AlertsSearch; shown: readonly Heap[] }) {
  const text = useText().alerts
  const language = useLanguage()
  const { status, ...rest } = search
  return (
    <nav
      aria-label={text.title}
      className="flex gap-[2px] overflow-x-auto rounded-2 bg-surface-2 p-[2px] max-wide:w-full"
    >
      {[undefined, ...heaps].map((heap) => {
        const total = shown.find((one) => one.status === heap)?.total ?? 0
        return (
          <Link
            key={heap ?? 'all'}
            to="/alerts"
            search={(before) => ({ site: before.site, ...rest, ...(heap && { status: heap }) })}
            aria-current={heap === status ? 'true' : undefined}
            className="flex h-7 items-center gap-[6px] rounded-[5px] px-[11px] whitespace-nowrap text-ink-2 max-wide:h-[38px] max-wide:flex-1 max-wide:justify-center aria-[current=true]:bg-surface-3 aria-[current=true]:font-strong aria-[current=true]:text-ink aria-[current=true]:shadow-[inset_0_0_0_1px_var(--line-strong)]"
          >
            {heap ? text.heaps[heap] : text.all}
            {total > 0 && heap !== 'resolved' && (
              <span className={heap === 'new' ? 'font-title text-alarm' : 'text-ink-3'}>
                {countOf(total, language)}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

interface FiltersProps {
  readonly search: AlertsSearch
  readonly onSearch: (search: AlertsSearch) => void
}

/** Which alerts of the heaps: of which rule, of which days. */
export function AlertsFilters({ search, onSearch }: FiltersProps) {
  const { alerts: text, events } = useText()
  const rules = useRuleNames().data ?? []
  const change = (name: 'rule' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = search
    onSearch(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="flex flex-wrap items-center gap-[7px] max-wide:gap-2">
      <select
        aria-label={text.rule}
        value={search.rule ?? ''}
        data-on={search.rule ? '' : undefined}
        onChange={(event) => change('rule', event.target.value)}
        className={`${control} max-w-[220px] max-wide:w-full max-wide:max-w-none`}
      >
        <option value="">{text.anyRule}</option>
        {rules.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex items-center gap-[6px] whitespace-nowrap text-ink-3">
          {events[end]}
          <input
            type="date"
            value={search[end] ?? ''}
            data-on={search[end] ? '' : undefined}
            onChange={(event) => change(end, event.target.value)}
            className={control}
          />
        </label>
      ))}
      {isFiltered(search) && (
        <Button
          small
          look="bare"
          icon="close"
          onClick={() => onSearch(search.status ? { status: search.status } : {})}
        >
          {text.clear}
        </Button>
      )}
    </div>
  )
}
