import { useState } from 'react'
import { useCameras } from '../../api/cameras.js'
import { useSites } from '../../api/sites.js'
import { useText } from '../../text/use-text.js'
import { categories } from '../events/filter.js'
import { Panel, Setting } from './panel.js'
import type { FieldsChange, Manner, RuleFields } from './rule-fields.js'
import { useRulesText } from './use-rules-text.js'
import { Choices } from './value-fields.js'

interface WhereAndWhatProps {
  readonly fields: RuleFields
  readonly manner: Manner
  readonly mayChange: boolean
  readonly onChange: (change: FieldsChange) => void
}

const scopes = ['all_cameras', 'site', 'cameras'] as const
type Scope = (typeof scopes)[number]
const sources = ['onvif', 'software', 'manual', 'scheduled'] as const
const outages = ['camera_offline', 'gateway_offline'] as const

/** The rule's own conditions: where it holds, and what it tells of where no sentence says so. */
export function WhereAndWhat(props: WhereAndWhatProps) {
  const { fields, manner } = props
  const text = useRulesText()
  const { events } = useText()
  return (
    <Panel title={manner === 'words' ? text.where : manner === 'outage' ? text.outage : text.kind}>
      {manner === 'outage' && (
        <>
          <Setting
            label={text.outage}
            value={fields.system_trigger ?? 'camera_offline'}
            options={outages.map((one) => ({ value: one, says: text.outageOf[one] }))}
            onChange={(chosen) => {
              const trigger = outages.find((one) => one === chosen)
              if (trigger) props.onChange({ system_trigger: trigger })
            }}
            mayChange={props.mayChange}
          />
          <p className="text-xs text-ink-3">{text.outageHint}</p>
        </>
      )}
      {manner === 'at_once' && (
        <>
          <Setting
            label={text.kind}
            value={fields.event_category ?? ''}
            options={[
              { value: '', says: text.anyKind },
              ...categories.map((one) => ({ value: one, says: events.categories[one] })),
            ]}
            onChange={(chosen) =>
              props.onChange({ event_category: categories.find((one) => one === chosen) ?? null })
            }
            mayChange={props.mayChange}
          />
          <Sources {...props} />
        </>
      )}
      {fields.system_trigger !== 'gateway_offline' && <Where {...props} />}
    </Panel>
  )
}

/** What sets it off; none chosen: anything. */
function Sources({ fields, mayChange, onChange }: WhereAndWhatProps) {
  const text = useRulesText()
  const chosen = fields.source_filter ?? []
  if (!mayChange)
    return chosen.length === 0 ? null : <p>{chosen.map((one) => text.sources[one]).join(', ')}</p>
  return (
    <fieldset>
      <legend className="pb-1 text-ink-2">{text.source}</legend>
      <Choices
        options={sources.map((id) => ({ id, name: text.sources[id] }))}
        chosen={chosen}
        onChange={(ids) => {
          const found = sources.filter((one) => ids.includes(one))
          onChange({ source_filter: found.length === 0 ? null : found })
        }}
      />
    </fieldset>
  )
}

function Where({ fields, manner, mayChange, onChange }: WhereAndWhatProps) {
  const text = useRulesText()
  const cameras = useCameras(null).data ?? []
  const sites = useSites().data ?? []
  // Some of them is said once one is chosen: of none there is no rule.
  const [wanted, setWanted] = useState<Scope | null>(null)
  const scope = wanted ?? fields.scope_type
  const offered = scopes.filter((one) => one !== 'site' || manner === 'words' || fields.scope_type === 'site')
  const choose = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    setWanted(null)
    onChange(
      scope === 'site'
        ? { scope_type: 'site', site_ids: [...ids] }
        : { scope_type: 'cameras', camera_ids: [...ids] },
    )
  }
  const ids = scope === 'site' ? fields.site_ids : fields.camera_ids
  const options = scope === 'site' ? sites : cameras
  return (
    <>
      <Setting
        label={text.where}
        value={scope}
        options={offered.map((one) => ({ value: one, says: text.scopes[one] }))}
        onChange={(chosen) => {
          if (chosen === 'all_cameras') {
            setWanted(null)
            onChange({ scope_type: 'all_cameras', site_ids: [], camera_ids: [] })
          } else setWanted(chosen === 'site' ? 'site' : 'cameras')
        }}
        mayChange={mayChange}
      />
      {scope !== 'all_cameras' &&
        (mayChange ? (
          <Choices key={scope} options={options} chosen={ids} onChange={choose} />
        ) : (
          <p className="text-ink-2">
            {options
              .filter(({ id }) => ids.includes(id))
              .map(({ name }) => name)
              .join(', ')}
          </p>
        ))}
    </>
  )
}
