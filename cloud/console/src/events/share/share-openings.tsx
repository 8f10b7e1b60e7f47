import { type Share, useShareViews } from '../../api/shares.js'
import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { useShareText } from './use-share-text.js'

/** Who opened a link, or tried to, newest first. */
export function ShareOpenings({ share, zone }: { share: Share; zone: string }) {
  const { frame } = useText()
  const text = useShareText()
  const views = useShareViews(share.event_id, share.id)
  const all = views.data?.pages.flatMap(({ data }) => data) ?? []
  if (views.isError && all.length === 0)
    return (
      <p role="alert" className="flex items-center gap-2 text-ink-2">
        {text.failed}
        <Button small onClick={() => void views.refetch()}>
          {frame.tryAgain}
        </Button>
      </p>
    )
  if (views.isSuccess && all.length === 0) return <p className="text-xs text-ink-3">{text.noOpenings}</p>
  return (
    <>
      <ol className="flex flex-col gap-1 text-xs">
        {all.map(({ id, at, outcome, address }) => (
          <li key={id} className="flex gap-2">
            <Moment at={at} zone={zone} className="flex-none text-ink-3" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {address ?? text.somebody} {text.outcomes[outcome]}
            </span>
          </li>
        ))}
      </ol>
      {views.hasNextPage && (
        <Button small onClick={() => void views.fetchNextPage()} className="self-start">
          {text.more}
        </Button>
      )}
    </>
  )
}
