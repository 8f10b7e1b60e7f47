import { useUserNames } from '../../../api/names.js'
import { useServiceAccounts } from '../../../api/service-accounts.js'
import { filterControl } from '../../../controls/filter-control.js'
import { Icon } from '../../../icons/icon.js'
import { type AuditSearch, actorKinds, readAuditSearch } from './audit-search.js'
import { useAuditText } from './use-audit-text.js'

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly nameOf: (id: string) => string | null
  readonly onSearch: (next: AuditSearch) => void
}

/** Who, to what, and when; what was chosen in the list stands as a chip that a press takes away. */
export function AuditFilters({ search, nameOf, onSearch }: AuditFiltersProps) {
  const text = useAuditText()
  const change = (part: Record<string, unknown>) => onSearch(readAuditSearch({ ...search, ...part }))
  const { action, target } = search
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-5 py-3 max-wide:grid max-wide:grid-cols-2 max-wide:px-3">
      <Who search={search} onChange={change} />
      <select
        aria-label={text.what}
        value={search.on ?? ''}
        data-on={search.on === undefined ? undefined : ''}
        onChange={(event) => change({ on: event.target.value })}
        className={`min-w-0 ${filterControl}`}
      >
        <option value="">
          {text.what}: {text.anything}
        </option>
        {Object.entries(text.targets).map(([kind, says]) => (
          <option key={kind} value={kind}>
            {says}
          </option>
        ))}
      </select>
      <Day label={text.from} value={search.from} onChange={(from) => change({ from })} />
      <Day label={text.to} value={search.to} onChange={(to) => change({ to })} />
      {action !== undefined && <Chip says={text.onlyDeed(action)} onRemove={() => change({ action: '' })} />}
      {target !== undefined && (
        <Chip says={text.onlyThing(nameOf(target) ?? target)} onRemove={() => change({ target: '' })} />
      )}
    </div>
  )
}

interface WhoProps {
  readonly search: AuditSearch
  readonly onChange: (part: Record<string, unknown>) => void
}

function Who({ search: { actor, by }, onChange }: WhoProps) {
  const text = useAuditText()
  const people = useUserNames(true).data ?? []
  const programs = useServiceAccounts().data ?? []
  const known = [...people, ...programs].some(({ id }) => id === actor)
  const choose = (value: string): void => {
    const kind = actorKinds.find((one) => one === value)
    onChange(kind ? { by: kind, actor: '' } : { actor: value, by: '' })
  }
  return (
    <select
      aria-label={text.who}
      value={actor ?? by ?? ''}
      data-on={actor === undefined && by === undefined ? undefined : ''}
      onChange={(event) => choose(event.target.value)}
      className={`max-w-[240px] min-w-0 ${filterControl}`}
    >
      <option value="">
        {text.who}: {text.anybody}
      </option>
      {actor !== undefined && !known && <option value={actor}>{text.somebody}</option>}
      <optgroup label={text.others}>
        {actorKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text.kinds[kind]}
          </option>
        ))}
      </optgroup>
      <optgroup label={text.people}>
        {people.map(({ id, display_name: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={text.programs}>
        {programs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (day: string) => void
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <label
      className={`flex min-w-0 items-center gap-2 ${filterControl}`}
      data-on={value === undefined ? undefined : ''}
    >
      {label}
      <input
        type="date"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
        className="min-w-0 flex-1 bg-transparent text-ink outline-none"
      />
    </label>
  )
}

function Chip({ says, onRemove }: { says: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      data-on=""
      className={`flex items-center gap-2 ${filterControl}`}
    >
      {says}
      <Icon name="close" size={14} />
    </button>
  )
}
