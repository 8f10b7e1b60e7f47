import { useMutation } from '@tanstack/react-query'
import { type AuditEntry, type AuditFilter, readAudit } from '../../../api/audit.js'
import { Button } from '../../../controls/button.js'
import { saveFile } from '../../../controls/save-file.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useLanguage } from '../../../text/use-text.js'
import { dayHere, exactTime } from '../../../time/format.js'
import { serviceNow } from '../../../time/service-clock.js'
import { deedOf } from './sentence.js'
import { lineOf, tableFile } from './table-file.js'
import { type AuditText, useAuditText } from './use-audit-text.js'

interface ExportAuditProps {
  readonly filter: AuditFilter
  /** In which times are told: the organisation's. */
  readonly zone: string
}

/** Saves all that the filters admit as a table, not only what is shown. */
export function ExportAudit({ filter, zone }: ExportAuditProps) {
  const text = useAuditText()
  const language = useLanguage()
  const timeOf = (at: string) => exactTime(new Date(at), { language, zone })
  const save = useMutation({
    mutationFn: async () => {
      const lines = [lineOf(text.columns)]
      for await (const entry of readAudit(filter)) lines.push(lineOf(rowOf(entry, timeOf, text)))
      return tableFile(lines)
    },
    onSuccess: (file) => saveFile(file, `audit-${dayHere(new Date(serviceNow()))}.csv`),
    onError: () => lastActions.say(text.exportFailed),
  })
  return (
    <Button icon="download" disabled={save.isPending} onClick={() => save.mutate()}>
      <span className="max-wide:sr-only">{save.isPending ? text.exporting : text.export}</span>
    </Button>
  )
}

function rowOf(entry: AuditEntry, timeOf: (at: string) => string, text: AuditText): string[] {
  const { at, actor, action, target_kind: kind, target_id: id, address, user_agent: program, data } = entry
  const deed = deedOf(entry, timeOf, text)
  return [
    at,
    actor.name,
    actor.kind,
    `${actor.name} ${deed}`,
    action,
    kind ?? '',
    id ?? '',
    address ?? '',
    program ?? '',
    JSON.stringify(data),
  ]
}
