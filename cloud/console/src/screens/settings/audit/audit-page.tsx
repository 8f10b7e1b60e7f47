import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAudit } from '../../../api/audit.js'
import { useOrganisation } from '../../../api/organisation.js'
import { Button } from '../../../controls/button.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { SettingsBar } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { AuditFilters } from './audit-filters.js'
import { AuditList } from './audit-list.js'
import { type AuditSearch, filterOf, readAuditSearch } from './audit-search.js'
import { ExportAudit } from './export-audit.js'
import { useAuditText } from './use-audit-text.js'

/** Who did what, newest first. */
export function AuditPage() {
  const text = useAuditText()
  const settings = useSettingsText()
  const { frame } = useText()
  const language = useLanguage()
  const search = useSearch({ from: '/in-settings/settings/audit' })
  const navigate = useNavigate()
  const filter = filterOf(readAuditSearch({ ...search }))
  const audit = useAudit(filter)
  const zone = useOrganisation().data?.timezone ?? 'UTC'
  const entries = audit.data?.pages.flatMap((page) => page.data)
  const nameOf = (id: string): string | null =>
    entries?.find(({ target_id: target }) => target === id)?.target_name ?? null
  const total = audit.data?.pages[0]?.total ?? 0
  const onSearch = (next: AuditSearch) => void navigate({ to: '/settings/audit', search: next })
  return (
    <>
      <SettingsBar title={settings.sections.audit}>
        <ExportAudit filter={filter} zone={zone} />
      </SettingsBar>
      <AuditFilters search={search} nameOf={nameOf} onSearch={onSearch} />
      {audit.isPending && <Loading />}
      {audit.isError && !entries && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void audit.refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {entries?.length === 0 && (
        <Centred sentence={text.empty}>
          {Object.keys(filter).length > 0 && <Button onClick={() => onSearch({})}>{text.clear}</Button>}
        </Centred>
      )}
      {entries && entries.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 max-wide:px-3">
          <p role="status" className="pt-1 pb-2 text-xs text-ink-3">
            {total === 1 ? text.one : text.count(countOf(total, language))}
          </p>
          <AuditList entries={entries} zone={zone} search={search} />
          {audit.hasNextPage && (
            <Button
              className="mt-3"
              disabled={audit.isFetchingNextPage}
              onClick={() => void audit.fetchNextPage()}
            >
              {audit.isFetchNextPageError ? text.moreFailed : text.more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
