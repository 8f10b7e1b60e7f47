import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../api/queries.js'
import { useVersions } from '../../api/rule-versions.js'
import { useRule } from '../../api/rules.js'
import { Failed, Loading, Nothing } from '../../frame/page-states.js'
import { RuleEditor } from './rule-editor.js'

const route = getRouteApi('/rules/$id')

/** One rule: what it tells of, what it would have told of, and who is told. */
export function RulePage() {
  const { id } = route.useParams()
  const { data: rule, error, refetch } = useRule(id)
  const versions = useVersions(id, rule?.rule_kind === 'camera_event')
  if (isNotFound(error) && !rule) return <Nothing />
  const isFailed = (error && !rule) || (versions.isError && !versions.data)
  if (isFailed)
    return (
      <Failed
        again={() => {
          void refetch()
          void versions.refetch()
        }}
      />
    )
  if (!rule || (rule.rule_kind === 'camera_event' && !versions.data)) return <Loading />
  return <RuleEditor key={rule.id} rule={rule} versions={versions.data ?? []} />
}
