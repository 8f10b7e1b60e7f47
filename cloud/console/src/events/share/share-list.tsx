import { useState } from 'react'
import type { Event } from '../../api/events.js'
import { type Share, useRevokeShare, useShares } from '../../api/shares.js'
import { useZoneOf } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { ShareOpenings } from './share-openings.js'
import { useShareText } from './use-share-text.js'

/** The links that were made so far, newest first. */
export function ShareList({ event }: { event: Event }) {
  const { frame } = useText()
  const text = useShareText()
  const shares = useShares(event.id)
  const zone = useZoneOf()(event.camera_id)
  const all = shares.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <section aria-labelledby="links-title" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="links-title" className="font-title">
        {text.links}
      </h3>
      {shares.isPending && <div className="h-9 rounded-2 bg-surface-2 appear-late" />}
      {shares.isError && (
        <p role="alert" className="flex items-center gap-2 text-ink-2">
          {text.failed}
          <Button small onClick={() => void shares.refetch()}>
            {frame.tryAgain}
          </Button>
        </p>
      )}
      {shares.isSuccess && all.length === 0 && <p className="text-ink-3">{text.noLinks}</p>}
      <ul className="flex flex-col gap-2">
        {all.map((share) => (
          <OneShare key={share.id} share={share} zone={zone} />
        ))}
      </ul>
      {shares.hasNextPage && (
        <Button small onClick={() => void shares.fetchNextPage()} className="self-start">
          {text.more}
        </Button>
      )}
    </section>
  )
}

function OneShare({ share, zone }: { share: Share; zone: string }) {
  const text = useShareText()
  const revoke = useRevokeShare(share.event_id)
  const [isOpen, setOpen] = useState(false)
  const isLiving = share.status === 'active' || share.status === 'locked'
  return (
    <li data-share={share.status} className="flex flex-col gap-2 rounded-3 bg-surface-2 p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p>
            <span className={isLiving ? 'font-strong' : 'font-strong text-ink-3'}>
              {text.status[share.status]}
            </span>
            {isLiving && (
              <>
                {' '}
                {text.until} <Moment at={share.expires_at} zone={zone} />
              </>
            )}
            {share.has_password && `, ${text.withPassword}`}
          </p>
          <p className="text-xs text-ink-3">
            <Moment at={share.created_at} zone={zone} /> {text.by(share.created_by.name)}.{' '}
            {text.opened(share.view_count)}.
          </p>
        </div>
        {isLiving && (
          <Button
            small
            disabled={revoke.isPending}
            onClick={() => revoke.mutate(share.id)}
            className="max-wide:h-[44px]"
          >
            {text.revoke}
          </Button>
        )}
      </div>
      {revoke.isError && (
        <p role="alert" className="text-alarm">
          {text.revokeFailed}
        </p>
      )}
      <Button
        look="bare"
        small
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="self-start"
      >
        {text.openings}
      </Button>
      {isOpen && <ShareOpenings share={share} zone={zone} />}
    </li>
  )
}
