import { FailedCall } from '@sightline/client'
import { Link } from '@tanstack/react-router'
import { useExportEvents } from '../../api/events.js'
import { Button, buttonClass } from '../../controls/button.js'
import { saveFile } from '../../controls/save-file.js'
import { lastActions } from '../../frame/last-actions.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import type { EventsSearch } from './filter.js'
import { useEventsToolsText } from './use-events-tools-text.js'

interface ToolsProps {
  readonly search: EventsSearch
  readonly site: string | null
  readonly total: number
}

/** Asking about events in place of looking for them, and taking those that are found as a table. */
export function EventsTools({ search, site, total }: ToolsProps) {
  const text = useText().events
  const said = useEventsToolsText()
  const { role } = useUser()
  const { event: _event, ...filter } = search
  const table = useExportEvents()
  const save = () =>
    table.mutate(
      { ...filter, ...(site !== null && { site }) },
      {
        onSuccess: (file) => saveFile(file, 'events.csv'),
        onError: (error) => lastActions.say(isTooMuch(error) ? said.exportTooMany : said.exportFailed),
      },
    )
  return (
    <>
      <Link
        to="/ask"
        search={(before) => ({ site: before.site, ...(search.q !== undefined && { q: search.q }) })}
        className={`${buttonClass({})} max-wide:hidden`}
      >
        <Icon name="ask" size={16} />
        {text.ask}
      </Link>
      {mayAs(role, 'operator') && (
        <Button
          icon="download"
          disabled={table.isPending || total === 0}
          onClick={save}
          className="max-wide:hidden"
        >
          {text.export}
        </Button>
      )}
    </>
  )
}

/** More events than the service writes into one table. */
const isTooMuch = (error: unknown): boolean => error instanceof FailedCall && error.error.status === 413
