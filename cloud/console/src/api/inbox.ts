import { type components, valueOf } from '@sightline/client'
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from './api.js'

export type Notification = components['schemas']['Notification']

interface Page {
  readonly data: Notification[]
}

const pageSize = 30

/** Own notifications that are read or are not, newest first, of a site or all (null), page by page as they are wanted. */
export const useNotifications = (unread: boolean, site: string | null) =>
  useInfiniteQuery({
    queryKey: ['inbox', 'list', unread, site],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/notifications', {
          params: {
            query: {
              limit: pageSize,
              unread: unread ? 'true' : 'false',
              ...(pageParam !== null && { cursor: pageParam }),
              ...(site !== null && { site_id: site }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** How many own notifications are not read. */
export const useUnread = () =>
  useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: async () => (await valueOf(api.GET('/api/v1/notifications/unread-count'))).unread,
  })

const readAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['inbox'] })

/** Marks a notification as read: it is shown so at once. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.POST('/api/v1/notifications/{id}/read', { params: { path: { id } } })),
    onMutate: (id) => {
      client.setQueriesData<InfiniteData<Page>>({ queryKey: ['inbox', 'list'] }, (known) =>
        known === undefined ? known : { ...known, pages: known.pages.map((page) => withRead(page, id)) },
      )
    },
    onSettled: () => readAgain(client),
  })
}

const withRead = (page: Page, id: string): Page => ({
  ...page,
  data: page.data.map((one) => (one.id === id ? { ...one, read: true } : one)),
})

/** Marks all that is not read. */
export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/notifications/read-all')),
    onSettled: () => readAgain(client),
  })
}
