import type { QueryClient, QueryMeta } from '@tanstack/react-query'
import { tooMany } from '../api/too-many.js'
import { session } from '../session/session.js'
import { alone, TabChannel } from '../session/tab-channel.js'
import { type Notice, questionsOf } from './notice.js'
import { listenToNotices } from './notice-line.js'
import { ReadAgain } from './read-again.js'
import { recoverFailed } from './recover.js'

type Heard =
  | { readonly notice: Notice }
  | { readonly lostSince: number | null }
  | { readonly tooManyUntil: number }

/**
 * Keeps what the pages show as it is now: one tab of a browser listens, and says to the others what it hears. Another tab
 * takes over when that one is closed. Where tabs cannot hear each other, or have no locks, each listens by itself.
 *
 * @param told since when there is no line to the service, by this machine's clock; null: there is one
 * @param signal ends it
 */
export function followNotices(
  client: QueryClient,
  told: (lostSince: number | null) => void,
  signal: AbortSignal,
): void {
  const again = readAgain(client)
  const recover = recoverFailed(client, signal)
  const hear = (heard: Heard): void => {
    if ('notice' in heard) again.noticed(questionsOf(heard.notice))
    else if ('tooManyUntil' in heard) tooMany.note(heard.tooManyUntil)
    else {
      told(heard.lostSince)
      if (heard.lostSince === null) recover()
    }
  }
  const others = new TabChannel<Heard>('sightline.notices', hear)
  const both = (heard: Heard): void => {
    if (signal.aborted) return
    hear(heard)
    others.say(heard)
  }
  const listen = () =>
    listenToNotices(
      {
        token: (renewed) => session.token(renewed),
        noticed: (notice) => both({ notice }),
        line: (since) => both({ lostSince: since }),
        tooMany: (untilMs) => both({ tooManyUntil: untilMs }),
      },
      signal,
    )
  const listening = others.isThere ? alone('sightline.notices', listen, signal) : listen()
  listening.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  document.addEventListener('visibilitychange', () => again.seen(), { signal })
  signal.addEventListener('abort', () => {
    again.close()
    others.close()
  })
}

const readAgain = (client: QueryClient): ReadAgain =>
  new ReadAgain({
    clock: {
      now: () => performance.now(),
      after: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    isSeen: () => document.visibilityState === 'visible',
    shown: (key) => {
      const filters = key === null ? {} : { queryKey: key }
      // What is followed by its changes is not read as a whole again.
      const predicate = ({ meta }: { readonly meta: QueryMeta | undefined }) => meta?.['followed'] !== true
      void client.invalidateQueries({ ...filters, predicate, refetchType: 'none' })
      return client
        .getQueryCache()
        .findAll({ ...filters, predicate, type: 'active' })
        .map((query) => ({
          name: query.queryHash,
          isAsked: () => query.state.fetchStatus === 'fetching',
          ask: () => void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
        }))
    },
  })
