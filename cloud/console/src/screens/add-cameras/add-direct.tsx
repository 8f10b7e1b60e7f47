import { useMemo, useState } from 'react'
import type { Site } from '../../api/sites.js'
import { useSiteId } from '../../frame/use-site.js'
import { useUser } from '../../session/use-session.js'
import { AddOne } from './add-one.js'
import { noGateway } from './add-search.js'
import { emptyDraft } from './draft.js'
import { JustAdded } from './just-added.js'
import { KeptDrafts } from './kept-drafts.js'

/** A camera that the internet reaches: a relay of the service connects to it. */
export function AddDirect({ sites }: { sites: readonly Site[] }) {
  const { id: personId } = useUser()
  const kept = useMemo(() => new KeptDrafts(personId), [personId])
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null)
  const siteId = useSiteId() ?? sites[0]?.id ?? ''
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[900px] flex-1 flex-col gap-3 wide:p-4">
      <JustAdded camera={added} isLast />
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden border-line bg-surface wide:rounded-3 wide:border">
        <AddOne
          key={added?.id ?? 'first'}
          place={noGateway}
          kept={kept}
          device={null}
          initial={{ ...emptyDraft, by: 'rtsp', siteId }}
          account={null}
          gatewayId={null}
          isReady
          looksByItself={false}
          sites={sites}
          others={0}
          onAccount={() => {}}
          onAdded={setAdded}
          hasNext={false}
          onScan={null}
        />
      </div>
    </div>
  )
}
